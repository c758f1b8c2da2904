/* Sprint on the table's page: the course in the large. */

import { t } from "../../lib/words.js";
import { track } from "./track.js";

/** The round. */
export function heading({ state }) {
  return t("ui.round_n", { n: state.round });
}

/** The sleds. */
export function view(live) {
  return track(live);
}

/** No main button. */
export function mainButton() {
  return null;
}

/** No buttons beside undo, redo and correct. */
export function controls() {
  return [];
}
