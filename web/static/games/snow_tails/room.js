/* Snow Tails in the simulated room: the course with its sleds, and the cards in each hand. */

import { h } from "../../lib/dom.js";
import { store, stored } from "../../lib/storage.js";
import { t } from "../../lib/words.js";
import { metaOf } from "../../parts/snapshot.js";
import { badge, icon } from "../../parts/widgets.js";
import { dealt, shuffled } from "./simulated-hand.js";
import { limitsOf, sledOf } from "./sled.js";

const tapped = new Map(); // seat -> its card that was laid down last
const memories = new Map();

/** The course, with every sled behind the last line that it crossed. */
export function middle(live) {
  const limits = limitsOf(live);
  const stretches = Array.from({ length: limits.length + 2 }, (_, i) => i);
  const sleds = (stretch) => live.state.seats.filter((sled) => sled.lines === stretch && sled.status !== "eliminated");
  return h(
    "ol",
    { class: "track", "aria-label": t("ui.course") },
    stretches.map((stretch) =>
      h(
        "li",
        { class: "stretch", key: stretch },
        h("span", { class: "stretch-sleds" }, sleds(stretch).map((sled) => badge(metaOf(live, sled.seat) ?? sled))),
        stretch <= limits.length
          ? h("span", { class: "gate" }, stretch < limits.length ? limits[stretch] : icon("flag"))
          : null,
      ),
    ),
  );
}

/** The sled's three values. */
export function note(live, seat) {
  const { left, brake, right } = sledOf(live, seat);
  return [h("span", { class: "sr" }, t("ui.speed")), `${left} ${brake} ${right}`];
}

/** The cards in a seat's hand. */
export function hand(live, seat, handlersOf) {
  const { colour } = metaOf(live, seat);
  return cardsOf(live, seat).map((card) => {
    const [value, copy] = card.split(".").map(Number);
    return handCard(value, card, handlersOf({ colour, value, copy }, () => tapped.set(seat, card)));
  });
}

/** The card on a reader. */
export function laid({ value }) {
  return value ? handCard(value, "laid", null) : null;
}

function handCard(value, key, handlers) {
  const props = handlers ? { ...handlers, "aria-label": t("ui.tap_card", { value }) } : {};
  return h(
    handlers ? "button" : "span",
    { key, class: "card card-hand", "data-value": value, ...props },
    h("span", { class: "card-value", "aria-hidden": "true" }, value),
    icon("dog"),
  );
}

/** The hand of a seat, stored for this tab. */
function cardsOf({ race, ...live }, seat) {
  const sled = sledOf(live, seat);
  if (sled?.status !== "racing") return [];
  const name = `companion.hand.${race.id}.${seat}`;
  const memory = memories.get(name) ?? stored(name, "sessionStorage") ?? shuffled(copies(race.options.deck), race.id * 31 + seat);
  const next = dealt(memory, sled, tapped.get(seat) ?? null);
  memories.set(name, next);
  if (JSON.stringify(next) !== JSON.stringify(memory)) store(name, next, "sessionStorage");
  return next.hand;
}

function copies(deck) {
  if (deck && typeof deck === "object") return deck;
  return Object.fromEntries([1, 2, 3, 4, 5].map((value) => [value, deck ?? 4]));
}
