/* The numbers of pieces and lanes on a picture of the course, as sentences name them: pieces in driving
   order from 1, lanes from the left. */

import { h } from "../../lib/dom.js";
import { edgeOf, onTable, pointAt, shapeOf } from "./track-geometry.js";

const BESIDE = 0.62; // of a piece's number, from the track's left edge
const BEHIND = 0.3; // of a lane's number, from the rear joint
const SIDE = 0.82; // of the plate on which a piece's number stands

/** The number of each piece beside its rear joint. `first`: that of the first place. */
export function pieceNumbers(places, first = 1) {
  return real(places).map((place, i) => {
    const shape = shapeOf(place.piece);
    const [x, y] = onTable(place, pointAt(shape, -shape.lanes / 2 - BESIDE, shareOf(place, 1, 0.45)));
    return h(
      "g",
      { class: "track-number", key: `piece ${first + i}`, transform: `translate(${x} ${y})` },
      h("rect", { x: -SIDE / 2, y: -SIDE / 2, width: SIDE, height: SIDE, rx: 0.2 }),
      h("text", { "text-anchor": "middle", "dominant-baseline": "central" }, first + i),
    );
  });
}

/** The numbers of the lanes at the rear joints of pieces. */
export function laneNumbers(places) {
  return real(places).flatMap((place, i) =>
    place.piece.spaces.map((_, n) => {
      const shape = shapeOf(place.piece);
      const [x, y] = onTable(place, pointAt(shape, edgeOf(shape, n + 1) + 0.5, shareOf(place, n + 1, BEHIND)));
      return h("text", { class: "track-lane-number", key: `lane ${i} ${n}`, x, y, "text-anchor": "middle", "dominant-baseline": "central" }, n + 1);
    }),
  );
}

const real = (places) => places.filter(({ piece }) => piece.kind !== "beyond");

/** The share of the piece that lies so far, in spaces of a lane, behind its rear joint. */
const shareOf = ({ piece }, lane, spaces) => spaces / piece.spaces[lane - 1];
