/* Queries of a sled that several parts share. They use only what the service sent. */

/** The seat's sled in the race; null if nobody races there. */
export { playerOf as sledOf } from "../../parts/snapshot.js";

/** The red lines in driving order, without the finish. */
export function limitsOf(live) {
  return live.state?.limits ?? live.race?.options?.limits ?? [];
}

/** How many lines the sled crosses in the current move. */
const crossing = (sled) => (sled.pending?.marks ?? []).filter((mark) => mark === "line").length;

/** Whether the sled crosses the finish in the current move. */
export function crossesFinish(live, sled) {
  return crossing(sled) > 0 && sled.lines + crossing(sled) > limitsOf(live).length;
}

/** Whether another sled can still reach the finish in this sled's round: then the spaces beyond the line
    decide the places (ST-90). */
export const sharesFinish = (live, { seat }) =>
  live.state.seats.some((other) => other.seat !== seat && ((other.status === "racing" && other.wait > 0) || (other.status === "finished" && !other.place)));

/** Whether the next line that the sled crosses is the finish. */
export const nextIsFinish = (live, sled) => sled.lines + crossing(sled) >= limitsOf(live).length;

/** Whether the bonus is still offered. After a crash it can only be entered as the cause. */
export function offersBonus(sled) {
  return sled.bonus_allowed && !hasCrashed(sled);
}

/** The seat that has the Big Paws; null until every sled has had a turn. */
export function bigPawsOf({ round, phase, big_paws: seat }) {
  return round === 1 && phase === "turns" ? null : seat;
}

/** How many lines from the start are fixed, as a sled has crossed or marked them. */
export function crossedLines(live) {
  return Math.max(...live.state.seats.map((sled) => sled.lines + crossing(sled)));
}

/** How many surplus cards the sled has discarded without naming them. */
export function unnamedOf(sled) {
  const unseen = Object.values(sled.unseen).reduce((sum, count) => sum + count, 0);
  return Math.max(0, unseen - sled.dogs - sled.deck);
}

/** Whether the deck may be shuffled before a card must be drawn: it is empty, and more cards
    lie outside the hand than the two on top of the dogs. */
export function mayShuffle(live, sled) {
  const { deck } = live.race.options;
  const copies = [1, 2, 3, 4, 5].map((value) => (typeof deck === "object" ? deck[value] ?? 0 : deck ?? 4));
  return sled.deck === 0 && copies.reduce((sum, count) => sum + count, 0) - sled.dogs > 2;
}

/** Whether the move has ended in a crash. */
export function hasCrashed(sled) {
  return Boolean(sled?.pending?.marks.some((mark) => mark === "edge" || mark === "sled"));
}

/** The event by which a sled left the race in the last act; undefined if none did. */
export function leftEvent({ log }) {
  return log.at(-1)?.events.find(({ key }) => key === "snow_tails.out" || key === "snow_tails.retired");
}

/** Whether the last act took this seat's sled out of the race. */
export function hasJustLeft(live, seat) {
  return leftEvent(live)?.seat === seat;
}

/** The sled's speed with a true minus sign. */
export function speedOf(sled) {
  return String(sled.speed).replace("-", "−");
}

/** The sled's move in words: message keys and parameters, in reading order. */
export function moveWords(sled) {
  if (sled.speed <= 0) return [["ui.stands", {}]];
  const words = [["ui.forward", { n: sled.speed }]];
  if (sled.drift_steps > 0) words.push([`ui.drift_${sled.drift_side}`, { n: sled.drift_steps }]);
  else words.push(["ui.straight", {}]);
  return words;
}
