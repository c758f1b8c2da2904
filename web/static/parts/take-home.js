/* The sheet with which players take races home: for BG Stats, BoardGameGeek, spreadsheets, or whole. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { lang, t } from "../lib/words.js";
import { app } from "./app.js";
import { openSheet, redraft, sheet } from "./sheet.js";
import { icon } from "./widgets.js";

/** The button for a race; a running one has no play yet, only its acts. */
export function takeRaceHome({ id, over }) {
  const path = `/races/${id}`;
  return button(async () => {
    openSheet(() => raceSheet(path, over));
    const play = over && (await get(`${path}/play?lang=${lang}`));
    if (play) redraft({ play });
  });
}

/** The button for the saved races of a season. */
export function takeSeasonHome({ id }) {
  const path = `/seasons/${id}`;
  const tables = [file(path, "csv", t("ui.standings_file")), file(path, "places", t("ui.places_file"))];
  return button(() => openSheet(() => takeHomeSheet(t("ui.take_home_season"), [...plays(path, null), spreadsheets(tables), everything(path, ["json"])])));
}

function button(onclick) {
  return h("button", { class: "button", key: "take-home", onclick }, icon("save"), t("ui.take_home"));
}

function raceSheet(path, over) {
  const { play } = app.ui.draft;
  const clock = play && !play.clock_synced ? h("p", { class: "note", key: "clock" }, icon("alert"), t("ui.take_home_clock")) : null;
  return takeHomeSheet(t("ui.take_home_race"), [
    clock,
    over ? [plays(path, play), spreadsheets([file(path, "places", t("ui.places_file"))])] : null,
    everything(path, ["csv", "json", "jsonl"]),
  ]);
}

function takeHomeSheet(lead, groups) {
  return sheet({ title: t("ui.take_home"), lead, cancel: t("ui.close") }, groups);
}

/** The files for logs of plays. `play`: with the address that opens BG Stats, for one race. */
function plays(path, play) {
  const link = play
    ? h("a", { class: "button go", key: "bgstats", href: play.bgstats, target: "_blank", rel: "noreferrer" }, icon("on"), t("ui.bgstats_open"))
    : null;
  return [
    group("BG Stats", t("ui.bgstats_lead"), [link, file(path, "bgsplay", t("ui.bgstats_file"))]),
    group("BoardGameGeek", t("ui.bgg_lead"), [file(path, "bgg", t("ui.bgg_file"))]),
  ];
}

function spreadsheets(files) {
  return group(t("ui.take_home_table"), null, files);
}

function everything(path, formats) {
  return group(t("ui.take_home_all"), null, formats.map((format) => file(path, format, format.toUpperCase())));
}

function group(title, lead, links) {
  return h("section", { class: "take-home", key: title, "aria-label": title }, h("h3", {}, title), lead ? h("p", { class: "explain" }, lead) : null, h("p", { class: "actions" }, links));
}

function file(path, format, words) {
  return h("a", { class: "button", key: format, href: `/api/v1${path}/export?format=${format}&lang=${lang}`, download: true }, icon("save"), words);
}
