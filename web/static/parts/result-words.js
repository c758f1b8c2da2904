/* Places and points of a result in words, with a question mark for unknown ones. */

import { t } from "../lib/words.js";

/** The place of an entry; a dash for none: some games place the winner only. */
export function placeWords({ place, open }) {
  return place ?? (open ? "?" : "–");
}

/** The place of an entry in a list: "1.". */
export function listPlace(entry) {
  return entry.place ? `${entry.place}.` : placeWords(entry);
}

/** The points of an entry of a result. */
export function pointsWords({ points }) {
  return t("ui.points_n", { n: points ?? "?" });
}
