/* A race's history: every act with who, when and from which device; undo to any point of it. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { clock, lang, t, when } from "../lib/words.js";
import { app, ask, change, say, start, undoOrRedo } from "../parts/app.js";
import { clockDoubt, clockNote } from "../parts/clock-doubt.js";
import { rulesNote } from "../parts/rules-note.js";
import { mayAct, metaOf } from "../parts/snapshot.js";
import { strikeButton } from "../parts/turn-time.js";
import { badge, icon, loading, seatStyle } from "../parts/widgets.js";

const PAGE = 150; // acts drawn at once
const WANTED_RACE = Number(new URLSearchParams(location.search).get("race")) || null;
let fetchedAt = "";

start({ view: ({ live }) => historyView(live), announces: ({ live }) => live.log.at(-1)?.events.map((event) => event.text).join(" ") ?? "" });

function historyView(live) {
  const race = WANTED_RACE ?? live.race?.id;
  refresh(live, race);
  const rows = app.ui.past;
  const most = app.ui.most ?? PAGE;
  const shown = [...(rows ?? [])].reverse().slice(0, most);
  const doubt = clockDoubt(shown);
  return h(
    "section",
    { class: "history", key: "history" },
    h("h1", {}, t("ui.history")),
    h("p", { class: "lead" }, t("ui.history_lead")),
    rows ? rulesNote(app.ui.replay) : null,
    controls(live, race),
    clockNote(doubt),
    rows ? h("ol", { class: "past", reversed: true }, shown.map((row) => pastRow(live, race, row, doubt)), begin(live, race, rows, most)) : race ? loading() : h("p", { class: "lead" }, t("ui.no_race")),
    rows?.length > most
      ? h("button", { class: "button", key: "more", onclick: () => change({ most: most + PAGE }) }, t("ui.show_earlier"))
      : null,
  );
}

/** Fetches the history again after an act. */
async function refresh({ boot, race, log }, id) {
  const now = `${boot} ${id} ${race?.id} ${log.at(-1)?.n}`;
  if (!id || now === fetchedAt) return;
  fetchedAt = now;
  const answer = await get(`/races/${id}/past?lang=${lang}`);
  if (answer && now === fetchedAt) change({ past: answer.past, replay: answer, sure: null });
}

const mayGo = (live, race) =>
  Boolean(live.race) && live.race.id === race && (app.me.host || app.me.seats.some((seat) => live.state.seats.some((player) => player.seat === seat)));

function controls(live, race) {
  if (!mayGo(live, race)) return null;
  const button = (which) =>
    h(
      "button",
      { class: "button", disabled: !live.race[`can_${which}`], onclick: () => undoOrRedo(which) },
      icon(which),
      t(`ui.step_${which}`),
    );
  return h("div", { class: "controls", key: "controls" }, button("undo"), button("redo"));
}

function pastRow(live, race, row, doubt) {
  const meta = row.seat ? metaOf(live, row.seat) : null;
  const texts = row.events.map((event) => event.text).filter(Boolean);
  const gone = !row.stands && row.act !== "undo" && row.act !== "redo";
  return h(
    "li",
    { key: row.n, value: row.n, class: `past-row past-${row.act}${gone ? " gone" : ""}`, style: meta ? seatStyle(meta) : {} },
    meta ? badge(meta) : icon(["undo", "redo"].includes(row.act) ? row.act : "flag"),
    h(
      "span",
      { class: "past-words" },
      gone ? h("span", { class: "sr" }, t("ui.taken_back")) : null,
      h("span", { class: "past-text" }, texts.length ? texts.join(" ") : t(`ui.act_${row.act}`)),
      h("small", {}, h("time", { datetime: row.wall, title: when(row.wall) }, clock(row.wall)), doubt.sign(row), ` · ${row.from}`),
    ),
    row.timed && live.race?.id === race && mayAct(app.me, row.seat) ? strikeButton(row.seat, row.timed, "ui.strike_time") : null,
    row.stands && row.acts < live.race?.acts ? backButton(live, race, row.acts) : null,
  );
}

/** The start of the race, below its first act. */
function begin(live, race, rows, most) {
  if (rows.length > most) return null;
  return h(
    "li",
    { key: 0, value: 0, class: "past-row past-begin" },
    icon("flag"),
    h("span", { class: "past-words" }, t("ui.act_start")),
    live.race?.acts > 0 ? backButton(live, race, 0) : null,
  );
}

/** A button back to a point; it asks for confirmation, as it may undo much of the race. */
function backButton(live, race, to) {
  if (!mayGo(live, race)) return null;
  const confirming = app.ui.sure === to;
  const n = live.race.acts - to;
  const press = () => (confirming ? go(to) : askSure(to, n));
  return h(
    "button",
    { class: `button${confirming ? " warm" : ""}`, onclick: press },
    icon("undo"),
    t(confirming ? "ui.take_back_n" : "ui.back_to_here", { n }),
  );
}

function askSure(to, n) {
  change({ sure: to });
  say(t("ui.take_back_n", { n }));
}

async function go(to) {
  await ask("/undo", { version: app.live.version, to });
  change({ sure: null });
}
