/* Reindeer Races on the table's page: the five tracks, the current play, the teams; readable
   from the other end of the room. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { board, play } from "./board.js";
import { exampleChip } from "./symbols.js";
import { teams } from "./teams.js";
import { LAID } from "./track-card-laying.js";

export { tilesNote as resultNote } from "./teams.js";

export const turnSteps = ["reindeer", "land"];

/** The round, or how many track cards are laid. */
export function heading({ state }) {
  return state.phase === "lay" ? t("ui.reindeer_laying", { n: state.laid + 1, of: LAID }) : t("ui.round_n", { n: state.round });
}

/** "Ada wins the reward 9!" */
export function finishWords({ params: { name, value } }) {
  return t(value ? "ui.reindeer_wins_reward" : "ui.reindeer_wins_a_reward", { name, value });
}

/** No main button. */
export function mainButton() {
  return null;
}

/** No controls of its own. */
export function controls() {
  return [];
}

/** The board, and the teams below. */
export function view(live) {
  return h("section", { class: "reindeer-table", key: "race" }, exampleChip(live), board(live), play(live), teams(live));
}
