/* Track pieces as pictures: one alone, or a course of many. Shared by the pages that show them. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { edgeOf, joined, linePath, middleOf, outlinePath, pointAt, shapeOf, spacePath, viewBox } from "./track-geometry.js";
import { titleOf, turns } from "./track-piece.js";

const DEGREES = 180 / Math.PI;

/** A piece in words: "5A · Bend left". */
export function pieceWords(piece) {
  const kind = turns(piece.kind) ? t(`ui.track_kind_${piece.kind}_${piece.turn}`) : t(`ui.track_kind_${piece.kind}`);
  return t("ui.track_piece", { name: titleOf(piece), kind });
}

/** The picture of pieces joined to a course. `label`: its name for screen readers. `tap(at)` makes
    the spaces of a single piece buttons, named by `words(at)`. */
export function trackPicture(pieces, { label, tap = null, words = null }) {
  const places = joined(pieces);
  return h(
    "svg",
    { class: "track", viewBox: viewBox(places), role: tap ? "group" : "img", "aria-label": label },
    places.map((place, i) => placed(place, i, tap, words)),
  );
}

function placed({ piece, x, y, heading }, i, tap, words) {
  const tilt = heading * DEGREES;
  return h(
    "g",
    { key: i, transform: `translate(${x} ${y}) rotate(${tilt})` },
    h("path", { class: "track-ground", key: "ground", d: outlinePath(piece) }),
    spacesOf(piece).map((at) => space(piece, at, tap, words)),
    marks(piece, tilt),
  );
}

const spacesOf = (piece) => piece.spaces.flatMap((count, i) => Array.from({ length: count }, (_, n) => [i + 1, n + 1]));

function space(piece, at, tap, words) {
  const has = (mark) => (piece[mark] ?? []).some((one) => one.join() === at.join());
  const closed = has("blocked") || (piece.ticked?.length && !has("ticked"));
  const shown = { class: `track-space${closed ? " closed" : ""}`, key: at.join(), d: spacePath(piece, at) };
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
    (piece.level ?? []).flatMap((row, n) => dots(piece, shape, row, n)),
    (piece.lines ?? []).flatMap(({ limit, after }, n) =>
      after ? [h("path", { class: "track-line", key: `line ${n}`, d: linePath(piece, after) }), sign("track-limit", `limit ${n}`, outside(after), h("circle", { r: 0.48 }), text(limit))] : [],
    ),
    piece.finish?.length
      ? [
          h("path", { class: "track-finish", key: "finish", d: linePath(piece, piece.finish) }),
          h("path", { class: "track-finish chequers", key: "chequers", d: linePath(piece, piece.finish) }),
          sign("track-flag", "flag", sidePoint(piece, shape, piece.finish, piece.flag), h("path", { d: "M-.3.5V-.5H.4V.1H-.3" })),
        ]
      : null,
  ];
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
