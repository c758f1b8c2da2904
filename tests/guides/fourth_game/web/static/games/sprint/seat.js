/* Sprint on a seat's phone: how far the sled is, and a button for each card. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { act } from "../../parts/app.js";
import { playerOf } from "../../parts/snapshot.js";
import { track } from "./track.js";

const VALUES = [1, 2, 3, 4, 5];

/** The round. */
export function chips(live) {
  return h("span", { class: "chip round", key: "round" }, t("ui.round_n", { n: live.state.round }));
}

/** The course, with all sleds. */
export function mat(live) {
  return track(live);
}

/** A button for each card that can be tapped. */
export function buttons(live, seat) {
  const { card } = playerOf(live, seat);
  const press = (value) => act({ act: "tap", seat, card: { value } });
  return h(
    "div",
    { class: "sprint-values", key: "values", role: "group", "aria-label": t("ui.values") },
    VALUES.map((value) =>
      h(
        "button",
        {
          key: value,
          class: `button${live.up.includes(seat) ? "" : " idle"}`,
          "aria-pressed": String(card === value),
          "aria-label": t("ui.tap_card", { value }),
          onclick: () => press(value),
        },
        value,
      ),
    ),
  );
}

/** Nothing else to press. */
export function extras() {
  return [];
}
