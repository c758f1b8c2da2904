/* The cards of a simulated player. The rules only count cards; this module decides which ones they
   are, as a shuffle does at a real table. Pure: a memory and a sled give the next memory.

   A memory: `deck`, the cards not seen yet, top first; `hand`; `out`, the cards that left the
   hand, oldest first. A card is its value and copy as text, "4.2". */

import { shuffle } from "../../lib/shuffle.js";

const VALUES = [1, 2, 3, 4, 5];
const MOST_PLAYED = 3; // more changes at once than a turn can play mean a shuffle

/** The memory at the start of a race, the same for the same `seed`. */
export function shuffled(copies, seed) {
  const cards = VALUES.flatMap((value) =>
    Array.from({ length: copies[value] ?? 0 }, (_, i) => `${value}.${i + 1}`),
  );
  return { deck: shuffle(cards, seed), hand: [], out: [] };
}

/** Updates a memory to the table's counts of the sled (`dogs`, `unseen`). `played`: the card
    tapped last, or null. */
export function dealt(memory, sled, played) {
  const next = { deck: [...memory.deck], hand: [...memory.hand], out: [...memory.out] };
  const held = [...next.deck, ...next.hand];
  const change = VALUES.map(
    (value) => (sled.unseen[value] ?? 0) - held.filter((card) => valueOf(card) === value).length,
  );
  const many = change.reduce((sum, count) => sum + Math.abs(count), 0) > MOST_PLAYED;
  VALUES.forEach((value, i) => {
    if (change[i] < 0) leave(next, value, -change[i], played, many);
    if (change[i] > 0) comeBack(next, value, change[i], many);
  });
  while (next.hand.length > sled.dogs) next.deck.push(next.hand.pop());
  while (next.hand.length < sled.dogs && next.deck.length) next.hand.push(next.deck.shift());
  return next;
}

export function valueOf(card) {
  return Number(card.split(".")[0]);
}

/** Removes played cards: first the one that was tapped, then others of its value in the hand.
    Many at once mean that a shuffle was undone: they are then taken from the bottom of the deck. */
function leave(memory, value, count, played, unshuffled) {
  const below = [...memory.deck].reverse();
  const wanted = unshuffled ? [...below, ...memory.hand] : [...memory.hand, ...memory.deck];
  if (wanted.includes(played) && !unshuffled) wanted.unshift(played);
  const gone = [...new Set(wanted)].filter((card) => valueOf(card) === value).slice(0, count);
  memory.hand = memory.hand.filter((card) => !gone.includes(card));
  memory.deck = memory.deck.filter((card) => !gone.includes(card));
  memory.out.push(...gone);
}

/** Brings cards back: after a shuffle the oldest, under the deck; after an undo the newest, into
    the hand. */
function comeBack(memory, value, count, shuffled) {
  const gone = memory.out.filter((card) => valueOf(card) === value);
  const back = shuffled ? gone.slice(0, count) : gone.slice(-count);
  memory.out = memory.out.filter((card) => !back.includes(card));
  if (shuffled) memory.deck.push(...back);
  else memory.hand.unshift(...back);
}
