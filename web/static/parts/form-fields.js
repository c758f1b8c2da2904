/* Fields of the set-up's form, for every game. A form is `{live, draft, wrong, put, part}`; `put(draft)`
   changes the draft. */

import { h } from "../lib/dom.js";
import { labelled, t } from "../lib/words.js";
import { icon, stepper } from "./widgets.js";

/** The fault at a field, once the form was submitted. */
export function fault(form, where) {
  const found = form.wrong[where];
  return found
    ? h("p", { class: "fault", key: `fault-${where}` }, icon("alert"), t(found[0], found[1]))
    : null;
}

/** Goes to the field of `where`, once the page shows it: to the middle, as a bar may cover the ends. */
export function goTo(where) {
  requestAnimationFrame(() => {
    const field = document.querySelector(`[data-at="${where}"]`);
    field?.closest("details")?.setAttribute("open", "");
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  });
}

/** A setting with its explanation, `ui.explain_<name>`. */
export function setting(name, control) {
  return h("div", { class: "setting", key: name }, control, h("p", { class: "explain" }, t(`ui.explain_${name}`)));
}

/** A switch of the draft, labelled `ui.setting_<name>`. */
export function toggle({ draft, put }, name) {
  return h(
    "label",
    { class: "toggle" },
    h("input", { type: "checkbox", role: "switch", checked: draft[name], onchange: (event) => put({ ...draft, [name]: event.target.checked }) }),
    h("span", {}, t(`ui.setting_${name}`)),
  );
}

/** A part of the form that is folded to one row: its title and a summary. `open`: it contains a
    fault. */
export function folded(name, title, short, open, ...children) {
  return h(
    "fieldset",
    { class: `part ${name}`, key: name },
    h("legend", { class: "sr" }, title),
    h(
      "details",
      { class: "folded", key: "fold", ...(open ? { open } : {}) },
      h("summary", { "data-at": name }, h("b", {}, title), h("span", { class: "short" }, short)),
      h("div", { class: "unfolded" }, children),
    ),
  );
}

/** The settings of the rules, folded, with the one for the players' clocks that all games have; the
    summary says what differs from the rule book, `[[name, words]]` with the settings' `ui.setting_<name>`. */
export function foldedRules(form, differing, open, ...children) {
  const clock = form.draft.clock ? [["clock", onOff(true)]] : [];
  const short = [...differing, ...clock].map(([name, words]) => labelled(t(`ui.setting_${name}`), words)).join(" · ");
  return folded("settings", t("ui.settings"), short || t("ui.rules_as_printed"), open, children, setting("clock", toggle(form, "clock")));
}

/** The words of a switch that is on or off. */
export const onOff = (on) => t(on ? "ui.yes" : "ui.no");

/** A number with its label. */
export function number(label, value, min, max, set) {
  return h("div", { class: "field", key: label }, h("span", { "aria-hidden": "true" }, label), stepper({ label, value, min, max, set }));
}
