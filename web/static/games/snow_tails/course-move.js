/* The end of a move on a laid course, on a seat's phone: the sled's surroundings, driven upward, with
   the spaces on which the move can end. The ends come from the service (`pending.ends`). */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { act } from "../../parts/app.js";
import { coursePieces } from "./race-course.js";
import { trackPicture } from "./track-drawing.js";
import { middleOf, spacePath } from "./track-geometry.js";

const AHEAD = 3; // pieces in the picture: a fast sled passes two joints

/** The sled's surroundings with the spaces on which its move can end. */
export function courseMove(live, sled) {
  return h("div", { class: "course-move", key: "course-move" }, surroundings(live, sled, endsOf(sled)));
}

/** A key for each end, if there are several. */
export function courseEnds({ seat, pending }) {
  const ends = endsOf({ pending });
  if (ends.length < 2) return null;
  return h("div", { class: "end-keys", key: "ends", role: "group", "aria-label": t("ui.ends") }, ends.map((end) => endKey(seat, end)));
}

/** The ends without the bonus, which goes on from there. */
const endsOf = ({ pending }) => (pending?.ends ?? []).filter(({ bonus }) => !bonus);

function endKey(seat, end) {
  return h(
    "button",
    { key: keyOf(end), class: "button extra", "aria-pressed": String(end.chosen), onclick: () => choose(seat, end) },
    endWords(end),
  );
}

const keyOf = ({ to, which }) => [...to, which].join();

const choose = (seat, { to, which }) => act({ act: "move", seat, to, which });

/** "Lane 2, space 3 · 4 ahead · Edge · −1" */
function endWords({ to: [, lane, space], steps: n, stop, dents, saplings }) {
  const met = [saplings ? "sapling" : null, stop].filter(Boolean).map((what) => t(`ui.mark_key_${what}`));
  return [t("ui.end_at", { lane, space, n }), ...met, ...(dents ? [`−${dents}`] : [])].join(" · ");
}

/** The sled's piece and the next ones; null until the pieces are known. */
function surroundings(live, sled, ends) {
  const pieces = coursePieces(live);
  if (!pieces) return null;
  const first = Math.min(sled.at[0], pieces.length - 1);
  const near = pieces.slice(first, first + AHEAD);
  const shown = [sled.at, ...ends.map(({ to }) => to)].filter(([piece]) => piece < first + near.length);
  const on = (i, tilt) => [
    ...ends.filter(({ to }) => to[0] === first + i).map((end) => target(sled.seat, near[i], end)),
    ...live.state.seats.filter(({ at }) => at?.[0] === first + i).map((one) => token(near[i], one, one.seat === sled.seat, tilt)),
  ];
  return trackPicture(near, { label: t("ui.surroundings"), on, near: shown.map(([piece, ...at]) => [piece - first, at]) });
}

/** A sled on its space, with the number of its seat. */
function token(piece, { seat, name, at: [, ...at] }, own, tilt) {
  const [x, y] = middleOf(piece, at);
  return h(
    "g",
    { class: `track-sled${own ? " own" : ""}`, key: `sled ${seat}`, transform: `translate(${x} ${y}) rotate(${-tilt})` },
    h("title", {}, name),
    h("circle", { r: 0.4 }),
    h("text", { "text-anchor": "middle", "dominant-baseline": "central" }, seat),
  );
}

function target(seat, piece, end) {
  const looks = `track-end${end.dents ? " costs" : ""}${end.out ? " out" : ""}${end.chosen ? " chosen" : ""}`;
  return h("path", { class: looks, key: `end ${keyOf(end)}`, d: spacePath(piece, end.to.slice(1)), onclick: () => choose(seat, end) });
}
