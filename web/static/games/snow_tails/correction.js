/* Snow Tails in the correction's sheet: a sled's figures, the race's, the cards. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { act } from "../../parts/app.js";
import { limitsOf, mayShuffle, sledOf, unnamedOf } from "./sled.js";

const RANGES = { left: [1, 5], brake: [1, 5], right: [1, 5], dents: [0, 4], dogs: [0, 40], deck: [0, 100] };
const VALUES = [1, 2, 3, 4, 5];

/** Every figure of a sled. */
export function seatFields(live, seat, { number, choice }) {
  const sled = sledOf(live, seat);
  const statuses = ["racing", "finished", "eliminated"].map((status) => [status, t(`ui.status_${status}`)]);
  const places = live.state.seats.map((_, i) => [i + 1, t("ui.place_n", { n: i + 1 })]);
  return [
    Object.entries(RANGES).map(([name, [min, max]]) => number(name, sled[name], min, max)),
    number("lines", sled.lines, 0, limitsOf(live).length + 1),
    choice("status", sled.status, statuses),
    choice("place", sled.place, [[null, t("ui.no_place")], ...places]),
  ];
}

/** Whose turn, the round, the Big Paws, the order. */
export function raceFields({ state }, { number, choice, order }) {
  const names = state.seats.map((sled) => [sled.seat, sled.name]);
  return [
    state.phase === "turns" ? choice("turn", state.turn, names.filter(([seat]) => state.order.includes(seat))) : null,
    number("round", state.round, 1, 999),
    choice("big_paws", state.big_paws, [[null, t("ui.nobody")], ...names]),
    order(state.order),
  ];
}

/** An early shuffle, naming a surplus discard. */
export function seatActions(live, seat) {
  const sled = sledOf(live, seat);
  const unnamed = unnamedOf(sled);
  const button = (words, body) => h("button", { class: "button", key: words, onclick: () => act(body) }, words);
  return [
    mayShuffle(live, sled)
      ? h("p", { class: "actions", key: "shuffle" }, button(t("ui.shuffled_early"), { act: "shuffle", seat }))
      : null,
    unnamed
      ? h(
          "div",
          { class: "actions", key: "discards", role: "group", "aria-label": t("ui.discards_unnamed", { n: unnamed }) },
          h("p", {}, t("ui.discards_unnamed", { n: unnamed })),
          VALUES.map((value) => button(t("ui.discarded_n", { value }), { act: "discard", seat, value })),
        )
      : null,
  ];
}
