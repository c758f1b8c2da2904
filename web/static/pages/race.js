/* A race: result, charts by round, records, files and a picture. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { lang, t, when } from "../lib/words.js";
import { seasonButton } from "../parts/add-to-season.js";
import { app, change, start } from "../parts/app.js";
import { chart, placesChart } from "../parts/charts.js";
import { highlightList } from "../parts/highlights.js";
import { listPlace, pointsWords } from "../parts/result-words.js";
import { rulesNote } from "../parts/rules-note.js";
import { raceTitle, sharePicture } from "../parts/share-picture.js";
import { takeRaceHome } from "../parts/take-home.js";
import { badge, icon, loading, named, seatStyle } from "../parts/widgets.js";

const ID = Number(document.body.dataset.race);
let fetchedAt = "";

start({
  view: ({ live, part }) => storyView(live, part),
  part: "story",
  game: ({ ui }) => ui.story?.game,
});

function storyView(live, part) {
  refresh(live);
  const { story } = app.ui;
  if (!story) return app.ui.lost ? h("p", { class: "lead" }, t("ui.race_lost")) : loading();
  return h(
    "article",
    { class: "story", key: "story" },
    h("h1", {}, raceTitle(story), " ", h("small", {}, when(story.started))),
    story.example ? h("p", { key: "example" }, h("span", { class: "chip warn" }, t("ui.example_cards"))) : null,
    rulesNote(story),
    story.over ? result(story) : h("p", { class: "note" }, icon("alert"), t("ui.race_going")),
    highlightList(story),
    h("div", { class: "actions" }, actions(live, story)),
    story.refused ? null : [part.opening?.(story), h("section", { class: "charts", key: "charts" }, charts(story, part)), part.sections(story)],
    app.ui.records ? recordsPart(story, app.ui.records, part.recordWords) : null,
  );
}

/** Fetches the race again when it has changed on the table. */
async function refresh({ boot, race, log }) {
  const now = race?.id === ID ? `${boot} ${log.at(-1)?.n}` : boot;
  if (now === fetchedAt) return;
  fetchedAt = now;
  const story = await get(`/races/${ID}/story?lang=${lang}`);
  const records = story && (await get(`/records?game=${story.game}`));
  if (now !== fetchedAt) return;
  if (story) change({ story, records });
  else change({ lost: !app.ui.story });
}

function result(story) {
  return h(
    "ol",
    { class: "podium-list", "aria-label": t("ui.result") },
    story.result.map((one) => {
      const seat = story.seats.find((each) => each.seat === one.seat);
      return h(
        "li",
        { key: one.seat, class: `place-${one.place ?? "none"}`, style: seatStyle(seat) },
        h("span", { class: "podium-place" }, listPlace(one)),
        badge(seat),
        h("b", {}, named(seat.name), seat.played ? h("small", {}, " ", icon("gear"), " ", t(`ui.played_${seat.played}`)) : null),
        h("span", {}, seat.out === null ? "" : `${t("ui.not_finished")} · `, pointsWords(one)),
      );
    }),
  );
}

function actions(live, story) {
  return [
    story.over ? seasonButton(live, story.id) : null,
    takeRaceHome(story),
    story.over && !story.refused ? h("button", { class: "button", key: "share", onclick: () => sharePicture(story) }, icon("save"), t("ui.share")) : null,
    h("a", { class: "button", key: "past", href: `/history?race=${story.id}` }, icon("history"), t("ui.history")),
  ];
}

function charts(story, part) {
  const lines = (field) => story.seats.map(({ seat, name, colour, ...figures }) => ({ seat, name, colour, values: figures[field] }));
  return [
    placesChart(story),
    story.figures.map(({ name, label }) => chart({ title: t(label), lines: lines(name), ...part.chartOptions[name] })),
    chart({ title: t("ui.chart_time"), lines: lines("took_s"), least: 0 }),
  ];
}

function recordsPart(story, { kinds, courses, players }, words) {
  const names = story.seats.map((seat) => seat.name.trim().toLowerCase());
  const course = courses.find((each) => each.laid === story.laid && (story.laid || (story.course && each.course === story.course)));
  const list = (title, records, withName) => {
    const known = kinds.filter(({ kind }) => records[kind]);
    return recordList(title, known, (kind) => recordWords(records[kind], words[kind] ?? String, story, withName));
  };
  const here = players.filter((player) => names.includes(player.name.toLowerCase()));
  return h(
    "section",
    { class: "part records", "aria-label": t("ui.records") },
    h("h2", {}, icon("star"), " ", t("ui.records")),
    course ? list(course.course ? t("ui.records_course", course) : t("ui.records_laid"), course.records, true) : null,
    here.map((player) => list(t("ui.records_player", player), player.records, false)),
    course || here.length ? null : h("p", { class: "explain" }, t("ui.records_none")),
  );
}

function recordList(title, kinds, words) {
  return h(
    "div",
    { class: "record-list", key: title },
    h("h3", {}, title),
    h("dl", {}, kinds.map(({ kind, label }) => h("div", { key: kind }, h("dt", {}, t(label)), h("dd", {}, words(kind))))),
  );
}

function recordWords({ value, name, race, other_rules: other }, words, story, withName) {
  const where =
    race === story.id ? h("span", { class: "chip warm" }, t("ui.record_new")) : h("a", { href: `/races/${race}` }, t("ui.race_n", { n: race }));
  const rules = other ? ` · ${t("ui.record_other_rules")}` : null;
  return [h("b", {}, words(value)), withName ? [" · ", named(name)] : null, " ", where, rules];
}
