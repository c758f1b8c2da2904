/* A course suggested by the companion: the wishes, and the first suggestion that lies free. */

import { query } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { choices, icon } from "../../parts/widgets.js";
import { freest } from "./track-course.js";

const LENGTHS = ["short", "medium", "long"];
const DIFFICULTIES = ["easy", "medium", "hard"];

/** The fields that have a course suggested; null once pieces were laid or moved by hand. `put` gets
    what changed of the draft `{laid, made?, wish?}`. */
export function makingFields({ draft, put, pieces }) {
  const { laid, made = null, wish = { length: "medium", difficulty: "medium" } } = draft;
  if (laid.length && laid !== made) return null;
  const wished = (name, values) =>
    choices(`make-${name}`, t(`ui.make_${name}`), wish[name], values.map((value) => ({ value, words: t(`ui.make_${name}_${value}`) })), (value) => put({ wish: { ...wish, [name]: value }, fault: null }));
  return h(
    "section",
    { class: "making", key: "making", "aria-label": t("ui.make_title") },
    h("h3", {}, t("ui.make_title")),
    wished("length", LENGTHS),
    wished("difficulty", DIFFICULTIES),
    draft.fault ? h("p", { class: "fault", key: "fault", role: "alert" }, icon("alert"), " ", draft.fault) : null,
    h("p", { class: "actions" }, h("button", { type: "button", class: "button", onclick: () => make(wish, put, pieces) }, icon("star"), t(laid.length ? "ui.make_again" : "ui.make_do"))),
  );
}

async function make(wish, put, pieces) {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const answer = await query("/courses/proposals", { ...wish, seed });
  if (!answer.ok) return put({ fault: answer.error.text });
  const made = freest(answer.data.courses, pieces);
  put({ laid: made, made, at: undefined, fault: null });
}
