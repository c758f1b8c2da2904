/* The sheet *How it goes*: a game in short, and the rules that the pages do not ask for. */

import { h } from "../lib/dom.js";
import { store, stored } from "../lib/storage.js";
import { t } from "../lib/words.js";
import { games } from "./game-parts.js";
import { openSheet, sheet } from "./sheet.js";
import { icon } from "./widgets.js";

const DRIFTS = "companion.drifts"; // {race, seats: {seat: round of its first drift}}

/** A game's lines, folded, on a page that has a form of its own; null for a game without any. */
export function howFolded(game) {
  if (!games[game]?.how) return null;
  return h("details", { class: "how", key: "how" }, h("summary", {}, t("ui.how_title")), content(game));
}

/** The key that opens a game's sheet; null for a game without one. */
export function howButton(game) {
  if (!games[game]?.how) return null;
  const open = () => openSheet(() => howSheet(game));
  return h("button", { class: "button", type: "button", key: "how", onclick: open }, icon("eye"), t("ui.how_title"));
}

/** The keys of a game's sheets on a seat's page. */
export function howKeys(game) {
  return h("div", { class: "seat-how", key: "how-keys" }, howButton(game), specialButton(game));
}

/** The key that opens the lines about special pieces; null for a game without them. */
function specialButton(game) {
  const lines = games[game]?.howAt?.special;
  if (!lines) return null;
  const open = () => openSheet(() => sheet({ title: t("ui.how_special"), cancel: t("ui.close") }, list(game, lines)));
  return h("button", { class: "button", type: "button", key: "special", onclick: open }, t("ui.how_special"));
}

/** The lines of the order step, while the table is in it. */
export function orderLines({ race, state }) {
  return state?.phase === "order" ? linesAt(race.game, "order") : null;
}

/** The lines that a seat needs now: those of the order step, or of its first drift. They come and go,
    so they are below everything else: the keys of a turn must not move under the thumb. */
export function momentLines(live, seat) {
  return orderLines(live) ?? (firstDrift(live, seat) ? linesAt(live.race.game, "drift") : null);
}

/** The line that explains how ties are broken, beside a result with a tie. */
export function tieLines({ race, state }) {
  const points = (state.result ?? []).map((entry) => entry.points).filter(Number.isInteger);
  return new Set(points).size < points.length ? linesAt(race.game, "tie") : null;
}

/** Whether the seat is in the turn of its first drift of the race, as far as this phone has seen. */
function firstDrift({ race, state, up }, seat) {
  const player = state?.seats.find((each) => each.seat === seat);
  if (!up.includes(seat) || !player?.pending?.slots?.length || !player.drift_steps) return false;
  const seen = stored(DRIFTS);
  const seats = seen?.race === race.id ? seen.seats : {};
  if (!(seat in seats)) store(DRIFTS, { race: race.id, seats: { ...seats, [seat]: state.round } });
  return (seats[seat] ?? state.round) === state.round;
}

function linesAt(game, moment) {
  const lines = games[game]?.howAt?.[moment];
  return lines ? list(game, lines) : null;
}

function howSheet(game) {
  return sheet({ title: t("ui.how_title"), cancel: t("ui.close") }, content(game));
}

function content(game) {
  return [list(game, games[game].how), h("p", { class: "explain", key: "silent" }, t("ui.how_silent"))];
}

function list(game, lines) {
  return h("ul", { class: "how-lines", key: "how" }, lines.map((line) => h("li", { key: line }, t(`ui.how_${game}_${line}`))));
}
