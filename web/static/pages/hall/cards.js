/* A table as a card: game, round, who is up, the order, dents, how long. */

import { h } from "../../lib/dom.js";
import { t, when } from "../../lib/words.js";
import { colourName } from "../../parts/colours.js";
import { badge, icon, named, seatStyle } from "../../parts/widgets.js";

const MINUTE_S = 60;
const RACING = ["racing", "break", "over"];

/** The table's card. `link`: where a tap on its name leads, null for nowhere; `clock`: this
    browser's time in seconds. */
export function tableCard(table, { link = null, clock = Date.now() / 1000 } = {}) {
  const title = named(table.title);
  return h(
    "article",
    { class: `hall-card is-${table.online ? table.stage : "away"}`, key: table.table, "aria-label": table.title },
    h("h2", {}, link ? h("a", { href: link }, title) : title, table.game ? h("small", {}, gameName(table.game)) : null),
    h("p", { class: "hall-stage" }, stageWords(table, clock)),
    table.twins ? h("p", { class: "note" }, icon("alert"), t("ui.hall_twins", { table: table.table })) : null,
    upWords(table),
    table.seats.length ? h("ol", { class: "hall-order" }, table.seats.map((seat, at) => row(table, seat, at))) : null,
  );
}

function gameName(game) {
  const key = `ui.game_${game}`;
  const name = t(key);
  return name === key ? game : name;
}

/** Where the table stands: away since when, or stage, round, and how long it has raced. */
function stageWords(table, clock) {
  if (!table.online) return table.since ? t("ui.hall_away", { since: when(table.since) }) : t("ui.hall_never");
  const minutes = Math.max(0, Math.floor((clock - (table.race_since ?? clock)) / MINUTE_S));
  return [
    t(`ui.hall_stage_${table.stage}`),
    table.round && RACING.includes(table.stage) ? t("ui.round_n", { n: table.round }) : null,
    table.race_since && table.stage !== "over" ? t("ui.hall_minutes", { n: minutes }) : null,
  ]
    .filter(Boolean)
    .join(" · ");
}

function upWords(table) {
  if (!table.online || table.stage !== "racing" || !table.up.length) return null;
  const names = table.up.map((seat) => playerName(table.seats.find((one) => one.seat === seat) ?? { seat }));
  return h("p", { class: "hall-up" }, t("ui.hall_up", { names: names.join(", ") }));
}

/** The player's name; seat and colour where names stay at the table. */
export function playerName(seat) {
  if (seat.name) return seat.name;
  return seat.colour ? t("ui.hall_seat", { n: seat.seat, colour: colourName(seat.colour) }) : t("ui.seat_n", { n: seat.seat });
}

function row(table, seat, at) {
  const up = table.online && table.stage === "racing" && table.up.includes(seat.seat);
  return h(
    "li",
    { key: seat.seat, class: `hall-row${up ? " is-up" : ""}${seat.out ? " is-out" : ""}`, style: seatStyle(seat) },
    h("span", { class: "hall-place" }, seat.out ? "–" : `${seat.place ?? at + 1}.`),
    badge(seat),
    h("span", { class: "hall-name" }, named(playerName(seat))),
    seat.out ? h("small", {}, t("ui.hall_out")) : null,
    seat.dents ? h("span", { class: "hall-dents" }, icon("dent"), h("span", { class: "sr" }, t("ui.hall_dents")), seat.dents) : null,
  );
}
