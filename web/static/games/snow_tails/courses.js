/* Snow Tails in the course book: red lines in driving order and the flag's side, entered, or read
   off the track pieces that are laid. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { icon } from "../../parts/widgets.js";
import { courseFields } from "./course-fields.js";
import { layingFields } from "./course-laying.js";
import { laidCourse, trackPieces } from "./course-picture.js";
import { course as lines } from "./symbols.js";

/** A new course. */
export function fresh() {
  return { limits: [4, 4, 4], flag: "left", laid: [] };
}

/** A course of the book; some have only a name. */
export function shown(course, live) {
  const { limits, flag, laid } = course;
  return [
    laidCourse(course, live),
    limits.length || laid.length ? null : h("p", { class: "explain", key: "limits" }, t("ui.course_no_limits")),
    limits.length ? h("p", { key: "lines" }, lines(limits, 0)) : null,
    limits.length || laid.length ? h("p", { key: "flag" }, icon("flag"), " ", t(`ui.flag_${flag}`)) : null,
  ];
}

/** The fields of a course: laid from pieces, or its limits and flag. */
export function fields({ draft, put, live }) {
  const pieces = trackPieces(live);
  if (draft.laid.length || draft.laying) return pieces ? [layingFields({ draft, put, pieces }), h("p", { class: "explain", key: "follows" }, t("ui.lay_follows"))] : null;
  return [
    pieces?.length
      ? h("p", { class: "actions", key: "lay" }, h("button", { type: "button", class: "button", onclick: () => put({ laying: true }) }, icon("plus"), t("ui.lay_do")))
      : h("p", { key: "lay" }, h("a", { href: "/boxes/snow_tails" }, t("ui.lay_describe"))),
    courseFields({ draft, put }),
  ];
}
