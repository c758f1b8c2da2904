/* The sheet in which a season's race is entered or changed by hand. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app } from "../../parts/app.js";
import { closeSheet, redraft, sheet } from "../../parts/sheet.js";
import { icon } from "../../parts/widgets.js";

const MOST_PLACES = 20;

/** The sheet. The draft has `title` and `rows`: `{name, place, out?}`, `place` a number, "out" or
    "missed", `out` the points of one who did not finish. `put(body)` posts the act and gives its answer. */
export function raceSheet(season, title, put) {
  const { draft } = app.ui;
  const raced = draft.rows.filter((row) => row.place !== "missed" && row.name.trim());
  const save = h(
    "button",
    { class: "button go", disabled: !raced.length, onclick: () => submit(draft, raced, put) },
    icon("ok"),
    t("ui.course_save_do"),
  );
  return sheet(
    { title, lead: t("ui.season_hand_lead"), buttons: [save] },
    h(
      "label",
      { class: "one-line" },
      t("ui.season_race_title"),
      h("input", { value: draft.title, maxlength: 60, autocomplete: "off", oninput: (event) => redraft({ title: event.target.value }) }),
    ),
    h("ol", { class: "hand-rows" }, draft.rows.map((row, at) => resultRow(row, at, draft.rows.length, season.players.includes(row.name)))),
    h(
      "button",
      { class: "button", onclick: addRow },
      icon("plus"),
      t("ui.season_add_row"),
    ),
  );
}

function resultRow(row, at, count, known) {
  const set = (changes) => redraft({ rows: app.ui.draft.rows.map((each, i) => (i === at ? { ...each, ...changes } : each)) });
  const label = t("ui.player_n", { n: at + 1 });
  const places = Array.from({ length: Math.min(MOST_PLACES, Math.max(count, Number(row.place) || 0)) }, (_, i) => i + 1);
  return h(
    "li",
    { key: at },
    known && !row.fresh
      ? h("b", {}, row.name)
      : h("input", { "aria-label": label, value: row.name, maxlength: 60, autocomplete: "off", oninput: (event) => set({ name: event.target.value }) }),
    h(
      "select",
      {
        "aria-label": t("ui.season_place_of", { name: row.name || label }),
        value: String(row.place),
        onchange: (event) => set({ place: Number(event.target.value) || event.target.value }),
      },
      places.map((place) => h("option", { value: String(place), key: place }, t("ui.season_place_n", { n: place }))),
      h("option", { value: "out" }, t("ui.not_finished")),
      h("option", { value: "missed" }, t("ui.season_missed")),
    ),
  );
}

function addRow() {
  const { rows } = app.ui.draft;
  const taken = rows.map((row) => Number(row.place) || 0);
  const place = Math.min(MOST_PLACES, Math.max(0, ...taken) + 1);
  redraft({ rows: [...rows, { name: "", place, fresh: true }] });
}

async function submit(draft, raced, put) {
  const results = raced.map(({ name, place, out }) => (place === "out" ? { name, place: null, ...(out ? { points: out } : {}) } : { name, place }));
  const answer = await put({ title: draft.title, results });
  if (answer.ok) closeSheet();
}
