/* The moves of sleds that the table plays, as people make them on the table: where from, which way,
   where to. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { metaOf } from "../../parts/snapshot.js";
import { seatStyle } from "../../parts/widgets.js";
import { coursePieces } from "./race-course.js";
import { frameAround, poseAt, withRowsBeyond } from "./sled-poses.js";
import { halo, token, trails } from "./sled-tokens.js";
import { placedPieces } from "./track-drawing.js";
import { joined, shapeOf, spacePath } from "./track-geometry.js";
import { laneNumbers, pieceNumbers } from "./track-numbers.js";

const MARGIN = 1.6; // in lanes
const WIDE = 2.5; // lanes beside a move, so that a short one does not fill the picture

/** The sleds that the player of this seat is to move: those of the headline there. */
export function pawnsToMove({ state, up }, sled) {
  const people = state.seats.some((one) => !one.played && one.status === "racing");
  const here = up.includes(sled.seat) || sled.played || !people;
  return here ? (state.to_move ?? []).map((seat) => state.seats.find((one) => one.seat === seat)).filter(({ path }) => path.length > 1) : [];
}

/** The picture of their moves, the first sled driving upward; null until the pieces are known. */
export function pawnPicture(live, moved) {
  const course = coursePieces(live);
  if (!course) return null;
  const ways = moved.map(({ path }) => path);
  const numbers = ways.flat().map(([piece]) => piece);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const from = ([piece, ...at]) => [piece - first, ...at];
  const places = upward(withRowsBeyond(course, ways.flat()).slice(first, last + 2), from(ways[0][0]));
  const shown = moved.map((sled) => ({ ...sled, at: from(sled.path.at(-1)), path: sled.path.map(from), style: seatStyle(metaOf(live, sled.seat)), up: true }));
  const others = live.state.seats.filter(({ seat, at }) => at && places[from(at)[0]] && !moved.some((one) => one.seat === seat));
  const poses = shown.flatMap(({ path }) => path).map((at) => poseAt(places, at));
  return h(
    "svg",
    { class: "track near pawn-moves", viewBox: frameAround(poses.flatMap(({ x, y }) => [[x - WIDE, y], [x + WIDE, y]]), MARGIN).join(" "), role: "img", "aria-label": t("ui.pawn_moves", { names: moved.map(({ name }) => name).join(", ") }) },
    placedPieces(places),
    shown.map((sled) => target(places, sled)),
    laneNumbers(places),
    pieceNumbers(places, first + 1),
    shown.map((sled) => [start(places, sled), trails(places, sled)]),
    shown.map((sled) => halo(places, sled)),
    others.map(({ seat, name, at }) => token(places, { seat, name, at: from(at), style: seatStyle(metaOf(live, seat)) })),
    shown.map((sled) => token(places, sled)),
  );
}

/** The pieces placed so that a sled on this space drives upward. */
export function upward(pieces, [, lane, space]) {
  const { way = 0, angle = 0 } = shapeOf(pieces[0]);
  return joined(pieces, -Math.PI / 2 - (way * angle * (space - 0.5)) / pieces[0].spaces[lane - 1]);
}

/** The space on which the sled's pawn goes. */
export function target(places, { seat, at: [i, ...at] }) {
  const { x, y, heading, piece } = places[i];
  return h("path", { class: "pawn-target", key: `pawn ${seat}`, transform: `translate(${x} ${y}) rotate(${(heading * 180) / Math.PI})`, d: spacePath(piece, at) });
}

function start(places, { seat, path, style }) {
  const { x, y } = poseAt(places, path[0]);
  return h("circle", { class: "pawn-start", key: `start ${seat}`, style, cx: x, cy: y, r: 0.3 });
}
