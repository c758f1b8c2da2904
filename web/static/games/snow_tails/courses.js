/* Snow Tails in the course book: red lines in driving order, and the flag's side. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { icon } from "../../parts/widgets.js";
import { courseFields } from "./course-fields.js";
import { course as lines } from "./symbols.js";

/** A new course. */
export function fresh() {
  return { limits: [4, 4, 4], flag: "left" };
}

/** A course of the book; some have only a name. */
export function shown({ limits, flag }) {
  if (!limits.length) return h("p", { class: "explain", key: "limits" }, t("ui.course_no_limits"));
  return [
    h("p", { key: "lines" }, lines(limits, 0)),
    h("p", { key: "flag" }, icon("flag"), " ", t(`ui.flag_${flag}`)),
  ];
}

export const fields = courseFields;
