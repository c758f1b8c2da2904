/* The cards of simulated players. The rules only count cards; this module decides which ones they
   are, as a shuffle does at a real table. Pure: a memory and the race's state give the next memory.

   A memory: `deck`, the draw pile, top first; `hands`, seat -> cards; `out`, the discard, newest
   last. A card is its object, count and copy as text, "gift.2.5". */

import { shuffle } from "../../lib/shuffle.js";

const EACH = { letter_1: 8, letter_2: 6, decoration_1: 8, decoration_2: 6, log_1: 8, log_2: 6, gift_1: 8, gift_2: 6, tree_1: 8, tree_2: 6, elf: 7 };

/** The memory at the start of a race, the same for the same `seed`. `moves`: copies of each card
    in the box; null if unknown. */
export function shuffled(moves, seed) {
  const deck = Object.entries(moves ?? EACH).flatMap(([kind, copies]) => {
    const [object, count = "1"] = kind.split("_");
    return Array.from({ length: copies }, (_, i) => `${object}.${count}.${i + 1}`);
  });
  return { deck: shuffle(deck, seed), hands: {}, out: [] };
}

/** Updates a memory to the table's counts. `laid`: seat -> the cards that it tapped. */
export function dealt(memory, state, laid) {
  const next = { deck: [...memory.deck], out: [...memory.out], hands: {} };
  for (const { seat } of state.seats) next.hands[seat] = [...(memory.hands[seat] ?? [])];
  for (const { seat, hand } of state.seats) {
    while (next.hands[seat].length > hand) leave(next, seat, laid.get(seat) ?? []);
    while (next.hands[seat].length < hand) {
      const card = come(next, state);
      if (!card) break;
      next.hands[seat].push(card);
    }
  }
  return next;
}

/** Removes a card from a hand: one that was tapped, else any. */
function leave({ hands, out }, seat, tapped) {
  const cards = hands[seat];
  const at = cards.findIndex((card) => tapped.includes(card));
  const [card] = cards.splice(at < 0 ? cards.length - 1 : at, 1);
  out.push(card);
}

/** Draws a card: back from the discard after an undo, else from the pile, which is refilled from
    the discard when empty. */
function come(memory, state) {
  const { deck, out } = memory;
  if (out.length > state.discard) return out.pop();
  if (!deck.length) deck.push(...out.splice(0));
  return deck.shift();
}
