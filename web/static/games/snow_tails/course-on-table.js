/* The laid course on the table's page: the sleds as they stand, their last moves, the one to come. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app } from "../../parts/app.js";
import { openSheet } from "../../parts/sheet.js";
import { mayAct, metaOf } from "../../parts/snapshot.js";
import { seatStyle } from "../../parts/widgets.js";
import { courseBoard } from "./course-board.js";
import { ghostsOf } from "./ghosts.js";
import { target } from "./pawn-moves.js";
import { coursePieces } from "./race-course.js";
import { aheadOf } from "./sled-tokens.js";
import { laneNumbers, pieceNumbers } from "./track-numbers.js";

const TELEVISION = matchMedia("(min-width: 1300px) and (min-aspect-ratio: 3 / 2)");
const [BESIDE, WIDE, NARROW] = [1.05, 1.4, 0.9]; // the picture's width by its height, about

const shown = new Map(); // what the picture has shown of each sled
let shownRace = null;

export { ghostKey } from "./ghosts.js";

/** The course with its sleds; null until its pieces are known. */
export function courseOnTable(live) {
  const pieces = coursePieces(live);
  if (!pieces) return null;
  if (shownRace !== live.race.id) shown.clear();
  shownRace = live.race.id;
  const behindFirst = live.state.seats.filter(({ at }) => at).sort((one, other) => (other.position ?? 0) - (one.position ?? 0));
  const sleds = behindFirst.map((sled) => onBoard(live, sled)).sort((one, other) => Number(one.up) - Number(other.up));
  const ratio = TELEVISION.matches ? BESIDE : innerWidth > innerHeight ? WIDE : NARROW;
  return h("div", { class: "course-place", key: "course" }, courseBoard({ pieces, sleds: [...ghostsOf(live), ...sleds], shown, ratio, over: (places) => numbered(places, live), label: t("ui.course_board") }));
}

/** The numbers of the pieces, and while people have to move sleds of the table, their targets and the
    lanes of those pieces. */
function numbered(places, { state }) {
  const moved = state.seats.filter(({ seat, at }) => at && state.to_move?.includes(seat));
  const pieces = places.filter((_, i) => moved.some(({ at }) => at[0] === i));
  return [moved.map((sled) => target(places, sled)), laneNumbers(pieces), pieceNumbers(places)];
}

function onBoard(live, { seat, name, at, path, dents, position, pending, speed }) {
  const up = live.up.includes(seat);
  return { seat, name, at, path: up && pending ? [] : path, dents, up, leads: position === 1, style: seatStyle(metaOf(live, seat)), ahead: aheadOf(pending, speed), tap: putOf(live, seat) };
}

/** What puts a sled on another space; undefined without that right, and in the presentation. */
function putOf(live, seat) {
  if (!mayAct(app.me, seat) || live.race.over || document.documentElement.hasAttribute("data-show")) return undefined;
  return async () => {
    const { putSheet, putDraft } = await import("./put-sled.js");
    openSheet(putSheet, putDraft(live, seat));
  };
}
