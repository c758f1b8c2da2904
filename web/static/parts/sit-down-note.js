/* The note that a card at a reader sits its player down. */

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { icon } from "./widgets.js";

/** The note while the set-up listens to cards; null where no reader is connected. */
export function seatingNote(live) {
  if (!live.seating || !live.seats.some((meta) => meta.device === "connected")) return null;
  return h("p", { class: "note seating", key: "seating" }, icon("hand"), t("ui.seating_lead"));
}
