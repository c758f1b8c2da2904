/* What the director can do with a race: prepare it, enter its result, have it driven again, move it. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { icon } from "../../parts/widgets.js";
import { act, post } from "./conduct-acts.js";
import { nameOf } from "./tournament-parts.js";

/** The tools below a race's card. */
export function raceTools(now, race) {
  const note = race.stage === "over" ? "" : now.notes[race.n];
  return [
    note ? h("p", { class: "note", key: "note" }, icon("alert"), note) : null,
    now.strays.includes(race.n) ? h("p", { class: "note", key: "stray" }, icon("alert"), t("ui.hall_tour_stray")) : null,
    h("p", { class: "actions", key: "actions" }, quick(now, race)),
    h("details", { class: "race-more", key: "more" }, h("summary", {}, t("ui.hall_tour_more")), by(race, more(now, race))),
  ];
}

const by = (race, children) => h("div", { key: `tools-${race.stage}`, class: "race-tools" }, children);

function quick(now, race) {
  if (now.strays.includes(race.n)) return tool("ui.hall_tour_adopt", () => post(`races/${race.n}/adopt`), "go");
  if (race.stage === "waiting" && race.table) return tool("ui.hall_tour_prepare_one", () => post("prepare", { races: [race.n] }), "go");
  if (race.stage === "prepared") return tool("ui.hall_tour_call_again", () => post("prepare", { races: [race.n] }));
  return null;
}

function more(now, race) {
  const waiting = ["waiting", "prepared"].includes(race.stage);
  return [
    now.ended ? null : result(now, race),
    waiting || now.ended ? null : tool("ui.hall_tour_again", () => act({ act: "again", race: race.n })),
    waiting ? tool("ui.hall_tour_started", () => act({ act: "start", race: race.n })) : null,
    waiting ? tableChoice(now, race) : null,
    waiting ? race.players.map((n) => tool("ui.hall_tour_no_show", () => act({ act: "no_show", player: n }), "", { name: nameOf(now, n) })) : null,
    waiting ? late(now, race) : null,
  ];
}

function tool(words, onclick, kind = "", params = {}) {
  return h("button", { key: `${words} ${params.name ?? ""}`, type: "button", class: `button ${kind}`, onclick }, t(words, params));
}

/** The result by hand: a place for each player, or none. */
function result(now, race) {
  return h(
    "form",
    { class: "race-result", key: "result", onsubmit: (event) => score(event, race) },
    race.players.map((n, at) => h("label", { key: n }, nameOf(now, n), placeChoice(race, at))),
    h("button", { class: "button", type: "submit" }, t("ui.hall_tour_score")),
  );
}

function placeChoice(race, at) {
  const places = race.players.map((_, place) => place + 1);
  return h(
    "select",
    { name: `place-${at}`, made: (node) => (node.value = race.places[at] ?? "") },
    h("option", { value: "" }, t("ui.hall_tour_no_place")),
    places.map((place) => h("option", { key: place, value: place }, t("ui.place_n", { n: place }))),
  );
}

function score(event, race) {
  event.preventDefault();
  const places = race.players.map((_, at) => Number(event.target.elements[`place-${at}`].value) || null);
  act({ act: "score", race: race.n, places });
}

function tableChoice(now, race) {
  const others = now.tables.filter((table) => table !== race.table);
  return others.length ? choice("ui.hall_tour_move", others.map((table) => [table, now.titles[table] ?? table]), (table) => act({ act: "assign", race: race.n, table })) : null;
}

/** Seats a late-comer, or a no-show who has come after all. */
function late(now, race) {
  const seated = new Set(now.races.filter((one) => one.round === race.round).flatMap((one) => one.players));
  const idle = now.players.filter((player) => !player.withdrawn && !seated.has(player.n));
  return idle.length && race.players.length < now.most ? choice("ui.hall_tour_seat", idle.map((player) => [player.n, player.name]), (n) => act({ act: "seat", race: race.n, player: Number(n) })) : null;
}

function choice(words, options, take) {
  return h(
    "label",
    { key: words },
    t(words),
    h("select", { onchange: ({ target }) => target.value && (take(target.value), (target.value = "")) }, h("option", { value: "" }, t("ui.hall_tour_choose")), options.map(([value, name]) => h("option", { key: value, value }, name))),
  );
}
