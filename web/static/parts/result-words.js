/* Places and points of a result in words, with a question mark for unknown ones. */

import { labelled, t } from "../lib/words.js";
import { metaOf, playerOf } from "./snapshot.js";

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

/** The result of a race that is over in words, an entry each: "Place 1: Ada", "Bo: Out of the race".
    Nothing before. */
export function resultWords(live) {
  if (live.state.phase !== "over") return [];
  return live.state.result.map((entry) => {
    const { name } = metaOf(live, entry.seat);
    if (entry.place) return labelled(t("ui.place_n", { n: entry.place }), name);
    return labelled(name, playerOf(live, entry.seat)?.status === "eliminated" ? t("ui.eliminated") : pointsWords(entry));
  });
}
