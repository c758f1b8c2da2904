/* The geometry of track pieces as they are drawn. Pure: a piece (an entry of the box, docs/acts.md)
   gives points and SVG paths, which the pages that show pieces and courses share.

   Units are lanes. A piece begins in the middle of its rear joint and is driven along +x; y grows
   to the right of the driver. `across`: the distance to the right of the middle; `share`: the way
   along the piece, from 0 to 1. A lane's spaces divide the piece evenly. */

const LONG = 1.4; // the mean length of a space
const ANGLES = { bend: Math.PI / 2, u_turn: Math.PI };

/** The shape of a piece: `{lanes, length}`, or `{lanes, angle, radius, way}` with `way` 1 to the
    right, -1 to the left. */
export function shapeOf({ kind, turn, spaces }) {
  const lanes = spaces.length;
  const angle = ANGLES[kind];
  if (!angle) return { lanes, length: LONG * Math.max(...spaces) };
  const mean = spaces.reduce((sum, count) => sum + count, 0) / lanes;
  return { lanes, angle, radius: Math.max((LONG * mean) / angle, lanes / 2 + 0.6), way: turn === "left" ? -1 : 1 };
}

/** The point at a place of a piece, as [x, y]. */
export function pointAt(shape, across, share) {
  if (!shape.angle) return [share * shape.length, across];
  const { radius, way } = shape;
  const arm = radius - way * across;
  const turned = share * shape.angle;
  return [arm * Math.sin(turned), way * (radius - arm * Math.cos(turned))];
}

/** The left edge of a lane, counted from 1; lane n + 1's is the right edge of lane n. */
export const edgeOf = (shape, lane) => lane - 1 - shape.lanes / 2;

/** The middle of a space. */
export function middleOf(piece, [lane, space]) {
  const shape = shapeOf(piece);
  return pointAt(shape, edgeOf(shape, lane) + 0.5, (space - 0.5) / piece.spaces[lane - 1]);
}

/** The outline of a space, as the data of an SVG path. */
export function spacePath(piece, [lane, space]) {
  const count = piece.spaces[lane - 1];
  return stripPath(shapeOf(piece), lane, 1, (space - 1) / count, space / count);
}

/** The outline of a whole piece. */
export function outlinePath(piece) {
  const shape = shapeOf(piece);
  return stripPath(shape, 1, shape.lanes, 0, 1);
}

function stripPath(shape, lane, lanes, from, to) {
  const [left, right] = [edgeOf(shape, lane), edgeOf(shape, lane + lanes)];
  return `M${at(shape, left, from)}${along(shape, left, to, 1)}L${at(shape, right, to)}${along(shape, right, from, -1)}Z`;
}

/** A line across a piece that lies after so many spaces of each lane, as the data of a path. */
export function linePath(piece, after) {
  const shape = shapeOf(piece);
  const steps = after.map((n, i) => {
    const share = n / piece.spaces[i];
    return `${i ? "L" : "M"}${at(shape, edgeOf(shape, i + 1), share)}L${at(shape, edgeOf(shape, i + 2), share)}`;
  });
  return steps.join("");
}

/** An arrow from one space to another, as the data of a path; one past a lane's last space is the
    front joint. */
export function arrowPath(piece, from, to) {
  const shape = shapeOf(piece);
  const end = to[1] > piece.spaces[to[0] - 1] ? pointAt(shape, edgeOf(shape, to[0]) + 0.5, 1) : middleOf(piece, to);
  const start = middleOf(piece, from);
  const tilt = Math.atan2(end[1] - start[1], end[0] - start[0]);
  const barb = (side) => [0, 1].map((axis) => end[axis] - 0.32 * [Math.cos, Math.sin][axis](tilt + side * 0.5));
  const point = (xy) => xy.map(round).join(" ");
  return `M${point(start)}L${point(end)}M${point(barb(1))}L${point(end)}L${point(barb(-1))}`;
}

function along(shape, across, share, way) {
  if (!shape.angle) return `L${at(shape, across, share)}`;
  const arm = round(shape.radius - shape.way * across);
  return `A${arm} ${arm} 0 0 ${shape.way * way > 0 ? 1 : 0} ${at(shape, across, share)}`;
}

const at = (shape, across, share) => pointAt(shape, across, share).map(round).join(" ");
const round = (number) => Math.round(number * 1000) / 1000;

/** Places pieces one behind the other, the first at [0, 0] and driven upward or with this heading, in
    radians. Each place is `{piece, x, y, heading}`. */
export function joined(pieces, first = -Math.PI / 2) {
  let [x, y, heading] = [0, 0, first];
  return pieces.map((piece) => {
    const place = { piece, x, y, heading };
    const shape = shapeOf(piece);
    [x, y] = onTable(place, pointAt(shape, 0, 1));
    heading += (shape.way ?? 0) * (shape.angle ?? 0);
    return place;
  });
}

/** A point of a placed piece, as a point of the table. */
export function onTable({ x, y, heading }, [ahead, right]) {
  const [sin, cos] = [Math.sin(heading), Math.cos(heading)];
  return [x + ahead * cos - right * sin, y + ahead * sin + right * cos];
}

/** The `viewBox` that holds all places, with a margin for signs beside the track. */
export function viewBox(places) {
  const points = places.flatMap((place) => {
    const shape = shapeOf(place.piece);
    const shares = Array.from({ length: 9 }, (_, i) => i / 8);
    return shares.flatMap((share) => [-1, 1].map((side) => onTable(place, pointAt(shape, (side * shape.lanes) / 2, share))));
  });
  return around(points, 1.3);
}

/** The `viewBox` that holds all points. */
function around(points, margin) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return [left, top, Math.max(...xs) + margin - left, Math.max(...ys) + margin - top].map(round).join(" ");
}

/** The pairs of pieces that lie on one another, as indexes [later, earlier]. */
export function overlaps(places) {
  const spaces = places.map((place) => middles(place.piece).map((point) => onTable(place, point)));
  return places.flatMap((_, later) =>
    places.slice(0, later).flatMap((place, earlier) => (spaces[later].some((point) => covers(place, point)) ? [[later, earlier]] : [])),
  );
}

const middles = (piece) => piece.spaces.flatMap((count, i) => Array.from({ length: count }, (_, n) => middleOf(piece, [i + 1, n + 1])));

/** Whether a placed piece covers a point of the table, or lies within `margin` of it. */
export function covers({ piece, x, y, heading }, [px, py], margin = 0) {
  const shape = shapeOf(piece);
  const half = shape.lanes / 2 + margin;
  const [dx, dy] = [px - x, py - y];
  const [ahead, right] = [dx * Math.cos(heading) + dy * Math.sin(heading), dy * Math.cos(heading) - dx * Math.sin(heading)];
  if (!shape.angle) return ahead > -margin && ahead < shape.length + margin && Math.abs(right) < half;
  const inward = shape.radius - shape.way * right;
  const turned = Math.atan2(ahead, inward);
  const slack = margin / shape.radius;
  return turned > -slack && turned < shape.angle + slack && Math.abs(Math.hypot(ahead, inward) - shape.radius) < half;
}
