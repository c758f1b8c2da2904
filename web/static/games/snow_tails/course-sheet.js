/* Changing the course during a race: the lines ahead can change, crossed ones stay. Loaded when
   first opened. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { act, app } from "../../parts/app.js";
import { closeSheet, redraft, sheet } from "../../parts/sheet.js";
import { icon } from "../../parts/widgets.js";
import { courseFields } from "./course-fields.js";
import { crossedLines, limitsOf } from "./sled.js";

/** The sheet's first draft: the current course. */
export function courseDraft(live) {
  return { limits: limitsOf(live), flag: live.state.flag };
}

/** The sheet of the course. */
export function courseSheet(live) {
  if (live.race.over) return null;
  const { draft } = app.ui;
  const crossed = crossedLines(live);
  const finished = crossed > limitsOf(live).length;
  const save = h(
    "button",
    { class: "button go", disabled: same(draft, courseDraft(live)), onclick: () => put(draft, finished) },
    icon("ok"),
    t("ui.course_save"),
  );
  return sheet(
    {
      title: t("ui.course_change"),
      lead: finished ? t("ui.course_finished") : t("ui.course_change_lead"),
      buttons: [save],
    },
    courseFields({ draft, put: redraft, fixed: crossed, closed: finished }),
  );
}

function same(one, other) {
  return JSON.stringify([one.limits, one.flag]) === JSON.stringify([other.limits, other.flag]);
}

async function put({ limits, flag }, finished) {
  const body = finished ? { act: "course", flag } : { act: "course", limits, flag };
  if ((await act(body, { sure: true })).ok) closeSheet();
}
