/* A race's past: every act with who, when and from which device; back to any point of it. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { clock, lang, t, when } from "../lib/words.js";
import { app, ask, change, start, step } from "../parts/app.js";
import { metaOf } from "../parts/snapshot.js";
import { badge, icon, loading, paint } from "../parts/widgets.js";

const PAGE = 150; // so many acts are drawn at once
const ASKED = Number(new URLSearchParams(location.search).get("race")) || null;
let seen = "";

start({ view: ({ live }) => historyView(live), says: ({ live }) => live.log.at(-1)?.events.map((event) => event.text).join(" ") ?? "" });

function historyView(live) {
  const race = ASKED ?? live.race?.id;
  learn(live, race);
  const rows = app.ui.past;
  const most = app.ui.most ?? PAGE;
  return h(
    "section",
    { class: "history", key: "history" },
    h("h1", {}, t("ui.history")),
    h("p", { class: "lead" }, t("ui.history_lead")),
    controls(live, race),
    rows?.some((row) => !row.clock_synced) ? h("p", { class: "explain", key: "clock" }, t("ui.clock_doubt")) : null,
    rows ? h("ol", { class: "past", reversed: true }, [...rows].reverse().slice(0, most).map((row) => pastRow(live, race, row)), begin(live, race, rows, most)) : race ? loading() : h("p", { class: "lead" }, t("ui.no_race")),
    rows?.length > most
      ? h("button", { class: "button", key: "more", onclick: () => change({ most: most + PAGE }) }, t("ui.show_earlier"))
      : null,
  );
}

/** Reads the past anew when something was done. */
async function learn({ boot, race, log }, id) {
  const now = `${boot} ${id} ${race?.id} ${log.at(-1)?.n}`;
  if (!id || now === seen) return;
  seen = now;
  const answer = await get(`/races/${id}/past?lang=${lang}`);
  if (answer && now === seen) change({ past: answer.past, sure: null });
}

const mayGo = (live, race) =>
  live.race?.id === race && (app.me.host || app.me.seats.some((seat) => live.state.seats.some((player) => player.seat === seat)));

function controls(live, race) {
  if (!mayGo(live, race)) return null;
  const key = (which) =>
    h(
      "button",
      { class: "button", disabled: !live.race[`can_${which}`], onclick: () => step(which) },
      icon(which),
      t(`ui.step_${which}`),
    );
  return h("div", { class: "controls", key: "controls" }, key("undo"), key("redo"));
}

function pastRow(live, race, row) {
  const meta = row.seat ? metaOf(live, row.seat) : null;
  const texts = row.events.map((event) => event.text).filter(Boolean);
  const gone = !row.stands && row.act !== "undo" && row.act !== "redo";
  return h(
    "li",
    { key: row.n, value: row.n, class: `past-row past-${row.act}${gone ? " gone" : ""}`, style: meta ? paint(meta) : {} },
    meta ? badge(meta) : icon(["undo", "redo"].includes(row.act) ? row.act : "flag"),
    h(
      "span",
      { class: "past-words" },
      gone ? h("span", { class: "sr" }, t("ui.taken_back")) : null,
      h("span", { class: "past-text" }, texts.length ? texts.join(" ") : t(`ui.act_${row.act}`)),
      h("small", {}, h("time", { datetime: row.wall, title: when(row.wall) }, clock(row.wall)), row.clock_synced ? "" : "?", ` · ${row.from}`),
    ),
    row.stands && row.acts < live.race?.acts ? goKey(live, race, row.acts) : null,
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
    live.race?.acts > 0 ? goKey(live, race, 0) : null,
  );
}

/** Back to a point: asks once more, for it may take back a good part of the race. */
function goKey(live, race, to) {
  if (!mayGo(live, race)) return null;
  const asked = app.ui.sure === to;
  const n = live.race.acts - to;
  const press = () => (asked ? go(to) : change({ sure: to }));
  return h(
    "button",
    { class: `button${asked ? " warm" : ""}`, onclick: press },
    icon("undo"),
    t(asked ? "ui.take_back_n" : "ui.back_to_here", { n }),
  );
}

async function go(to) {
  await ask("/undo", { version: app.live.version, to });
  change({ sure: null });
}
