/* Where sleds stand on placed track pieces, and how they drive from space to space. Pure. A place is
   `[index of the piece, lane, space]`, a path a list of places; a pose is `{x, y, turn}`, `turn` the
   driving direction in radians, which goes on counting from piece to piece. */

import { joined, middleOf, onTable, pointAt, shapeOf } from "./track-geometry.js";

const AHEAD = [-Math.PI / 2, 0]; // headings of a first piece: up, or to the right

/** The pose on a space. */
export function poseAt(places, [i, lane, space]) {
  const { piece, heading } = places[i];
  const { way = 0, angle = 0 } = shapeOf(piece);
  const [x, y] = onTable(places[i], middleOf(piece, [lane, space]));
  return { x, y, turn: heading + (way * angle * (space - 0.5)) / piece.spaces[lane - 1] };
}

/** The pose at a share of a path, from 0 at its first space to 1 at its last. */
export function poseAlong(places, path, share) {
  const way = Math.min(Math.max(share, 0), 1) * (path.length - 1);
  const from = Math.floor(way);
  const [one, other] = [from, Math.min(from + 1, path.length - 1)].map((i) => poseAt(places, path[i]));
  const mix = (name) => one[name] + (other[name] - one[name]) * (way - from);
  return { x: mix("x"), y: mix("y"), turn: mix("turn") };
}

/** A path as the data of an SVG path, "" for one without steps. */
export function pathData(places, path) {
  if (path.length < 2) return "";
  return path.map((at, i) => `${i ? "L" : "M"}${pointOf(poseAt(places, at))}`).join("");
}

const pointOf = ({ x, y }) => `${round(x)} ${round(y)}`;
const round = (number) => Math.round(number * 1000) / 1000;

/** A pose as the value of an SVG transform. */
export const transformOf = (pose) => `translate(${pointOf(pose)}) rotate(${(pose.turn * 180) / Math.PI})`;

/** The pieces with the rows beyond the last one on which sleds stand or drive (AM-ST-12). */
export function withRowsBeyond(pieces, ats) {
  const rows = Math.max(0, ...ats.filter(([i]) => i === pieces.length).map(([, , space]) => space));
  return rows ? [...pieces, { kind: "beyond", turn: "", spaces: pieces.at(-1).spaces.map(() => rows) }] : pieces;
}

/** The pieces placed upward or to the right, whichever fills a frame better. `ratio`: the frame's width
    by its height. */
export function fitted(pieces, ratio) {
  const [up, right] = AHEAD.map((heading) => joined(pieces, heading));
  const least = (places) => {
    const [, , width, height] = frameOf(places);
    return Math.max(width / ratio, height);
  };
  return least(right) < least(up) ? right : up;
}

const SIGNS = 1.6; // room for the signs beside the track

/** The rectangle `[left, top, width, height]` that holds all places. */
export function frameOf(places, margin = SIGNS) {
  const points = places.flatMap((place) => {
    const shape = shapeOf(place.piece);
    return [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [-0.5, 0.5].map((side) => onTable(place, pointAt(shape, side * shape.lanes, share))));
  });
  return frameAround(points, margin);
}

/** The rectangle that holds points, with a margin. */
export function frameAround(points, margin) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return [left, top, Math.max(...xs) + margin - left, Math.max(...ys) + margin - top].map(round);
}
