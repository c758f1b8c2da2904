/* Changing the laid course during a race: pieces added, removed, exchanged. Loaded when first opened. */

import { send } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app } from "../../parts/app.js";
import { closeSheet, redraft, sheet } from "../../parts/sheet.js";
import { icon } from "../../parts/widgets.js";
import { layingFields } from "./course-laying.js";
import { trackPieces } from "./course-picture.js";
import { wholeCourse } from "./race-course.js";
import { refusal } from "./refusal.js";
import { resolved } from "./track-course.js";
import { entryOf, titleOf } from "./track-piece.js";

/** The sheet's first draft: the course as it lies. */
export function relayDraft(live) {
  const lying = wholeCourse(live) ?? [];
  return { lying, laid: lying.map(({ name, side }) => ({ piece: name, side, turned: false })) };
}

/** The sheet of the laid course. */
export function relaySheet(live) {
  if (live.race.over) return null;
  const { draft } = app.ui;
  const pieces = known(draft.lying, trackPieces(live) ?? []);
  const save = h("button", { class: "button go", onclick: () => lay(draft.laid, pieces) }, icon("ok"), t("ui.course_save"));
  return sheet(
    { title: t("ui.course_change"), lead: t("ui.relay_lead"), buttons: [save] },
    draft.refused ? refusal(draft.refused, post) : null,
    layingFields({ draft, put: redraft, pieces, lies: true }),
  );
}

/** The pieces as they lie, and the others of the box. */
const known = (lying, box) => [...lying, ...box.filter((piece) => !lying.some((one) => titleOf(one) === titleOf(piece)))];

const lay = (laid, pieces) => post([{ act: "course", pieces: resolved(laid, pieces).map(entryOf) }]);

/** Posts the new course, with its remedy after a correction; a refusal is shown in the sheet. */
async function post(acts) {
  for (const act of acts) {
    const answer = await send("/acts", { act });
    if (!answer.ok) return redraft({ refused: answer.error });
  }
  closeSheet();
}
