/* A sheet over the page, one at a time; Escape closes it. */

import { h } from "../lib/dom.js";
import { returnFocus } from "../lib/focus.js";
import { t } from "../lib/words.js";
import { addView, app, change } from "./app.js";
import { icon } from "./widgets.js";

addView("#sheet", ({ live, ui, part }) => {
  if (ui.sheetOf !== part) ui.sheet = null; // another game is on the table now, which the sheet cannot show
  return ui.sheet?.(live) ?? null;
});

/** Where a sheet speaks (`say`): one description for all draws, which leave the words alone. */
const SPEAKS = h("p", { class: "sr sheet-say", key: "say", "aria-live": "polite" });

/** Opens a sheet. `view(live)` describes it with `sheet()`, or gives null once it makes no
    sense. `draft`: what the sheet remembers while it is open, as `app.ui.draft`. */
export function openSheet(view, draft = {}) {
  change({ sheet: view, sheetOf: app.part, earlier: app.toast, draft });
}

/** Closes the sheet; the focus returns to where it was. */
export function closeSheet() {
  document.querySelector("dialog[open]")?.close();
  change({ sheet: null, draft: {} });
}

/** Changes the open sheet's draft. */
export function redraft(changes) {
  change({ draft: { ...app.ui.draft, ...changes } });
}

/** The dialog: title, content, and the buttons below (`cancel`: the word for closing). */
export function sheet({ title, lead, buttons = [], cancel = t("ui.cancel") }, ...children) {
  return h(
    "dialog",
    {
      class: "sheet",
      key: "sheet",
      "aria-labelledby": "sheet-title",
      made: (dialog) => dialog.showModal(),
      oncancel: closeSheet,
      onclose: returnFocus,
    },
    h("h2", { id: "sheet-title" }, title),
    h("div", { class: "sheet-body" }, lead ? h("p", {}, lead) : null, children),
    refusal(app),
    SPEAKS,
    h("p", { class: "actions" }, buttons, h("button", { class: "button", onclick: closeSheet }, cancel)),
  );
}

/** What was refused while the sheet is open, unless it shows that itself: the page's notice lies behind
    it. */
function refusal({ toast, ui }) {
  const refused = toast && !toast.sign && toast !== ui.earlier && toast.text !== ui.draft?.refused?.text;
  return refused ? h("p", { class: "note", key: toast.text, role: "alert" }, icon("alert"), " ", toast.text) : null;
}
