/* Questions that several parts ask of a sled. Nothing here knows more than the service said. */

/** The seat's sled in the race; null where nobody races there. */
export { playerOf as sledOf } from "../../parts/snapshot.js";

/** The red lines in driving order, the finish not among them. */
export function limitsOf(live) {
  return live.state?.limits ?? live.race?.options?.limits ?? [];
}

/** Whether the sled crosses the finish in the move that is being entered. */
export function crossesFinish(live, sled) {
  const lines = (sled.pending?.marks ?? []).filter((mark) => mark === "line").length;
  return lines > 0 && sled.lines + lines > limitsOf(live).length;
}

/** How many lines from the start can no longer be changed: some sled has crossed or marked them. */
export function crossedLines(live) {
  const marked = (sled) => (sled.pending?.marks ?? []).filter((mark) => mark === "line").length;
  return Math.max(...live.state.seats.map((sled) => sled.lines + marked(sled)));
}

/** Surplus cards that the sled has discarded and nobody has named: unseen, but not in play. */
export function unnamedOf(sled) {
  const unseen = Object.values(sled.unseen).reduce((sum, count) => sum + count, 0);
  return Math.max(0, unseen - sled.dogs - sled.deck);
}

/** Whether the sled's deck can be shuffled before a card must be drawn: it is empty, and there is
    more beside the hand than the dogs' two top cards. */
export function mayShuffle(live, sled) {
  const { deck } = live.race.options;
  const copies = [1, 2, 3, 4, 5].map((value) => (typeof deck === "object" ? deck[value] ?? 0 : deck ?? 4));
  return sled.deck === 0 && copies.reduce((sum, count) => sum + count, 0) - sled.dogs > 2;
}

/** The sled's speed as it is written, with a true minus. */
export function speedOf(sled) {
  return String(sled.speed).replace("-", "−");
}

/** Where the sled now goes, in parts: message key and parameters, in the order to be read. */
export function moveWords(sled) {
  if (sled.speed <= 0) return [["ui.stands", {}]];
  const words = [["ui.forward", { n: sled.speed }]];
  if (sled.drift_steps > 0) words.push([`ui.drift_${sled.drift_side}`, { n: sled.drift_steps }]);
  else words.push(["ui.straight", {}]);
  return words;
}
