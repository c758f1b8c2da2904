/* Fields of the set-up's form, for every game. A form is `{live, draft, wrong, put, part}`; `put(draft)`
   changes the draft. */

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { icon, stepper } from "./widgets.js";

/** The fault at a field, once the form was submitted. */
export function fault(form, where) {
  const found = form.wrong[where];
  return found
    ? h("p", { class: "fault", key: `fault-${where}` }, icon("alert"), t(found[0], found[1]))
    : null;
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

/** A number with its label. */
export function number(label, value, min, max, set) {
  return h("div", { class: "field", key: label }, h("span", { "aria-hidden": "true" }, label), stepper({ label, value, min, max, set }));
}
