/* Sprint on the table's page: the course in the large. */

import { t } from "../../lib/words.js";
import { track } from "./track.js";

/** The round. */
export function heading({ state }) {
  return t("ui.round_n", { n: state.round });
}

/** The sleds. */
export function race(live) {
  return track(live);
}

/** Nothing is asked of the table. */
export function ask() {
  return null;
}

/** No keys beside undo, redo and correct. */
export function controls() {
  return [];
}
