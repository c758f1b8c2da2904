/* The course for today in the set-up: one key takes it, then its picture and this table's results. */

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { lang, t } from "../../lib/words.js";
import { app, change } from "../../parts/app.js";
import { icon, named } from "../../parts/widgets.js";
import { coursePicture, trackPieces } from "./course-picture.js";
import { freest } from "./track-course.js";

let requested = false;

/** The key, and what belongs to the course once the draft has it; null without track pieces. */
export function courseToday({ live, draft, put }) {
  fetchOnce();
  const pieces = trackPieces(live);
  const { today } = app.ui;
  if (!today?.courses.length || !pieces?.length) return null;
  const best = freest(today.courses.map(({ laid }) => laid), pieces);
  const found = today.courses.find(({ laid }) => laid === best);
  const date = new Date(`${today.date}T12:00`).toLocaleDateString(lang, { day: "numeric", month: "long" });
  const taken = JSON.stringify(draft.laid?.pieces) === JSON.stringify(found.laid);
  return h(
    "div",
    { class: "course-today", key: "today" },
    h("button", { type: "button", class: "button", "aria-pressed": String(taken), onclick: () => put(withToday(draft, found, date)) }, icon("star"), t("ui.today_take", { date })),
    taken ? about(found, today, pieces, date) : null,
    taken && !live.clock_synced ? h("p", { class: "note", key: "clock" }, icon("alert"), t("ui.clock_unset")) : null,
  );
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
  const today = await get("/courses/today");
  if (today) change({ today });
}
