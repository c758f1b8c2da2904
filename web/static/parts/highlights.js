/* The sentences about a finished race. */

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { icon } from "./widgets.js";

/** The list of them; null for none. `story`: GET /races/<id>/story. */
export function highlightList(story) {
  if (!story.highlights.length) return null;
  return h(
    "ul",
    { class: "highlights", key: "highlights", "aria-label": t("ui.highlights") },
    story.highlights.map(({ key, text }) => h("li", { key }, icon("star"), " ", text)),
  );
}
