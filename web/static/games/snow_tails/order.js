/* Snow Tails: the race order as tokens, and the order step's question about what is open. */

import { h } from "../../lib/dom.js";
import { draggedBy, grip } from "../../lib/drag.js";
import { t } from "../../lib/words.js";
import { act, app, change } from "../../parts/app.js";
import { shiftOrder } from "../../parts/shift-order.js";
import { metaOf } from "../../parts/snapshot.js";
import { badge, icon, named, seatStyle } from "../../parts/widgets.js";
import { sledOf } from "./sled.js";

const isOpen = (live, one, other) => live.state.open_pairs.some((pair) => pair.includes(one) && pair.includes(other));

/** The two seats of the only open pair, in proposed order; null if more are open, or none. */
export function onlyQuestion({ state }) {
  return state.open_pairs.length === 1 ? state.open_pairs[0] : null;
}

/** The seats around this one that can change places, in proposed order. */
export function movable(live, seat) {
  const order = live.state.proposed_order ?? [];
  let [from, to] = [order.indexOf(seat), order.indexOf(seat)];
  while (from > 0 && isOpen(live, order[from - 1], order[from])) from -= 1;
  while (to >= 0 && to < order.length - 1 && isOpen(live, order[to], order[to + 1])) to += 1;
  return order.slice(Math.max(0, from), to + 1);
}

/** The order of this round in a row, front first: colour and number, the name for who cannot see
    them. */
export function orderRow(live) {
  const racing = live.state.order.filter((seat) => sledOf(live, seat).status === "racing");
  return h(
    "ol",
    { class: "order-row", key: "order-row", "aria-label": t("ui.race_order") },
    racing.map((seat) =>
      h(
        "li",
        { key: seat, "aria-current": live.up.includes(seat) ? "step" : null },
        badge(metaOf(live, seat)),
        h("span", { class: "sr" }, metaOf(live, seat).name),
      ),
    ),
  );
}

/** The order step for one thumb: a question with two answers, or tokens and OK. `words`: those of
    the key that confirms. */
export function orderStep(live, words) {
  const pair = onlyQuestion(live);
  return [
    h("ol", { class: "tokens", key: "tokens", "aria-label": t("ui.race_order") }, live.state.proposed_order.map((seat, at) => token(live, seat, at, Boolean(pair)))),
    pair ? answers(live, pair) : h("p", { class: "explain", key: "tokens-lead" }, t("ui.order_tokens_lead")),
    pair
      ? null
      : h(
          "div",
          { class: "pads ends-turn", key: "pads", role: "group", "aria-label": t("ui.race_order") },
          h(
            "button",
            { key: "ok", class: "pad pad-ok", onclick: () => confirm(live.state.proposed_order) },
            h("span", { class: "pad-sign" }, icon("ok"), h("b", {}, t("ui.button_ok"))),
            h("span", { class: "pad-text" }, words),
          ),
        ),
  ];
}

/** Who of the two is ahead: two keys alike, in the order of the last round. */
export function answers(live, pair) {
  const [front, back] = live.state.order.filter((seat) => pair.includes(seat));
  const [first, second] = back === undefined ? pair : [front, back];
  const before = live.state.proposed_order;
  const order = (ahead) => {
    const behind = ahead === first ? second : first;
    const swap = before.indexOf(ahead) > before.indexOf(behind) ? { [ahead]: behind, [behind]: ahead } : {};
    return before.map((seat) => swap[seat] ?? seat);
  };
  const key = (seat) =>
    h(
      "button",
      { key: seat, class: "button answer", style: seatStyle(metaOf(live, seat)), onclick: () => confirm(order(seat)) },
      h("span", { class: "answer-who" }, badge(metaOf(live, seat)), h("b", {}, named(metaOf(live, seat).name))),
      t("ui.is_ahead"),
    );
  return h("div", { class: "answers", key: "answers", role: "group", "aria-label": t("ui.race_order") }, key(first), key(second));
}

const confirm = (seats) => act({ act: "order", seats }, { sure: true });

/** A sled in the proposed order; a tap moves it past the one ahead if that is open. */
function token(live, seat, at, asked) {
  const around = movable(live, seat);
  const { dy, held } = draggedBy(app.ui.drag, seat, around);
  const forward = around.indexOf(seat) > 0;
  const meta = metaOf(live, seat);
  const shown = [h("b", { class: "token-place" }, at + firstPlace(live)), badge(meta), h("span", { class: "token-name" }, named(meta.name))];
  return h(
    "li",
    { key: seat, class: `token${held ? " held" : ""}`, style: { ...seatStyle(meta), "--dy": `${dy}px` } },
    asked || around.length < 2 ? null : tokenGrip(seat, around),
    asked || !forward
      ? h("span", { class: "token-face" }, shown, around.length < 2 ? h("small", {}, t("ui.order_fixed")) : null)
      : h("button", { class: "token-face button", "aria-label": t("ui.move_forward", { name: meta.name }), onclick: () => shiftOrder(seat, -1) }, shown, icon("up")),
  );
}

const firstPlace = ({ state }) => 1 + state.seats.filter(({ place }) => place).length;

function tokenGrip(seat, around) {
  const handlers = grip(seat, around, { now: () => app.ui.drag, put: (drag) => change({ drag }), drop: shiftOrder });
  return h("span", { class: "grip", "aria-hidden": "true", ...handlers }, icon("grip")); // the button beside it does the same
}
