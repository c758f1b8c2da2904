/* The cards of a simulated player. The rules only count cards; this module decides which ones they
   are, with the same shuffle for the same race and deal. Pure. */

import { shuffle } from "../../lib/shuffle.js";

const DEAL = 8;
const COUNTS = { action: 60, weather: 24, event: 30 };

/** The action cards in a seat's hand: as many as the rules count, none that was seen since the
    deal. `last`: the one laid down last; during its turn it still counts as held. */
export function dealt({ race, state }, seat, last) {
  const at = state.seats.findIndex((one) => one.seat === seat);
  const { hand, pending } = state.seats[at];
  const all = shuffled("action", race.id * 97 + state.deal);
  const mine = all.slice(at * DEAL, (at + 1) * DEAL);
  const rest = all.slice(state.seats.length * DEAL);
  const free = [...mine, ...rest].filter((card) => !state.seen.action.includes(card) && card !== (pending ? last : null));
  return free.slice(0, Math.max(0, hand - (pending ? 1 : 0)));
}

/** The top card of the weather or event deck. */
export function next({ race, state }, kind) {
  return shuffled(kind, race.id * 131).find((card) => !state.seen[kind].includes(card)) ?? 1;
}

/** The numbers of a deck, shuffled by `seed`. */
export function shuffled(kind, seed) {
  return shuffle(Array.from({ length: COUNTS[kind] }, (_, i) => i + 1), seed);
}
