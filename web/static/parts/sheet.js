/* A sheet over the page, for what is not needed all the time. One at a time; Escape closes it. */

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { also, app, change } from "./app.js";

also("#sheet", ({ live, ui, part }) => {
  if (ui.sheetOf !== part) ui.sheet = null; // another game came onto the table, which it cannot show
  return ui.sheet?.(live) ?? null;
});

/** Opens a sheet. `view(live)` describes it with `sheet()`; null where it no longer makes sense.
    `draft`: what the sheet remembers while it is open, as `app.ui.draft`. */
export function openSheet(view, draft = {}) {
  change({ sheet: view, sheetOf: app.part, draft });
}

/** Closes the sheet; the focus goes back to where it was before. */
export function closeSheet() {
  document.querySelector("dialog[open]")?.close();
  change({ sheet: null, draft: {} });
}

/** Changes what the open sheet remembers. */
export function redraft(changes) {
  change({ draft: { ...app.ui.draft, ...changes } });
}

/** The dialog itself: its title, what stands in it, and the keys below (`cancel`: the word for
    closing). */
export function sheet({ title, lead, keys = [], cancel = t("ui.cancel") }, ...children) {
  return h(
    "dialog",
    {
      class: "sheet",
      key: "sheet",
      "aria-labelledby": "sheet-title",
      made: (dialog) => dialog.showModal(),
      oncancel: closeSheet,
    },
    h("div", { class: "sheet-body" }, h("h2", { id: "sheet-title" }, title), lead ? h("p", {}, lead) : null, children),
    h("p", { class: "actions" }, keys, h("button", { class: "button", onclick: closeSheet }, cancel)),
  );
}
