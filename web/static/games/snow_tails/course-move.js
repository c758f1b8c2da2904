/* The end of a move on a laid course, on a seat's phone: the sled's surroundings, driven upward, with
   the spaces on which the move can end. The ends come from the service (`pending.ends`). */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { act, app, change } from "../../parts/app.js";
import { openSheet } from "../../parts/sheet.js";
import { mayAct, metaOf } from "../../parts/snapshot.js";
import { icon, seatStyle } from "../../parts/widgets.js";
import { ghostNote, ghostsOf } from "./ghosts.js";
import { pawnPicture, pawnsToMove, upward } from "./pawn-moves.js";
import { coursePieces } from "./race-course.js";
import { frameAround, poseAt, withRowsBeyond } from "./sled-poses.js";
import { aheadOf, halo, token, trails } from "./sled-tokens.js";
import { dentCount } from "./symbols.js";
import { placedPieces } from "./track-drawing.js";
import { middleOf, onTable, spacePath } from "./track-geometry.js";
import { laneNumbers, pieceNumbers } from "./track-numbers.js";

const AHEAD = 3; // pieces in the picture: a fast sled passes two joints
const MARGIN = 1.3; // in lanes
const SIGHT = 4; // lanes ahead of the sled in the picture, or behind the ends of a far move
const LONG = 11; // of a picture that shows the sled and all ends, at most: else it shows the ends
const THUMB_PX = 32;

/** The sled's surroundings with the spaces on which its move can end. While this player has to move
    sleds of the table, their moves, and a key to the own sled. */
export function courseMove(live, sled) {
  const moved = pawnsToMove(live, sled);
  const key = viewKey(live, sled, moved);
  if (moved.length && !(key && looksAtOwn(live, sled))) return h("div", { class: "course-move", key: "course-move" }, pawnPicture(live, moved), key);
  const ends = sled.pending?.ends ?? [];
  const own = sled.at ? surroundings(live, sled, ends, (end) => choose(sled.seat, end)) : null;
  return h("div", { class: "course-move", key: "course-move" }, own, key, putKey(live, sled.seat), ghostNote(live, sled.seat));
}

/** The key that goes from the table's moves to the own sled and back; null where there is only one. */
function viewKey(live, sled, moved) {
  if (!moved.length || !sled.at || sled.played) return null;
  const own = looksAtOwn(live, sled);
  const words = own ? t("ui.see_move_of", { name: moved[0].name }) : t("ui.see_own_sled");
  return h("button", { type: "button", class: "button view-key", key: "view", onclick: () => change({ ownView: own ? null : turnOf(live, sled) }) }, words);
}

const looksAtOwn = (live, sled) => app.ui.ownView === turnOf(live, sled);

const turnOf = (live, { seat }) => `${live.race.id} ${metaOf(live, seat).turns}`;

/** The surroundings with the ends of a move that is only considered, and each end in words. */
export function coursePreview(live, seat, { pending }) {
  const sled = live.state.seats.find((one) => one.seat === seat);
  const ends = pending?.ends ?? [];
  return h(
    "div",
    { class: "course-move", key: "course-preview" },
    surroundings(live, { ...sled, pending }, ends),
    h("ul", { class: "end-list" }, ends.map((end) => h("li", { key: keyOf(end), class: `end${looksOf(end)}` }, endWords(end)))),
  );
}

/** A key for each end, if there are several. */
export function courseEnds({ seat, pending }) {
  const ends = pending?.ends ?? [];
  if (ends.length < 2) return null;
  return h("div", { class: "end-keys", key: "ends", role: "group", "aria-label": t("ui.ends") }, ends.map((end) => endKey(seat, end)));
}

function endKey(seat, end) {
  return h(
    "button",
    { key: keyOf(end), class: `button extra end${looksOf(end)}`, "aria-pressed": String(end.chosen), onclick: () => choose(seat, end) },
    endWords(end),
  );
}

/** The classes of an end, in the list and in the picture: what it costs, whether it is chosen. */
const looksOf = ({ bonus, dents, stop, out, chosen }) => `${bonus ? " bonus" : ""}${dents || stop === "sled" ? " costs" : ""}${out ? " out" : ""}${chosen ? " chosen" : ""}`;

const keyOf = ({ to, which, bonus }) => [...to, which, bonus].join();

const choose = (seat, { to, which, bonus }) => act({ act: "move", seat, to, which, bonus });

/** "Lane 2, space 3 · 4 ahead · Bonus · Edge · 1 dent" */
function endWords({ to: [, lane, space], steps: n, bonus, stop, dents, saplings }) {
  const met = [saplings ? "sapling" : null, stop].filter(Boolean).map((what) => t(`ui.mark_key_${what}`));
  return [t("ui.end_at", { lane, space, n }), ...(bonus ? [t("ui.bonus")] : []), ...met, ...(dents ? [dentCount(dents)] : [])].join(" · ");
}

/** The key with which the sled is put on another space; null without that right. */
function putKey(live, seat) {
  if (!mayAct(app.me, seat) || live.race.over) return null;
  return h("button", { class: "button put-key", key: "put", "aria-label": t("ui.put_open"), title: t("ui.put_open"), onclick: () => openPut(live, seat) }, icon("edit"));
}

async function openPut(live, seat) {
  const { putSheet, putDraft } = await import("./put-sled.js");
  openSheet(putSheet, putDraft(live, seat));
}

/** The sled's piece and the next ones, the sled driving upward; null until the pieces are known.
    `choose` gets the end that is tapped. */
function surroundings(live, sled, ends, choose = null) {
  const course = coursePieces(live);
  if (!course) return null;
  const all = withRowsBeyond(course, [sled.at, ...ends.map(({ to }) => to)]);
  const first = Math.min(sled.at[0], course.length - 1);
  const from = ([piece, ...at]) => [piece - first, ...at];
  const places = upward(all.slice(first, first + AHEAD), from(sled.at));
  const seen = ({ at }) => at && places[from(at)[0]];
  const ghosts = ghostsOf(live).filter(seen).map((one) => ({ ...one, at: from(one.at) }));
  const others = live.state.seats.filter(seen).map((one) => ({ ...one, at: from(one.at), path: [], style: seatStyle(metaOf(live, one.seat)), up: one.seat === sled.seat }));
  const targets = ends.filter(({ to }) => places[from(to)[0]]).map((end) => ({ ...end, at: from(end.to) }));
  const ahead = aheadOf(sled.pending, sled.speed).map(({ path, bonus }) => ({ bonus, path: path.map(from) }));
  const shown = oneOfEach(targets);
  const tap = choose && targets.length ? (event) => tapped(event, places, targets, choose) : undefined;
  return h(
    "svg",
    { class: "track near", viewBox: frameAround(sights(places, from(sled.at), targets), MARGIN).join(" "), role: "img", "aria-label": t("ui.surroundings"), onclick: tap },
    placedPieces(places),
    shown.map((end) => target(places, end)),
    laneNumbers(places),
    pieceNumbers(places, first + 1),
    trails(places, { seat: sled.seat, style: seatStyle(metaOf(live, sled.seat)), ahead: ahead.filter(({ path }) => path.every(([i]) => places[i])) }),
    others.map((one) => halo(places, one)),
    [...ghosts, ...others].map((one) => token(places, one)),
    shown.map((end) => cost(places, end)),
  );
}

/** One end for each space: the chosen one, else the mildest. */
function oneOfEach(targets) {
  const there = ({ to }) => targets.filter((end) => end.to.join() === to.join());
  return targets.filter((end) => end === (there(end).find(({ chosen }) => chosen) ?? there(end)[0]));
}

/** The points that the picture must show. A move that hardly leads away does not fill it. */
function sights(places, at, targets) {
  const { x, y } = poseAt(places, at);
  const ends = targets.map((end) => poseAt(places, end.at)).map((pose) => [pose.x, pose.y]);
  const near = [[x - 2, y], [x + 2, y - SIGHT]];
  if (!ends.length) return near;
  const all = [[x, y], ...ends];
  const high = Math.max(...all.map(([, down]) => down)) - Math.min(...all.map(([, down]) => down));
  if (high > LONG) return ends.flatMap(([left, top]) => [[left - 2, top], [left + 2, top + SIGHT]]);
  return high < SIGHT ? [...near, ...ends] : all;
}

/** Chooses the end nearest to the tap, within a thumb's reach; again on the same space the next of
    those there. */
function tapped(event, places, targets, choose) {
  const toScreen = event.currentTarget.getScreenCTM();
  const far = ({ at }) => {
    const { x, y } = poseAt(places, at);
    const point = new DOMPoint(x, y).matrixTransform(toScreen);
    return Math.hypot(point.x - event.clientX, point.y - event.clientY);
  };
  const reach = Math.max(THUMB_PX, toScreen.a * 0.8);
  const near = targets.filter((end) => far(end) <= reach).sort((one, other) => far(one) - far(other));
  if (!near.length) return;
  const here = near.filter((end) => far(end) === far(near[0]));
  choose(here[(here.findIndex((end) => end.chosen) + 1) % here.length]);
}

function target(places, end) {
  const [i, ...at] = end.at;
  const { x, y, heading, piece } = places[i];
  return h("path", { class: `track-end${looksOf(end)}`, key: `end ${keyOf(end)}`, transform: `translate(${x} ${y}) rotate(${(heading * 180) / Math.PI})`, d: spacePath(piece, at) });
}

/** What an end costs, in its space; null where it costs nothing. */
function cost(places, end) {
  if (!end.dents) return null;
  const [i, ...at] = end.at;
  const [x, y] = onTable(places[i], middleOf(places[i].piece, at));
  return h("text", { class: "track-cost", key: `cost ${keyOf(end)}`, x, y: y + 0.2, "text-anchor": "middle" }, end.out ? "✕" : `+${end.dents}`);
}
