/* The sheet *How it goes*: what the rule book says and the pages do not ask for, game by game. */

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { games } from "./game-parts.js";
import { openSheet, sheet } from "./sheet.js";
import { icon } from "./widgets.js";

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

/** The lines of the order step, while the table is in it. */
export function orderLines({ race, state }) {
  const lines = state?.phase === "order" ? (games[race.game]?.howOrder ?? []) : [];
  return lines.length ? list(race.game, lines) : null;
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
