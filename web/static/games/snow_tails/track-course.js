/* A course laid from track pieces. Pure: the laid pieces, and what the rules say of them. A laid
   piece is `{piece, side, turned}`, as saved with the course. */

import { joined, overlaps } from "./track-geometry.js";
import { full, titleOf } from "./track-piece.js";

/** The pieces of a course as they are driven, null for one that is not among `pieces`. */
export function resolved(laid, pieces) {
  return laid.map(({ piece, side, turned }) => {
    const found = pieces.find((each) => each.name === piece && each.side === side);
    return found ? (turned ? turnedRound(full(found)) : full(found)) : null;
  });
}

/** The pieces that can come next: those of which no side is laid. */
export function unused(laid, pieces) {
  return pieces.filter((each) => !laid.some(({ piece }) => piece === each.name));
}

/** A piece driven the other way round. */
function turnedRound(piece) {
  const other = { left: "right", right: "left", "": "" };
  const back = ([lane, space]) => [piece.spaces.length + 1 - lane, piece.spaces[lane - 1] + 1 - space];
  const across = (after) => after.map((n, i) => piece.spaces[i] - n).reverse();
  const row = (dots) => dots.map((n, i) => (n === null ? null : piece.spaces[i] + 1 - n)).reverse();
  return {
    ...piece,
    turn: other[piece.turn],
    flag: other[piece.flag],
    spaces: [...piece.spaces].reverse(),
    lines: piece.lines.map(({ limit, after }) => ({ limit, after: across(after) })).reverse(),
    level: piece.level.map(row).reverse(),
    finish: across(piece.finish),
    drifts: twoWay(piece).map(([lane, space, to, end]) => [...back([to, end]), ...back([lane, space])]),
    ...Object.fromEntries(["starts", "blocked", "ticked", "saplings"].map((mark) => [mark, piece[mark].map(back)])),
  };
}

/** The drifts that are also drifts backwards: within the piece, and alone between two lanes in
    reaching their space. */
function twoWay({ drifts, spaces }) {
  const same = (one, other) => one[0] === other[0] && one[2] === other[2] && one[3] === other[3];
  return drifts.filter((one) => one[3] <= spaces[one[2] - 1] && drifts.filter((other) => same(one, other)).length === 1);
}

/** What the rules say against a course, as [message key, params]. Tables differ, so it only says so. */
export function doubts(laid, pieces) {
  const found = resolved(laid, pieces);
  const names = laid.map(({ piece, side }) => `${piece}${side}`);
  const gone = found.flatMap((piece, i) => (piece ? [] : [["ui.lay_gone", { piece: names[i] }]]));
  if (gone.length) return gone;
  return [
    ...ends(found, names),
    ...laid.flatMap(({ turned }, i) => (turned ? [["ui.lay_turned", { piece: names[i] }]] : [])),
    ...found.slice(1).flatMap((piece, i) => (piece.spaces.length === found[i].spaces.length ? [] : [["ui.lay_lanes", { one: names[i], other: names[i + 1] }]])),
    ...overlaps(joined(found)).map(([later, earlier]) => ["ui.lay_overlap", { one: names[later], other: names[earlier] }]),
    ...inside(found),
  ];
}

/** The course of the fewest pieces that lie on others, the first of several. */
export function freest(courses, pieces) {
  const stacked = (laid) => overlaps(joined(resolved(laid, pieces))).length;
  const counts = courses.map(stacked);
  return courses[counts.indexOf(Math.min(...counts))];
}

function ends(found, names) {
  if (!found.length) return [];
  return [
    ...(found[0].kind === "start" ? [] : [["ui.lay_no_start", {}]]),
    ...(found.at(-1).kind === "finish" ? [] : [["ui.lay_no_finish", {}]]),
    ...found.flatMap(({ kind }, i) => ((kind === "start" && i) || (kind === "finish" && i < found.length - 1) ? [["ui.lay_within", { piece: names[i] }]] : [])),
  ];
}

/** Start place 1 lies on the inside of the first bend (ST-11). */
function inside([start, ...rest]) {
  const bend = rest.find(({ turn }) => turn);
  if (start?.kind !== "start" || !bend || start.starts.length < 2) return [];
  const lanes = start.starts.map(([lane]) => lane);
  const first = bend.turn === "left" ? Math.min(...lanes) : Math.max(...lanes);
  return lanes[0] === first ? [] : [["ui.lay_inside", { piece: titleOf(start) }]];
}
