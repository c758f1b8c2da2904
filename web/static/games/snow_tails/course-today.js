/* The course for today in the set-up: one key takes it, then its picture and this table's results.
   Where no track pieces are described, it is laid from invented ones. */

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { lang, t } from "../../lib/words.js";
import { app, ask, change } from "../../parts/app.js";
import { icon, named } from "../../parts/widgets.js";
import { BOX, coursePicture, fetchPieces, trackPieces } from "./course-picture.js";
import { freest } from "./track-course.js";

let requested = false;

/** The key, and what belongs to the course once the draft has it; without track pieces, the host's
    key for invented ones. */
export function courseToday({ live, draft, put }) {
  fetchOnce();
  const pieces = trackPieces(live);
  const { today } = app.ui;
  if (pieces && !pieces.length && app.me.host) return invented({ draft, put });
  if (!today?.courses.length || !pieces?.length) return null;
  const found = best(today, pieces);
  const date = dateOf(today);
  const taken = JSON.stringify(draft.laid?.pieces) === JSON.stringify(found.laid);
  return h(
    "div",
    { class: "course-today", key: "today" },
    h("button", { type: "button", class: "button", "aria-pressed": String(taken), onclick: () => put(withToday(draft, found, date)) }, icon("star"), t("ui.today_take", { date })),
    taken ? about(found, today, pieces, date) : null,
    taken && !live.clock_synced ? h("p", { class: "note", key: "clock" }, icon("alert"), t("ui.today_clock")) : null,
  );
}

const dateOf = ({ date }) => new Date(`${date}T12:00`).toLocaleDateString(lang, { day: "numeric", month: "long" });

/** The course of today with the most room for sleds. */
function best({ courses }, pieces) {
  const freer = freest(courses.map(({ laid }) => laid), pieces);
  return courses.find(({ laid }) => laid === freer);
}

/** The key that lays a course from invented pieces, and what they are. */
function invented({ draft, put }) {
  return h(
    "div",
    { class: "course-today", key: "invented" },
    h("button", { type: "button", class: "button", onclick: () => invent(draft, put) }, icon("star"), t("ui.today_invented")),
    h("p", { class: "explain", key: "lead" }, t("ui.today_invented_lead"), " ", h("a", { href: BOX }, t("ui.today_describe"))),
  );
}

/** Takes the example's pieces for the table's, and their course of today for the draft's. */
async function invent(draft, put) {
  const example = await get(`${BOX}/example`);
  if (!example || !(await ask(BOX, { box: example.box }, "PUT")).ok) return;
  await Promise.all([fetchPieces(), fetchToday()]);
  put(withToday(draft, best(app.ui.today, app.ui.trackPieces), dateOf(app.ui.today)));
}

function withToday(draft, { laid, limits, flag, seed }, date) {
  return { ...draft, course: t("ui.today_name", { date }), limits: [...limits], flag, laid: { pieces: laid, limits, flag, seed }, follow: true };
}

function about({ laid, results }, { example }, pieces, date) {
  return [
    coursePicture({ name: t("ui.today_name", { date }), laid }, pieces),
    h("p", { class: "explain", key: "lead" }, t("ui.today_lead")),
    example ? h("p", { class: "explain", key: "example" }, icon("alert"), " ", t("ui.lay_invented")) : null,
    h("h3", { key: "house" }, t("ui.today_results")),
    results.length
      ? h("ol", { key: "results" }, results.map(({ name, rounds, race }) => h("li", { key: race + name }, named(name), " · ", h("a", { href: `/races/${race}` }, t("ui.today_rounds", { n: rounds })))))
      : h("p", { class: "explain", key: "results" }, t("ui.today_nobody")),
  ];
}

async function fetchOnce() {
  if (requested) return;
  requested = true;
  await fetchToday();
}

async function fetchToday() {
  const today = await get("/courses/today");
  if (today) change({ today });
}
