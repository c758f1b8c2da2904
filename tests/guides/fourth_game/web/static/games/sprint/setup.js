/* Sprint in the set-up: how far it is to the finish. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { number } from "../../parts/form-fields.js";

export const players = { fewest: 2, most: 6, own: {}, ownCards: true };

/** The default length. */
export function fresh() {
  return { finish: 12 };
}

/** The finish of an earlier race. */
export function fromOptions({ finish }) {
  return { finish: finish ?? fresh().finish };
}

/** The options to post, without the seats. */
export function toOptions({ finish }) {
  return { finish };
}

/** Nothing can be missing or wrong. */
export function faults() {
  return {};
}

/** The last race's draft, unchanged. */
export function repeated(draft) {
  return draft;
}

/** Players have a name, a colour and a seat, and nothing else. */
export function playerFields() {
  return [];
}

/** The length of the course. */
export function sections({ draft, put }) {
  return h(
    "fieldset",
    { class: "part", key: "course" },
    h("legend", {}, t("ui.course")),
    number(t("ui.field_finish"), draft.finish, 5, 30, (finish) => put({ ...draft, finish })),
  );
}
