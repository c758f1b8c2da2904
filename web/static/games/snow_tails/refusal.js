/* Why the service refused what a sheet asked for, and the way that it offers. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { icon } from "../../parts/widgets.js";

/** The refusal `{text, remedy?}` of a sheet; `post(acts)` posts the remedy. */
export function refusal({ text, remedy }, post) {
  return h(
    "div",
    { class: "note", key: "refused", role: "alert" },
    h("p", {}, icon("alert"), " ", text),
    remedy?.length ? h("p", { class: "actions" }, h("button", { class: "button go", onclick: () => post(remedy) }, icon("ok"), t("ui.put_yes"))) : null,
  );
}
