/* Husky in the simulated room: the weather in the middle, the cards in each hand. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { playerOf } from "../../parts/snapshot.js";
import { icon } from "../../parts/widgets.js";
import { cardsOf } from "./card-sheets.js";
import { dealt, next } from "./simulated-hand.js";
import { PAIRS, countingColour, groundWord, symbol, weather } from "./symbols.js";

const tapped = new Map(); // seat -> its action card that was laid down last, with the race and deal

/** The weather of the round. */
export function middle(live) {
  return weather(live.state);
}

/** Where the musher was last known to stand. */
export function note(live, seat) {
  const { where } = playerOf(live, seat);
  return [symbol(countingColour(where)), h("span", { class: "sr" }, groundWord(where))];
}

/** The action cards in a seat's hand; before them the weather or event card that is due. */
export function hand(live, seat, handlersOf) {
  const own = playerOf(live, seat);
  const { state } = live;
  if (own?.status !== "racing" || state.phase === "over") return [];
  const piece = (kind, card) => ({ kind, card });
  const due = [
    state.weather_due && state.start === seat ? piece("weather", next(live, "weather")) : null,
    own.pending?.event_due ? piece("event", next(live, "event")) : null,
  ].filter(Boolean);
  const here = `${live.race.id} ${state.deal}`;
  const laidNow = tapped.get(seat)?.here === here ? tapped.get(seat).card : null;
  const cards = dealt(live, seat, laidNow).map((card) => piece("action", card));
  return [...due, ...cards].map((each) =>
    handCard(live, each, handlersOf(each, () => each.kind === "action" && tapped.set(seat, { here, card: each.card }))),
  );
}

/** The card on a reader. */
export function laid({ kind, card }) {
  return kind ? face(null, { kind, card }, null) : null;
}

function handCard(live, piece, handlers) {
  return face(cardsOf(live)[piece.kind]?.[piece.card - 1], piece, handlers);
}

function face(shows, { kind, card }, handlers) {
  const label = t("ui.husky_tap_card", { card: t(`ui.husky_card_${kind}`, { n: card }) });
  return h(
    handlers ? "button" : "span",
    { key: `${kind} ${card}`, class: `hcard hcard-${kind}`, ...(handlers ? { ...handlers, "aria-label": label } : {}) },
    h("small", {}, card),
    SHOWN[kind](shows),
  );
}

const SHOWN = {
  action: (card) =>
    card
      ? [
          h("span", { class: "hcard-far" }, h("b", { class: "ground-white" }, card.white), h("b", { class: "ground-green" }, card.green), h("b", { class: "ground-blue" }, card.blue)),
          h("span", { class: "hcard-beasts" }, PAIRS.flat().filter((one, i, all) => card.animals.includes(one) && all.indexOf(one) === i).map((one) => symbol(one)), card.event ? h("b", {}, "E") : null),
        ]
      : icon("deck"),
  weather: (card) => (card ? h("span", { class: "hcard-beasts" }, ["white", "green", "blue"].map((colour) => symbol(`weather_${card[colour]}`))) : symbol("weather_1")),
  event: () => h("b", {}, "E"),
};
