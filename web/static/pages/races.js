/* The saved races: their results, resuming, export. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t, when } from "../lib/words.js";
import { app, ask, change, start } from "../parts/app.js";
import { clockDoubt, clockNote } from "../parts/clock-doubt.js";
import { listPlace, pointsWords } from "../parts/result-words.js";
import { icon, loading, named } from "../parts/widgets.js";
import { backupsSection } from "./races/backups.js";

const FORMATS = ["json", "jsonl", "csv"];
let fetchedAt = "";

start({ view: ({ live }) => racesView(live) });

function racesView(live) {
  refresh(live);
  const races = app.ui.races;
  const doubt = clockDoubt(races ?? []);
  return h(
    "section",
    { class: "races", key: "races" },
    h("h1", {}, t("ui.races_title")),
    live.clock_synced ? clockNote(doubt) : h("p", { class: "note", key: "clock" }, icon("alert"), t("ui.clock_unset")),
    races?.length
      ? h("ol", { class: "race-list" }, [...races].sort((a, b) => b.id - a.id).map((race) => row(live, race, doubt)))
      : races
        ? h("p", { class: "lead" }, t("ui.no_races"))
        : loading(),
    h("p", { class: "actions" }, app.me.host ? h("a", { class: "button go", href: "/setup" }, icon("flag"), t("ui.start_race")) : null, h("a", { class: "button", href: "/seasons" }, icon("star"), t("ui.season_show")), h("a", { class: "button", href: "/courses" }, icon("flag"), t("ui.courses"))),
    app.me.host ? backupsSection(live) : null,
  );
}

/** Fetches the list again when another race is on the table, or it is over. */
async function refresh({ race, boot }) {
  const now = `${boot} ${race?.id} ${race?.over}`;
  if (now === fetchedAt) return;
  fetchedAt = now;
  const answer = await get("/races");
  if (answer) change({ races: answer.races });
}

function row(live, race, doubt) {
  const onTable = live.race?.id === race.id;
  return h(
    "li",
    { key: race.id, class: `race${onTable ? " is-current" : ""}` },
    h(
      "div",
      { class: "race-words" },
      h("h2", {}, h("a", { href: `/races/${race.id}` }, race.course || t(`ui.game_${race.game}`)), " ", h("small", {}, when(race.started), doubt.sign(race))),
      h("p", {}, race.players.join(", ")),
      race.example ? h("p", { class: "chip warn", key: "example" }, t("ui.example_cards")) : null,
      race.other_rules ? h("p", { class: "chip", key: "rules" }, t("ui.other_rules_short")) : null,
      race.over ? places(race) : h("p", { class: "chip" }, t(onTable ? "ui.on_table" : "ui.not_over")),
    ),
    h(
      "div",
      { class: "race-keys" },
      race.over || onTable
        ? null
        : h("button", { class: "button", onclick: () => resume(race) }, icon("redo"), t("ui.resume")),
      onTable ? h("a", { class: "button", href: "/" }, icon("on"), t("ui.to_table")) : null,
      h("a", { class: "button", href: `/history?race=${race.id}` }, icon("history"), t("ui.history")),
      FORMATS.map((format) =>
        h(
          "a",
          { class: "button", key: format, href: `/api/v1/races/${race.id}/export?format=${format}`, download: true },
          icon("save"),
          h("span", { class: "sr" }, t("ui.export_as")),
          format.toUpperCase(),
        ),
      ),
    ),
  );
}

function places(race) {
  const names = race.names ?? {};
  return h(
    "ol",
    { class: "race-places" },
    (race.result ?? []).map((entry) =>
      h(
        "li",
        { key: entry.seat },
        h("b", {}, listPlace(entry)),
        " ",
        named(entry.name ?? names[entry.seat] ?? t("ui.seat_n", { n: entry.seat })),
        " · ",
        pointsWords(entry),
      ),
    ),
  );
}

async function resume(race) {
  const answer = await ask(`/races/${race.id}/resume`);
  if (answer.ok) location.assign("/");
}
