/* The course in the set-up: loaded from the course book, or saved to it. */

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app, ask, change } from "../../parts/app.js";
import { ownLanguageFirst } from "../../parts/course-order.js";
import { setting, toggle } from "../../parts/form-fields.js";
import { icon } from "../../parts/widgets.js";
import { courseToday } from "./course-today.js";
import { laidCourse } from "./course-picture.js";

let requested = false;

/** The fields that name the draft's course; a course of the book brings its limits. */
export function courseChoice({ live, draft, put }) {
  fetchOnce();
  const courses = app.ui.book ?? [];
  const name = draft.course ?? "";
  const found = courses.find((course) => course.name === name.trim());
  const choose = (event) => put({ ...draft, ...fromBook(courses.find((course) => course.name === event.target.value)) });
  return h(
    "div",
    { class: "book-choice", key: "book-choice" },
    h(
      "label",
      {},
      t("ui.course_from_book"),
      h(
        "select",
        { value: found ? found.name : "", onchange: choose },
        h("option", { value: "" }, t("ui.course_other")),
        courses.map((course) => h("option", { value: course.name, key: course.name }, course.limits.length ? course.name : t("ui.course_without", { name: course.name }))),
      ),
    ),
    courseToday({ live, draft, put }),
    h("label", {}, t("ui.course_name"), h("input", { value: name, maxlength: 60, autocomplete: "off", oninput: (event) => put({ ...draft, course: event.target.value }) })),
    found && !differs(found, draft) ? laidCourse(found, live) : null,
    follows(draft) ? setting("follow", toggle({ draft, put }, "follow")) : null,
    found && found.limits.length && differs(found, draft) ? h("p", { class: "explain", key: "differs" }, t("ui.course_differs")) : null,
    app.me.host && name.trim() && !(found && !differs(found, draft)) ? saving(draft, Boolean(found?.laid.length) && !follows(draft)) : null,
  );
}

/** The button that saves the draft's course. `bare`: it says that the course of this name loses the
    pieces that it is laid from, as they show other limits. */
function saving(draft, bare) {
  return [
    bare ? h("p", { class: "explain", key: "drops" }, icon("alert"), " ", t("ui.course_drops")) : null,
    h("button", { type: "button", class: "button", key: "save", onclick: () => save(draft) }, icon("save"), t(bare ? "ui.course_to_book_bare" : "ui.course_to_book")),
  ];
}

/** The changes that a course of the book makes to a draft; one without limits keeps the draft's. */
function fromBook(course) {
  if (!course) return { course: "", laid: null };
  if (!course.limits.length) return { course: course.name, laid: null };
  return { course: course.name, limits: [...course.limits], flag: course.flag, laid: laidOf(course) };
}

/** The pieces of a laid course, with the limits and the flag that follow from them. */
export function laidOf({ laid, limits, flag }) {
  return laid?.length ? { pieces: laid, limits, flag } : null;
}

/** The pieces of the draft's course; null if it is none of pieces, or its limits or flag were changed. */
export function follows({ laid, limits, flag }) {
  return laid && !differs(laid, { limits, flag }) ? laid.pieces : null;
}

function differs(course, { limits, flag }) {
  return JSON.stringify([course.limits, course.flag]) !== JSON.stringify([limits, flag]);
}

async function fetchOnce() {
  if (requested) return;
  requested = true;
  await fetchCourses();
}

async function fetchCourses() {
  const answer = await get("/courses");
  if (answer) change({ book: ownLanguageFirst(answer.courses) });
}

async function save(draft) {
  const { course: name, limits, flag } = draft;
  const laid = follows(draft);
  const answer = await ask("/courses", { name, limits, flag, ...(laid ? { laid } : {}) });
  if (answer.ok) await fetchCourses();
}
