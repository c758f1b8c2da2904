/* A seeded shuffle: the same order for the same seed. */

/** Shuffles the cards in place and returns them. */
export function shuffle(cards, seed) {
  const chance = random(seed);
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const pick = Math.floor(chance() * (last + 1));
    [cards[last], cards[pick]] = [cards[pick], cards[last]];
  }
  return cards;
}

/** A generator of numbers from 0 up to 1 (mulberry32). */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
}
