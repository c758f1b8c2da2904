/* Setting a race up: players, course, settings. The draft outlives the page, in this browser. */

import { app, ask, change, start, toast } from "./core.js";
import { h } from "./dom.js";
import { faults, fromOptions, newDraft, toOptions } from "./draft.js";
import { coursePart, playersPart, settingsPart } from "./form.js";
import { icon } from "./parts.js";
import { seating, seatingNote } from "./seating.js";
import { get } from "./send.js";
import { t } from "./words.js";

const KEPT = "companion.draft";

start({ view: ({ live }) => setupView(live) });

function setupView(live) {
  if (app.ui.draft === undefined) prefill(live);
  if (!app.ui.draft) return h("p", { class: "lead" }, t("ui.loading"));
  const draft = app.ui.draft;
  seating(put);
  const wrong = faults(draft, live.table.seats);
  const form = { live, draft, wrong: app.ui.tried ? wrong : {}, put };
  return h(
    "form",
    { class: "setup", key: "setup", novalidate: true, onsubmit: (event) => submit(event, live, wrong) },
    h("h1", {}, t(reopens(live) ? "ui.setup_reopened" : "ui.setup_title")),
    running(live) ? h("p", { class: "note" }, icon("alert"), t("ui.race_running")) : null,
    gamePart(),
    seatingNote(live),
    playersPart(form),
    coursePart(form),
    settingsPart(form),
    startPart(live, wrong),
  );
}

const reopens = (live) => Boolean(live.race && !live.race.begun && !live.race.over);
const running = (live) => Boolean(live.race && live.race.begun && !live.race.over);

/** From the race that can be reopened, from what was typed here, or from the last race. */
async function prefill(live) {
  app.ui.draft = null;
  const { seats } = live.table;
  let draft = reopens(live) ? null : kept();
  if (!draft) {
    const race = await lastRace(live);
    draft = race ? { ...fromOptions(race.options, seats), course: race.course } : newDraft(seats);
  }
  change({ draft });
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT));
  } catch {
    return null; // no storage here, or not ours: start afresh
  }
}

/** The race on the table, or the newest one that is kept; with the name of its course. */
async function lastRace({ race }) {
  const id = race?.id ?? (await get("/races"))?.races[0]?.id;
  return id ? ((await get(`/races/${id}`)) ?? race) : null;
}

function put(draft) {
  keep(JSON.stringify(draft));
  change({ draft });
}

function keep(text) {
  try {
    if (text) localStorage.setItem(KEPT, text);
    else localStorage.removeItem(KEPT);
  } catch {
    // a browser without storage only forgets the draft
  }
}

function gamePart() {
  return h(
    "fieldset",
    { class: "part game" },
    h("legend", {}, t("ui.game")),
    h(
      "label",
      { class: "game-card" },
      h("input", { type: "radio", name: "game", checked: true, value: "snow_tails" }),
      icon("dog"),
      h("span", {}, h("b", {}, t("ui.game_snow_tails")), h("small", {}, t("ui.game_snow_tails_lead"))),
    ),
  );
}

function startPart(live, wrong) {
  const missing = app.ui.tried ? Object.entries(wrong) : [];
  return h(
    "div",
    { class: "part launch" },
    missing.length
      ? h(
          "ul",
          { class: "missing", role: "alert" },
          missing.map(([where, [key, params]]) => h("li", { key: where }, icon("alert"), t(key, params))),
        )
      : null,
    h(
      "button",
      { class: "button big go", type: "submit", disabled: Boolean(app.ui.starting) },
      icon("flag"),
      t(reopens(live) ? "ui.setup_save" : "ui.start_race"),
    ),
    h(
      "button",
      { class: "button", type: "button", onclick: () => put(newDraft(live.table.seats)) },
      t("ui.start_afresh"),
    ),
  );
}

async function submit(event, live, wrong) {
  event.preventDefault();
  change({ tried: true });
  const [first] = Object.keys(wrong);
  if (first) {
    requestAnimationFrame(() => document.querySelector(`[data-at="${first}"]`)?.focus());
    return;
  }
  change({ starting: true });
  const { course = "" } = app.ui.draft;
  const body = { game: "snow_tails", options: toOptions(app.ui.draft), course };
  const answer = await ask("/races", reopens(live) ? { ...body, replace: live.race.id } : body);
  change({ starting: false });
  if (!answer.ok) return;
  keep(null);
  toast({ text: t("ui.race_started") });
  location.assign("/");
}
