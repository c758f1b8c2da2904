/* Reindeer Races on the table's page: the five tracks in the large, the play that is being made, the
   teams; readable from the other end of the room. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { board, play } from "./board.js";
import { exampleChip } from "./symbols.js";
import { teams } from "./teams.js";
import { LAID } from "./track-card-laying.js";

export { tilesNote as resultNote } from "./teams.js";

/** The round; how many track cards lie. */
export function heading({ state }) {
  return state.phase === "lay" ? t("ui.reindeer_laying", { n: state.laid + 1, of: LAID }) : t("ui.round_n", { n: state.round });
}

/** Nothing is asked of the table as a whole. */
export function ask() {
  return null;
}

/** No keys of its own. */
export function controls() {
  return [];
}

/** The board, and the teams below. */
export function race(live) {
  return h("section", { class: "reindeer-table", key: "race" }, exampleChip(live), board(live), play(live), teams(live));
}
