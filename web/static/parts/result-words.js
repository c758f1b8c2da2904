/* Places and points of a result in words; what nobody knows is a question mark. */

import { t } from "../lib/words.js";

/** The points of an entry of a result. */
export function pointsWords({ points }) {
  return t("ui.points_n", { n: points ?? "?" });
}
