/* What the pages of a tournament share: its races, the standings, the podium. */

import { h } from "../../lib/dom.js";
import { number, t } from "../../lib/words.js";
import { badge, named, seatStyle } from "../../parts/widgets.js";

const COLOURS = ["red", "blue", "yellow", "green", "purple", "orange"]; // as the hall prepares the seats

/** The seat of a start place, from 0. */
export const seatOf = (at) => ({ seat: at + 1, colour: COLOURS[at] });

/** The address of a tournament's calls. */
export const path = (now, call) => `/tournaments/${now.id}/${call}`;

/** A player's name. */
export function nameOf(now, n) {
  return now.players.find((player) => player.n === n)?.name ?? "";
}

/** The table's own name; words for a race that has none. */
export function tableOf(now, race) {
  return race.table ? now.titles[race.table] ?? race.table : t("ui.hall_tour_no_table");
}

/** The players who take part now. */
export const active = (now) => now.players.filter((player) => !player.withdrawn);

/** The races of a round that are, or were, to be driven. */
export const racesOf = (now, round) => now.races.filter((race) => race.round === round && race.players.length);

/** The races without a result. */
export const openRaces = (now) => now.races.filter((race) => race.players.length && race.stage !== "over");

/** "Round 2 of 3", or the finals. */
export function roundName(now, round) {
  const [race] = racesOf(now, round);
  return race?.final ? t("ui.hall_tour_finals") : t("ui.hall_tour_round", { n: round, of: Math.max(now.rounds, round) });
}

/** "Race 3", or "Final 1". */
export function raceName(race) {
  return race.final ? t("ui.hall_tour_final", { n: race.final }) : t("ui.hall_tour_race", { n: race.n });
}

/** A race as a card: table, stage, and its players by start place or by result. `more`: what follows. */
export function raceCard(now, race, more = null) {
  return h(
    "article",
    { class: `hall-card race is-${race.stage}`, key: race.n, "aria-label": raceName(race) },
    h("h3", {}, raceName(race), h("small", {}, named(tableOf(now, race)))),
    h("p", { class: "hall-stage" }, t(`ui.hall_tour_stage_${race.stage}`)),
    h("ol", { class: "hall-order" }, inOrder(race).map((at) => seat(now, race, at))),
    more,
  );
}

function inOrder(race) {
  const places = race.players.map((_, at) => at);
  return race.places.length ? places.sort((a, b) => (race.places[a] ?? 99) - (race.places[b] ?? 99)) : places;
}

function seat(now, race, at) {
  const meta = seatOf(at);
  const place = race.places.length ? race.places[at] ?? "–" : null;
  return h(
    "li",
    { class: "hall-row", key: race.players[at], style: seatStyle(meta) },
    place === null ? null : h("span", { class: "hall-place" }, place === "–" ? place : `${place}.`),
    badge(meta),
    h("span", { class: "sr" }, t("ui.seat_n", { n: at + 1 })),
    h("span", { class: "hall-name" }, named(nameOf(now, race.players[at]))),
  );
}

/** The draw of a round: its races, byes and no-shows. */
export function draw(now, round, more = () => null) {
  const races = racesOf(now, round);
  const numbers = new Set(races.map((race) => race.n));
  const byes = now.byes.filter((bye) => bye.round === round).map((bye) => nameOf(now, bye.player));
  const missed = now.missed.filter((one) => numbers.has(one.race)).map((one) => nameOf(now, one.player));
  return [
    h("div", { class: "hall-cards", key: "races" }, races.map((race) => raceCard(now, race, more(race)))),
    byes.length ? h("p", { key: "byes" }, t("ui.hall_tour_byes", { names: byes.join(", ") })) : null,
    missed.length ? h("p", { key: "missed" }, t("ui.hall_tour_missed", { names: missed.join(", ") })) : null,
  ];
}

/** The standings, with what puts each player behind the one above; nothing before the first result. */
export function standings(now) {
  if (!now.races.some((race) => race.stage === "over")) return null;
  const heads = ["rank", "player", "points", "places"];
  return h(
    "section",
    { class: "part", key: "standings", "aria-labelledby": "standings-title" },
    h("h2", { id: "standings-title" }, t("ui.hall_tour_standings")),
    h(
      "div",
      { class: "standings", tabindex: "0", role: "region", "aria-labelledby": "standings-title" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, heads.map((head) => h("th", { key: head, scope: "col", class: head }, t(`ui.hall_tour_head_${head}`))))),
        h("tbody", {}, now.standings.map((row) => line(now, row))),
      ),
    ),
    h("p", { class: "small" }, t("ui.hall_tour_order", { points: now.points.join(", ") })),
  );
}

function line(now, row) {
  return h(
    "tr",
    { key: row.player },
    h("td", {}, row.rank),
    h("th", { scope: "row" }, named(nameOf(now, row.player)), row.by && row.by !== "points" ? h("small", {}, t(`ui.hall_tour_by_${row.by}`)) : null),
    h("td", {}, number(row.points)),
    h("td", { class: "places" }, row.places.join(" · ")),
  );
}

/** The first three, once the tournament has ended. */
export function podium(now) {
  if (!now.ended) return null;
  const first = now.standings.filter((row) => row.rank <= 3);
  return h(
    "section",
    { class: "part winners", key: "podium", "aria-labelledby": "podium-title" },
    h("h2", { id: "podium-title" }, t("ui.hall_tour_podium")),
    h("ol", {}, first.map((row) => h("li", { key: row.player, class: `step-${row.rank}` }, h("span", { class: `medal medal-${row.rank}`, "aria-hidden": "true" }, row.rank), h("span", { class: "sr" }, t("ui.place_n", { n: row.rank })), named(nameOf(now, row.player))))),
  );
}
