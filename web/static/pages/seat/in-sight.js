/* Brings into sight what is asked next, where a seat's page is longer than the screen: the places for
   a card once its value is chosen, and the instruction as a turn begins or ends. */

import { onUpdate } from "../../parts/app.js";

export function keepInSight(seat) {
  onUpdate((was, live) => {
    const [before, now] = [was, live].map((each) => stepOf(each, seat));
    if (before === now) return;
    const asked = now === "place" ? ".target.lit" : ".phone-todo";
    requestAnimationFrame(() => document.querySelector(asked)?.scrollIntoView({ block: "nearest" }));
  });
}

/** Whether the seat waits, chooses a card, or chooses its place. */
function stepOf({ state, up }, seat) {
  if (!state || !up.includes(seat)) return "waits";
  const { pending } = state.seats.find((one) => one.seat === seat) ?? {};
  return pending && !pending.slots?.length ? "place" : "turn";
}
