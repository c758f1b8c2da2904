/* The whole course with its sleds, in a winter wood: on the table's page, and for a race driven
   again. */

import { h } from "../../lib/dom.js";
import { fitted, frameOf, withRowsBeyond } from "./sled-poses.js";
import { halo, token, trails } from "./sled-tokens.js";
import { placedPieces } from "./track-drawing.js";
import { covers } from "./track-geometry.js";

const PINE = "M0-1.1.34-.55H.2L.5-.05H.3L.62.5H.1V.75H-.1V.5H-.62L-.3-.05H-.5L-.2-.55H-.34Z";
const CAP = "M0-1.1.34-.55.14-.62 0-.45-.14-.62-.34-.55Z";
const GROVE = 1.9; // the distance of trees
const FREE = 1.2; // from trees to the track

/** The picture of a course. `pieces`: as they are driven, with the saplings that still stand. `sleds`:
    as in sled-tokens.js, the one that is up last. `label`: its name for screen readers. `shown`: a
    map that the caller keeps for this picture; with it, sleds move to their new spaces. `ratio`: the
    width of its place by its height. `over(places)`: more that lies on the pieces, below the sleds. */
export function courseBoard({ pieces, sleds, label, shown = null, ratio = 1.8, over = null }) {
  const placed = fitted(withRowsBeyond(pieces, sleds.flatMap(({ at, path = [] }) => [at, ...path])), ratio);
  const frame = frameOf(placed);
  const taps = sleds.some(({ tap }) => tap);
  return h(
    "svg",
    { class: "track course-board", viewBox: frame.join(" "), style: { "--sign": signSize(frame) }, role: taps ? "group" : "img", "aria-label": label },
    h("g", { class: "board-wood", key: "wood" }, trees(placed, frame).map(tree)),
    placedPieces(placed),
    over?.(placed),
    h("g", { key: "trails" }, sleds.map((sled) => trails(placed, sled))),
    h("g", { key: "halos" }, sleds.map((sled) => halo(placed, sled))),
    h("g", { key: "sleds" }, sleds.map((sled) => token(placed, sled, sled.ghost ? null : shown))),
  );
}

/** Signs and sleds grow on a long course, so that they can be read. */
const signSize = ([, , width, height]) => Math.min(1.7, Math.max(1.15, Math.max(width, height) / 26)).toFixed(2);

function tree({ x, y, size }, i) {
  return h("g", { key: i, transform: `translate(${x} ${y}) scale(${size})` }, h("path", { class: "pine", d: PINE }), h("path", { class: "pine-cap", d: CAP }));
}

/** Trees around the track, always the same ones, also beside the frame. */
function trees(placed, [left, top, width, height]) {
  const found = [];
  const grid = (from, length, reach) => Array.from({ length: Math.ceil((length + 2 * reach) / GROVE) }, (_, n) => from - reach + n * GROVE);
  for (const row of grid(top, height, 1)) {
    for (const column of grid(left, width, width / 2)) {
      const [a, b, c] = [1, 2, 3].map((salt) => noise(column, row, salt));
      const point = [column + a * GROVE, row + b * GROVE];
      if (c > 0.5 || placed.some((place) => covers(place, point, FREE))) continue;
      found.push({ x: point[0].toFixed(2), y: point[1].toFixed(2), size: (0.55 + c).toFixed(2) });
    }
  }
  return found;
}

/** A number from 0 to 1 that looks like chance. */
function noise(x, y, salt) {
  const wave = Math.sin(x * 12.9898 + y * 78.233 + salt * 37.719) * 43758.5453;
  return wave - Math.floor(wave);
}
