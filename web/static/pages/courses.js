/* The course book: courses by name, with their limits, a note and a picture. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { shrinkImage } from "../lib/shrink-image.js";
import { t } from "../lib/words.js";
import { app, ask, change, start } from "../parts/app.js";
import { ownLanguageFirst } from "../parts/course-order.js";
import { closeSheet, openSheet, redraft, sheet } from "../parts/sheet.js";
import { icon, loading } from "../parts/widgets.js";
import { GAMES } from "../games/games.js";

const [GAME] = Object.keys(GAMES).filter((game) => "courses" in GAMES[game].parts); // the game whose book it is
let fetchedAt = "";

start({ view: ({ live }) => coursesView(live), part: "courses", game: () => GAME });

function coursesView(live) {
  refresh(live);
  const { courses } = app.ui;
  return h(
    "section",
    { class: "courses", key: "courses" },
    h("h1", {}, t("ui.courses")),
    h("p", { class: "lead" }, t("ui.courses_lead")),
    app.me.host ? h("p", { class: "actions" }, h("button", { class: "button go", onclick: () => edit(null) }, icon("plus"), t("ui.course_new"))) : null,
    courses ? h("ol", { class: "course-cards" }, courses.map((course) => card(course, live))) : loading(),
  );
}

/** Fetches the book again after a change. */
async function refresh({ boot, version }) {
  const now = `${boot} ${version}`;
  if (now === fetchedAt) return;
  fetchedAt = now;
  const answer = await get("/courses");
  if (answer && now === fetchedAt) change({ courses: ownLanguageFirst(answer.courses), turned: now });
}

function card(course, live) {
  const { name, note, picture, printed, saved } = course;
  return h(
    "li",
    { key: name, class: "course-card" },
    picture ? h("img", { src: address(name), alt: t("ui.course_picture_of", { name }), loading: "lazy" }) : null,
    h("h2", {}, name),
    printed ? h("p", { class: "explain" }, t(`ui.course_printed_${printed}`)) : null,
    app.part.shown(course, live),
    note ? h("p", { class: "course-note" }, note) : null,
    app.me.host
      ? h(
          "p",
          { class: "actions" },
          h("button", { class: "button", "aria-label": t("ui.course_edit", { name }), onclick: () => edit(course) }, icon("edit"), t(saved ? "ui.course_edit_do" : "ui.course_write")),
          saved ? h("button", { class: "button step", "aria-label": t("ui.course_remove", { name }), onclick: () => ask("/courses/remove", { name }) }, icon("cross")) : null,
        )
      : null,
  );
}

/** A picture's address; it changes with the book, so that a cached picture is not shown. */
function address(name) {
  return `/api/v1/courses/picture?${new URLSearchParams({ name, v: app.ui.turned })}`;
}

/** Opens the sheet of a course, or (null) of a new one. A saved course keeps its name. */
function edit(course) {
  const { name, limits, flag, note, laid } = course ?? { name: "", note: "", ...app.part.fresh() };
  openSheet((live) => editor(course, live), { name, limits, flag, note, laid });
}

function editor(course, live) {
  const { draft } = app.ui;
  const save = h(
    "button",
    { class: "button go", disabled: !draft.name.trim(), onclick: () => put(draft) },
    icon("ok"),
    t("ui.course_save_do"),
  );
  return sheet(
    { title: course?.name ?? t("ui.course_new"), buttons: [save] },
    course ? null : field("ui.course_name", h("input", { value: draft.name, maxlength: 60, autocomplete: "off", oninput: (event) => redraft({ name: event.target.value }) })),
    app.part.fields({ draft, put: redraft, live }),
    field("ui.course_note", h("textarea", { value: draft.note, maxlength: 500, rows: 3, oninput: (event) => redraft({ note: event.target.value }) })),
    pictureField(course),
  );
}

function field(word, control) {
  return h("label", { class: "course-field", key: word }, t(word), control);
}

function pictureField(course) {
  const { draft } = app.ui;
  const there = draft.picture ?? (course?.picture ? address(course.name) : "");
  return h(
    "div",
    { class: "course-field", key: "picture" },
    there ? h("img", { src: there, alt: t("ui.course_picture") }) : null,
    h(
      "span",
      { class: "actions" },
      h("label", { class: "button upload" }, icon("up"), t("ui.course_picture_choose"), h("input", { type: "file", accept: "image/*", onchange: choose })),
      there ? h("button", { class: "button", onclick: () => redraft({ picture: "" }) }, icon("cross"), t("ui.course_picture_remove")) : null,
    ),
    draft.wrong ? h("p", { class: "fault", role: "alert" }, icon("alert"), t("ui.course_picture_wrong")) : null,
  );
}

async function choose(event) {
  const [file] = event.target.files;
  if (!file) return;
  const picture = await shrinkImage(file);
  redraft(picture ? { picture, wrong: false } : { wrong: true });
  event.target.value = "";
}

async function put({ name, limits, flag, note, picture, laid }) {
  const body = { name, limits, flag, note, laid };
  const answer = await ask("/courses", picture === undefined ? body : { ...body, picture });
  if (answer.ok) closeSheet();
}
