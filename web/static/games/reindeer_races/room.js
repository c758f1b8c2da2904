/* Reindeer Races in the simulated room: the tracks in the middle, the cards in each hand. */

import { h } from "../../lib/dom.js";
import { store, stored } from "../../lib/storage.js";
import { t } from "../../lib/words.js";
import { figure } from "../../parts/widgets.js";
import { board, teamOf } from "./board.js";
import { currentBox } from "./box-contents.js";
import { dealt, shuffled } from "./simulated-hands.js";
import { cardWords, symbol, trackCard } from "./symbols.js";
import { pointsOf } from "./tile-list.js";
import { CARDS } from "./track-card-laying.js";

const SHOWN = 4; // track cards shown in a hand while they are laid

const tapped = new Map(); // seat -> the cards that it laid on its reader in this turn
const memories = new Map();

/** The board. */
export function middle(live) {
  return board(live);
}

/** The points. */
export function note(live, seat) {
  return figure("star", t("ui.reindeer_points"), pointsOf(teamOf(live, seat)));
}

/** The cards in a seat's hand; while the tracks are laid, track cards. */
export function hand(live, seat, handlersOf) {
  if (live.state.phase === "lay") return toLay(live, seat).map((card) => layCard(card, handlersOf));
  const cards = cardsOf(live, seat);
  const down = live.up.includes(seat) ? (tapped.get(seat) ?? []) : [];
  tapped.set(seat, down);
  return cards.map((card) => {
    const piece = pieceOf(card);
    return moveCard(piece, card, handlersOf({ game: live.state.game, ...piece }, () => tapped.set(seat, [...down, card])), down.includes(card));
  });
}

function pieceOf(card) {
  const [object, count, copy] = card.split(".");
  return { object, count: Number(count), copy: Number(copy) };
}

/** The card on a reader. */
export function laid({ kind, object, count, card }) {
  if (kind === "track") return h("span", { class: "hand-card" }, h("b", {}, card));
  return object ? moveCard({ object, count }, "laid", null) : null;
}

function moveCard({ object, count }, key, handlers, down = false) {
  const props = handlers ? { ...handlers, "aria-label": t("ui.reindeer_tap", { card: cardWords(object, count) }) } : {};
  return h(handlers ? "button" : "span", { key, class: `hand-card${down ? " down" : ""}`, ...props }, Array.from({ length: count }, (_, i) => h("span", { key: i }, symbol(object))));
}

function layCard(card, handlersOf) {
  const pair = currentBox()?.tracks[card - 1];
  return h("button", { key: `track ${card}`, class: "hand-card lying", "aria-label": t("ui.reindeer_tap", { card: t("ui.reindeer_track_card_n", { n: card }) }), ...handlersOf({ kind: "track", card }) }, h("b", {}, card), trackCard(pair));
}

/** The next track cards of a shuffled pile; each seat has different ones on top. */
function toLay({ race, state }, seat) {
  const lying = state.tracks.flatMap((track) => track.cards.map(({ card }) => card));
  const order = Array.from({ length: CARDS }, (_, i) => ((i * 10 + race.id + seat * 7) % CARDS) + 1);
  return order.filter((card) => !lying.includes(card)).slice(0, SHOWN);
}

/** The hand of a seat, stored for this tab. */
function cardsOf({ race, state }, seat) {
  if (teamOf({ state }, seat)?.status !== "racing") return [];
  const name = `companion.hand.reindeer.${race.id}`;
  const memory = memories.get(name) ?? stored(name, "sessionStorage") ?? shuffled(state.unseen ? currentBox()?.moves : null, race.id);
  const next = dealt(memory, state, tapped);
  memories.set(name, next);
  if (JSON.stringify(next) !== JSON.stringify(memory)) store(name, next, "sessionStorage");
  return next.hands[seat];
}
