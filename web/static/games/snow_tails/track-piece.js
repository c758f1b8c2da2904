/* Describing a track piece. Pure: a piece and a tap give the next piece. A piece is an entry of the
   box (docs/acts.md) with all its fields, which `entryOf` reduces to those it has. */

import { sensible } from "./track-steps.js";

export const KINDS = ["start", "straight", "bend", "u_turn", "special", "finish"];
export const MOST = { lanes: 8, spaces: 20, lines: 4, level: 6, limit: 20, starts: 10 };
const MARKS = ["blocked", "ticked", "saplings"];
const GUESSES = { start: [4, 4, 4, 4, 4], straight: [5, 5, 5, 5, 5], bend: [3, 4, 5, 6, 7], u_turn: [4, 6, 8, 10, 12], special: [6, 6, 6, 6, 6], finish: [6, 6, 6, 6, 6] };

const back = (list) => [...list].reverse();
const withItem = (list, at, value) => Object.assign([...list], { [at]: value });

export const turns = (kind) => kind === "bend" || kind === "u_turn";
export const titleOf = ({ name, side }) => `${name}${side}`;

/** A new piece of a kind, with the spaces of the last one of that kind among `pieces`. */
export function fresh(kind, pieces) {
  const like = pieces.findLast((piece) => piece.kind === kind);
  const spaces = [...(like?.spaces ?? GUESSES[kind])];
  const numbers = pieces.map((piece) => parseInt(piece.name, 10)).filter(Number.isFinite);
  return full({
    name: String(Math.max(0, ...numbers) + 1),
    side: "A",
    kind,
    turn: turns(kind) ? like?.turn ?? "left" : "",
    spaces,
    ...(kind === "finish" ? { finish: spaces.map(() => 1), flag: "left" } : {}),
  });
}

/** The piece with every field. */
export function full(entry) {
  return { turn: "", lines: [], level: [], blocked: [], ticked: [], saplings: [], starts: [], finish: [], flag: "", drifts: [], ...entry };
}

/** The entry of a piece in the box: the fields it has, rows of dots from first to last, drifts that
    leave a space which a sled can enter. */
export function entryOf(piece) {
  const ends = (row) => row.flatMap((space, i) => (space === null ? [] : [space / piece.spaces[i]]));
  const mean = (row) => ends(row).reduce((sum, share) => sum + share, 0) / ends(row).length;
  const level = piece.level.filter((row) => ends(row).length).sort((one, other) => mean(one) - mean(other));
  const lines = piece.lines.filter((line) => line.after);
  const drifts = piece.drifts.filter(([lane, space]) => !isClosed(piece, [lane, space]));
  return Object.fromEntries(Object.entries({ ...piece, level, lines, drifts }).filter(([, value]) => value.length));
}

const has = (list, at) => list.some((one) => one.join() === at.join());

/** Whether no sled can enter a space: it is blocked, or others have ticks. `piece`: an entry. */
export function isClosed({ blocked = [], ticked = [] }, at) {
  return has(blocked, at) || (ticked.length > 0 && !has(ticked, at));
}

/** The other side of a piece, as the mirror of this one: a first guess. */
export function otherSide(piece) {
  const flip = ([lane, space]) => [piece.spaces.length + 1 - lane, space];
  const turned = { left: "right", right: "left", "": "" };
  return {
    ...piece,
    side: piece.side === "A" ? "B" : "A",
    turn: turned[piece.turn],
    flag: turned[piece.flag],
    spaces: back(piece.spaces),
    finish: back(piece.finish),
    level: piece.level.map((row) => back(row)),
    lines: piece.lines.map((line) => ({ ...line, after: line.after && back(line.after) })),
    starts: piece.starts.map(flip),
    drifts: piece.drifts.map((drift) => [...flip(drift), ...flip(drift.slice(2))]),
    ...Object.fromEntries(MARKS.map((mark) => [mark, piece[mark].map(flip)])),
  };
}

/** The piece turning to the other side: its lanes change places. */
export function turning(piece, turn) {
  return piece.turn === turn ? piece : { ...otherSide(piece), side: piece.side };
}

/** The piece with other spaces of its lanes; what no longer fits goes, lines keep their shares. */
export function withSpaces(piece, spaces) {
  const fits = ([lane, space]) => space <= (spaces[lane - 1] ?? 0);
  const across = (after) => after && spaces.map((count, i) => Math.round((count * (after[i] ?? after.at(-1))) / (piece.spaces[i] ?? piece.spaces.at(-1))));
  return {
    ...piece,
    spaces,
    finish: piece.finish.length ? across(piece.finish) : [],
    lines: piece.lines.map((line) => ({ ...line, after: across(line.after) })),
    level: piece.level.map((row) => spaces.map((count, i) => (row[i] && row[i] <= count ? row[i] : null))),
    starts: piece.starts.filter(fits),
    drifts: piece.drifts.filter((drift) => sensible({ spaces }, drift)),
    ...Object.fromEntries(MARKS.map((mark) => [mark, piece[mark].filter(fits)])),
  };
}

/** The tools of a piece: what a tap on a space means. A new line or row of dots comes last. */
export function toolsOf(piece) {
  return [
    ...(piece.kind === "start" ? ["starts"] : []),
    ...(piece.kind === "finish" ? ["finish"] : []),
    ...piece.lines.map((_, n) => `lines ${n}`),
    ...(piece.lines.length < MOST.lines ? [`lines ${piece.lines.length}`] : []),
    ...piece.level.map((_, n) => `level ${n}`),
    ...(turns(piece.kind) && piece.level.length < MOST.level ? [`level ${piece.level.length}`] : []),
    ...(piece.kind === "special" ? MARKS : MARKS.filter((mark) => piece[mark].length)),
    ...(piece.drifts.length || new Set(piece.spaces).size > 1 ? ["drifts"] : []),
  ];
}

/** The tool to begin with. */
export function firstTool(piece) {
  return toolsOf(piece).find((tool) => piece.kind !== "special" || MARKS.includes(tool));
}

/** The piece after a tap on a space with a tool. */
export function tapped(piece, tool, at) {
  const [what, number] = tool.split(" ");
  if (what === "lines") return withLine(piece, Number(number), at);
  if (what === "level") return withDot(piece, Number(number), at);
  if (what === "finish") return { ...piece, finish: lineAt(piece, piece.finish, at) };
  const there = piece[what].filter((one) => one.join() !== at.join());
  if (there.length < piece[what].length) return { ...piece, [what]: there };
  if (what === "starts" && there.length >= MOST.starts) return piece;
  const others = { blocked: ["ticked", "saplings", "starts"], ticked: ["blocked"], saplings: ["blocked"], starts: ["blocked"] }[what];
  const cleared = Object.fromEntries(others.map((each) => [each, piece[each].filter((one) => one.join() !== at.join())]));
  return { ...piece, ...cleared, [what]: [...there, at] };
}

function withLine(piece, number, at) {
  const line = piece.lines[number] ?? { limit: piece.lines.at(-1)?.limit ?? 4, after: null };
  return { ...piece, lines: withItem(piece.lines, number, { ...line, after: lineAt(piece, line.after, at) }) };
}

/** A line after a tap: a new one goes straight across at the front edge of the space; then a tap
    moves it in one lane, and a second tap on the space behind it. */
function lineAt({ spaces }, after, [lane, space]) {
  if (!after) return spaces.map((count) => Math.round((count * space) / spaces[lane - 1]));
  return withItem(after, lane - 1, after[lane - 1] === space ? space - 1 : space);
}

function withDot(piece, number, [lane, space]) {
  const row = piece.level[number] ?? piece.spaces.map(() => null);
  return { ...piece, level: withItem(piece.level, number, withItem(row, lane - 1, row[lane - 1] === space ? null : space)) };
}

/** Why a piece cannot be saved yet, as a message key; null if it can. The service checks the rest. */
export function faultOf(piece, others) {
  if (!piece.name.trim()) return "ui.track_fault_name";
  if (others.some((other) => titleOf(other) === titleOf(piece))) return "ui.track_fault_twice";
  if (piece.kind === "start" && !piece.starts.length) return "ui.track_fault_starts";
  return null;
}
