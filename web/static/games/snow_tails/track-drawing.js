/* Track pieces as pictures: one alone, or a course of many. Shared by the pages that show them. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { arrowPath, edgeOf, joined, linePath, middleOf, outlinePath, pointAt, shapeOf, spacePath, viewBox } from "./track-geometry.js";
import { isClosed, titleOf, turns } from "./track-piece.js";
import { driftsFrom } from "./track-steps.js";

const CHECKS = "M-.3-.5h.23v.2h-.23ZM.16-.5h.24v.2h-.24ZM-.07-.3h.23v.2h-.23ZM-.3-.1h.23v.2h-.23ZM.16-.1h.24v.2h-.24Z"; // of the flag
const DEGREES = 180 / Math.PI;

/** A piece in words: "5A · Bend left". */
export function pieceWords(piece) {
  const kind = turns(piece.kind) ? t(`ui.track_kind_${piece.kind}_${piece.turn}`) : t(`ui.track_kind_${piece.kind}`);
  return t("ui.track_piece", { name: titleOf(piece), kind });
}

/** The picture of pieces joined to a course. `label`: its name for screen readers. `tap(at, i)` makes
    the spaces of piece `i` buttons, named by `words(at, i)`; `from`: the space of a single piece of which
    the drifts are shown. `behind(viewBox)`: what lies behind the pieces, null for nothing. */
export function trackPicture(pieces, { label, tap = null, words = null, from = null, behind = null }) {
  const places = joined(pieces);
  const box = viewBox(places);
  return h(
    "svg",
    { class: behind ? "track on-photo" : "track", viewBox: box, role: tap ? "group" : "img", "aria-label": label },
    behind?.(box),
    placedPieces(places, { tap, words, from }),
  );
}

/** Placed pieces, each drawn where it lies; the rest as for `trackPicture`. */
export function placedPieces(places, more = {}) {
  return places.map((place, i) => placed(place, i, more));
}

function placed({ piece, x, y, heading }, i, { tap = null, words = null, from = null }) {
  const onPiece = (does) => does && ((at) => does(at, i));
  const tilt = heading * DEGREES;
  return h(
    "g",
    { key: i, class: `track-piece is-${piece.kind}`, transform: `translate(${x} ${y}) rotate(${tilt})` },
    h("path", { class: "track-ground", key: "ground", d: outlinePath(piece) }),
    spacesOf(piece).map((at) => space(piece, at, onPiece(tap), onPiece(words))),
    marks(piece, tilt),
    from ? driftsFrom(piece, from).map((to) => arrow(piece, from, to, "shown")) : null,
  );
}

const spacesOf = (piece) => piece.spaces.flatMap((count, i) => Array.from({ length: count }, (_, n) => [i + 1, n + 1]));

function space(piece, at, tap, words) {
  const shown = { class: `track-space${isClosed(piece, at) ? " closed" : ""}`, key: at.join(), d: spacePath(piece, at) };
  if (!tap) return h("path", shown);
  const press = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    tap(at);
  };
  return h("path", { ...shown, class: `${shown.class} tappable`, role: "button", tabindex: "0", "aria-label": words(at), onclick: () => tap(at), onkeydown: press });
}

/** What lies on a piece. `tilt`: by how much the piece is turned, so that words stand upright. */
function marks(piece, tilt) {
  const shape = shapeOf(piece);
  const sign = (name, key, [x, y], ...drawn) => h("g", { class: `track-mark ${name}`, key, transform: `translate(${x} ${y}) rotate(${-tilt})` }, drawn);
  const each = (mark, drawn) => (piece[mark] ?? []).map((at, n) => sign(`track-${mark}`, `${mark} ${at}`, middleOf(piece, at), drawn(n)));
  const text = (words) => h("text", { "text-anchor": "middle", "dominant-baseline": "central" }, words);
  const outside = (after) => sidePoint(piece, shape, after, shape.way === 1 ? "left" : "right");
  return [
    each("blocked", () => h("path", { d: "M-.25-.25.25.25M.25-.25-.25.25" })),
    each("ticked", () => h("path", { d: "M-.28 0-.06.22.3-.22" })),
    each("saplings", () => h("path", { d: "M0-.4.3.2H.06V.4H-.06V.2H-.3Z" })),
    each("starts", (n) => [h("circle", { r: 0.36 }), text(n + 1)]),
    (piece.drifts ?? []).map((drift) => arrow(piece, drift.slice(0, 2), drift.slice(2), "own")),
    (piece.level ?? []).flatMap((row, n) => dots(piece, shape, row, n)),
    (piece.lines ?? []).flatMap(({ limit, after }, n) =>
      after ? [h("path", { class: "track-line", key: `line ${n}`, d: linePath(piece, after) }), sign("track-limit", `limit ${n}`, outside(after), h("circle", { r: 0.48 }), text(limit))] : [],
    ),
    piece.finish?.length
      ? [
          h("path", { class: "track-finish", key: "finish", d: linePath(piece, piece.finish) }),
          h("path", { class: "track-finish chequers", key: "chequers", d: linePath(piece, piece.finish) }),
          sign("track-flag", "flag", sidePoint(piece, shape, piece.finish, piece.flag), h("path", { d: "M-.3.5V-.5H.4V.1H-.3" }), h("path", { class: "checks", d: CHECKS })),
        ]
      : null,
  ];
}

/** A drift: "own", which the piece says, or "shown" for the space that was tapped. */
function arrow(piece, from, to, which) {
  return h("path", { class: `track-drift ${which}`, key: `${which} ${from} ${to}`, d: arrowPath(piece, from, to) });
}

/** The coloured dots of a level row, at the front ends of its spaces. */
function dots(piece, shape, row, n) {
  return row.flatMap((space, i) => {
    if (space === null) return [];
    const [cx, cy] = pointAt(shape, edgeOf(shape, i + 1) + 0.5, (space - 0.18) / piece.spaces[i]);
    return [h("circle", { class: `track-dot dot-${n % 6}`, key: `dot ${n} ${i}`, cx, cy, r: 0.13 })];
  });
}

/** The point beside the track at one end of a line. */
function sidePoint({ spaces }, shape, after, side) {
  const lane = side === "left" ? 0 : spaces.length - 1;
  return pointAt(shape, (side === "left" ? -1 : 1) * (shape.lanes / 2 + 0.6), after[lane] / spaces[lane]);
}
