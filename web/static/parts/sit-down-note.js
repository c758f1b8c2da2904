/* The note that a card on a reader seats its player. */

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { icon } from "./widgets.js";

/** The note while the set-up listens to cards; null if no seat has a reader of its own. */
export function sitDownNote(live) {
  if (!live.seating || !live.seats.some((meta) => meta.reader === "own")) return null;
  return h("p", { class: "note seating", key: "seating" }, icon("hand"), t("ui.seating_lead"));
}
