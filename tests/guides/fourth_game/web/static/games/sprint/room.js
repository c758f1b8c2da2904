/* Sprint in the simulated room: the course in the middle, five cards in each hand. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { metaOf, playerOf } from "../../parts/snapshot.js";
import { icon } from "../../parts/widgets.js";
import { track } from "./track.js";

const VALUES = [1, 2, 3, 4, 5];

/** The course with every sled. */
export function middle(live) {
  return track(live);
}

/** The sled's space. */
export function note(live, seat) {
  return String(playerOf(live, seat).at);
}

/** One card of each value; what is laid on the reader comes back. */
export function hand(live, seat, handlersOf) {
  const { colour } = metaOf(live, seat);
  return VALUES.map((value) => {
    const handlers = handlersOf({ game: "sprint", colour, value, copy: 1 });
    return h("button", { key: value, class: "card card-hand", "aria-label": t("ui.tap_card", { value }), ...handlers }, value, icon("dog"));
  });
}

/** The card on a reader. */
export function laid({ value }) {
  return value ? h("span", { key: "laid", class: "card card-hand" }, value, icon("dog")) : null;
}
