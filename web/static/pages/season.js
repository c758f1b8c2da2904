/* A season: its table after each race, its races, and what the host may change. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { clock, lang, t, when } from "../lib/words.js";
import { app, ask, change, start } from "../parts/app.js";
import { clockDoubt, clockNote } from "../parts/clock-doubt.js";
import { openSheet } from "../parts/sheet.js";
import { takeSeasonHome } from "../parts/take-home.js";
import { choices, icon, loading, named, stepper } from "../parts/widgets.js";
import { listed, pointsAct, pointsChoice } from "./season/points.js";
import { raceSheet } from "./season/race-sheet.js";
import { standings, titleOf } from "./season/standings.js";

const ID = document.body.dataset.season;
const OFFERED = 6; // finished races that can be added with one tap
let fetchedAt = "";

start({
  view: ({ live }) => seasonView(live),
  announces: () => app.ui.season?.log.at(-1)?.events.map((event) => event.text).join(" ") ?? "",
});

function seasonView(live) {
  refresh(live);
  const { season } = app.ui;
  if (!season) return app.ui.lost ? h("p", { class: "lead" }, t("ui.season_lost")) : loading();
  const races = season.races.length;
  const after = Math.min(app.ui.after ?? races, races);
  return h(
    "section",
    { class: "season", key: "season" },
    h("h1", {}, season.name),
    races
      ? standings(season, after, app.ui.players)
      : h("p", { class: "lead" }, season.players.length ? t("ui.season_players", { names: season.players.join(", ") }) : t("ui.season_empty")),
    races > 1 ? afterChoices(season, after) : null,
    h("div", { class: "actions on-screen" }, files(season)),
    racesPart(season),
    app.me.host ? hostPart(season) : null,
    logPart(season),
  );
}

/** Fetches the season and the finished races again after a change. */
async function refresh({ boot, version }) {
  const now = `${boot} ${version}`;
  if (now === fetchedAt) return;
  fetchedAt = now;
  const [season, races, known] = await Promise.all([get(`/seasons/${ID}?lang=${lang}`), get("/races"), get("/players")]);
  if (now !== fetchedAt) return;
  if (season) change({ season, races: races?.races ?? [], players: known?.players ?? [], lost: false });
  else change({ lost: !app.ui.season });
}

const act = (body) => ask(`/seasons/${ID}/acts`, { act: body });

function afterChoices(season, after) {
  const options = season.races.map((race, i) => ({ value: i + 1, words: String(i + 1) }));
  return h("div", { class: "on-screen" }, choices("after", t("ui.season_after"), after, options, (n) => change({ after: n })));
}

function files(season) {
  return [
    h("button", { class: "button", key: "print", onclick: () => window.print() }, icon("save"), t("ui.print")),
    takeSeasonHome(season),
  ];
}

function racesPart(season) {
  if (!season.races.length) return null;
  const mixed = new Set(season.races.map(({ game }) => game).filter(Boolean)).size > 1;
  return h(
    "section",
    { class: "part on-screen", key: "races", "aria-label": t("ui.season_races") },
    h("h2", {}, t("ui.season_races")),
    h("ol", { class: "season-races" }, season.races.map((race, i) => raceRow(race, i + 1, mixed))),
  );
}

/** `mixed`: the season has several games, so each race names its own. */
function raceRow(race, number, mixed) {
  const name = titleOf(race, number);
  return h(
    "li",
    { key: race.n },
    h(
      "span",
      { class: "season-race" },
      h("b", {}, race.race ? h("a", { href: `/races/${race.race}` }, name) : name, mixed && race.game ? h("small", {}, ` ${t(`ui.game_${race.game}`)}`) : null),
      h("span", {}, race.results.map((one, i) => [i ? " · " : "", one.place ? `${one.place}. ` : "– ", named(one.name)])),
    ),
    app.me.host
      ? [
          h("button", { class: "button step", "aria-label": t("ui.season_edit", { race: name }), onclick: () => edit(race, number) }, icon("edit")),
          h("button", { class: "button step", "aria-label": t("ui.season_remove", { race: name }), onclick: () => act({ act: "remove", n: race.n }) }, icon("cross")),
        ]
      : null,
  );
}

function edit(race, number) {
  const rows = race.results.map(({ name, place, points }) => ({ name, place: place ?? "out", out: place ? 0 : points }));
  const put = (body) => act({ ...body, act: "edit", n: race.n });
  openSheet(() => raceSheet(app.ui.season, titleOf(race, number), put), { title: race.title, rows });
}

function byHand(season) {
  const rows = season.players.map((name) => ({ name, place: "missed" }));
  const put = (body) => act({ ...body, act: "race" });
  openSheet(() => raceSheet(app.ui.season, t("ui.season_by_hand"), put), { title: "", rows });
}

/** Everything that changes the season; each change can be undone. */
function hostPart(season) {
  return h(
    "section",
    { class: "part season-host on-screen", key: "host", "aria-label": t("ui.season_change") },
    h("h2", {}, t("ui.season_change")),
    h("div", { class: "actions" }, step(season, "undo"), step(season, "redo")),
    adder(season),
    line("enter", t("ui.season_enter"), "", (value) => ({ act: "enter", name: value }), icon("plus"), t("ui.season_enter_do")),
    line("rename", t("ui.season_name"), season.name, (value) => ({ act: "rename", name: value }), icon("ok"), t("ui.course_save_do")),
    pointsChoice(season, act),
    line("points", t("ui.season_points"), listed(season), pointsAct, icon("ok"), t("ui.course_save_do")),
    h(
      "div",
      { class: "field" },
      h("span", { "aria-hidden": "true" }, t("ui.season_drop")),
      stepper({ id: "drop", label: t("ui.season_drop"), value: season.drop, min: 0, max: 200, set: (drop) => act({ act: "drop", drop }) }),
    ),
    h("p", { class: "explain" }, t("ui.season_drop_lead")),
  );
}

function step(season, which) {
  return h(
    "button",
    { class: "button", key: which, disabled: !season[`can_${which}`], onclick: () => ask(`/seasons/${ID}/${which}`) },
    icon(which),
    t(`ui.step_${which}`),
  );
}

/** The newest finished races that do not count yet, and entering one by hand. */
function adder(season) {
  const inIt = new Set(season.races.map((race) => race.race));
  const free = (app.ui.races ?? []).filter((race) => race.over && !inIt.has(race.id)).slice(0, OFFERED);
  return h(
    "div",
    { class: "season-adder", role: "group", "aria-label": t("ui.season_add") },
    h("p", { class: "explain" }, t(free.length ? "ui.season_add" : "ui.season_add_none")),
    free.map((race) =>
      h(
        "button",
        { class: "button", key: race.id, onclick: () => act({ act: "race", race: race.id }) },
        icon("plus"),
        h("span", {}, race.course || t(`ui.game_${race.game}`), " ", h("small", {}, `${when(race.started)} · ${race.players.join(", ")}`)),
      ),
    ),
    h("button", { class: "button", key: "hand", onclick: () => byHand(season) }, icon("edit"), t("ui.season_by_hand")),
  );
}

/** A field with its button; `made(value)` gives the act. */
function line(name, label, value, made, sign, word) {
  const submit = async (event) => {
    event.preventDefault();
    const field = event.target.elements[name];
    const answer = await act(made(field.value));
    if (answer.ok && name === "enter") field.value = "";
  };
  return h(
    "form",
    { class: "one-line", key: name, onsubmit: submit },
    h("label", {}, label, h("input", { name, key: `${name} ${value}`, maxlength: 120, autocomplete: "off", made: (field) => (field.value = value) })),
    h("button", { class: "button", type: "submit" }, sign, word),
  );
}

function logPart(season) {
  const lines = [...season.log].reverse();
  const doubt = clockDoubt(lines);
  return h(
    "details",
    { class: "part on-screen", key: "log" },
    h("summary", {}, t("ui.season_log")),
    clockNote(doubt),
    h(
      "ol",
      { class: "season-log" },
      lines.map((entry) =>
        h(
          "li",
          { key: entry.n },
          entry.events.map((event) => event.text).join(" "),
          " ",
          h("small", {}, h("time", { datetime: entry.wall, title: when(entry.wall) }, clock(entry.wall)), doubt.sign(entry), ` · ${entry.from}`),
        ),
      ),
    ),
  );
}
