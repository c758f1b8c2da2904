/* The director's page of a tournament: what is next, undo, the round's races, tables, players. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { icon, named } from "../../parts/widgets.js";
import { start } from "./base.js";
import { act, post } from "./conduct-acts.js";
import { players, tables } from "./conduct-people.js";
import { raceTools } from "./conduct-races.js";
import { active, draw, openRaces, podium, roundName, standings } from "./tournament-parts.js";

const { tournament } = document.body.dataset;

start(({ now, ui }) => [
  h("h1", { key: "title" }, named(now.name)),
  h("p", { class: "lead", key: "lead" }, t(`ui.game_${now.game}`), " · ", t("ui.hall_tour_players_n", { n: active(now).length }), now.course ? [" · ", t("ui.course"), t("ui.colon"), " ", named(now.course)] : null),
  podium(now),
  next(now, ui),
  taking(now),
  now.round
    ? h("section", { class: "part", key: "draw", "aria-labelledby": "draw-title" }, h("h2", { id: "draw-title" }, roundName(now, now.round)), draw(now, now.round, (race) => raceTools(now, race)), now.races.filter((race) => race.round < now.round && race.stage !== "over" && race.players.length).map((race) => h("p", { class: "note", key: `open-${race.n}` }, icon("alert"), t("ui.hall_tour_open_before", { n: race.n }))))
    : null,
  tables(now),
  players(now, ui),
  standings(now),
  earlier(now),
  log(now),
], `tournament=${tournament}&director=1`);

/** The one thing to do now. */
function next(now, ui) {
  return h(
    "section",
    { class: "part next", key: "next", "aria-label": t("ui.hall_tour_next") },
    ui.said && now.count <= ui.until ? h("p", { role: "status", class: ui.wrong ? "note" : "" }, ui.said) : null,
    now.ended ? h("p", {}, t("ui.hall_tour_ended")) : steps(now),
  );
}

function steps(now) {
  const open = openRaces(now);
  if (open.length) return racing(now, open);
  if (!now.tables.length) return h("p", {}, t("ui.hall_tour_needs_tables"));
  if (active(now).length < now.least) return h("p", {}, t("ui.hall_tour_needs_players", { n: now.least }));
  if (now.finals) return actions(button("ui.hall_tour_close", () => act({ act: "close" })));
  const round = button("ui.hall_tour_draw", () => post("draw"), { n: now.round + 1 });
  if (!now.round) return actions(round);
  const finals = now.planned_finals ? finalsForm(now) : actions(button("ui.hall_tour_close", () => act({ act: "close" }), {}, now.round < now.rounds));
  return now.round < now.rounds ? [actions(round), h("details", { key: "early" }, h("summary", {}, t("ui.hall_tour_early")), finals)] : [finals, h("details", { key: "further" }, h("summary", {}, t("ui.hall_tour_further")), actions(round))];
}

function racing(now, open) {
  const count = (...stages) => open.filter((race) => stages.includes(race.stage)).length;
  const unready = open.filter((race) => race.stage === "waiting" && race.table).length;
  return [
    h("p", {}, t("ui.hall_tour_open", { racing: count("racing"), ready: count("prepared"), waiting: count("waiting") })),
    unready ? actions(button("ui.hall_tour_prepare", () => post("prepare"), { n: unready })) : null,
  ];
}

function finalsForm(now) {
  const most = Math.min(active(now).length, now.planned_finals * now.most);
  const best = Math.min(active(now).length, now.planned_finals * now.at_table);
  const count = (name, words, value, max) => h("label", { key: name }, t(words), h("input", { name, type: "number", min: 1, max, required: true, made: (node) => (node.value = value) }));
  return h(
    "form",
    { class: "hall-say", key: "finals", onsubmit: drawFinals },
    count("finals", "ui.hall_tour_final_count", now.planned_finals, 20),
    count("best", "ui.hall_tour_best", best, Math.max(most, active(now).length)),
    h("button", { class: "button go", type: "submit" }, t("ui.hall_tour_draw_finals")),
  );
}

function drawFinals(event) {
  event.preventDefault();
  const { finals, best } = event.target.elements;
  post("finals", { finals: Number(finals.value), best: Number(best.value) });
}

function actions(...buttons) {
  return h("p", { class: "actions" }, buttons);
}

function button(words, onclick, params = {}, plain = false) {
  return h("button", { key: words, class: plain ? "button" : "button go", onclick }, t(words, params));
}

/** Undo and redo, each with what it takes back or brings. */
function taking(now) {
  const after = now.count;
  const way = (kind, text) => text && h("button", { key: kind, class: "button", onclick: () => act({ act: kind }, { after }) }, icon(kind), t(`ui.hall_tour_take_${kind}`, { what: text }));
  return h("p", { class: "actions", key: "taking" }, way("undo", now.undo), way("redo", now.redo));
}

function earlier(now) {
  return Array.from({ length: Math.max(0, now.round - 1) }, (_, at) => now.round - 1 - at).map((round) =>
    h("details", { class: "part", key: `round-${round}` }, h("summary", {}, roundName(now, round)), draw(now, round, (race) => raceTools(now, race))),
  );
}

function log(now) {
  return h("details", { class: "part", key: "log" }, h("summary", {}, t("ui.hall_tour_log")), h("ol", { class: "hall-list" }, now.log.map((line) => h("li", { key: line.n }, line.text))));
}
