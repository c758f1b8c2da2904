/* Undo and redo take back or repeat the table's last act, whoever did it: both phones say whose. */

import { onUpdate, toast, undoOrRedo } from "../../parts/app.js";

const OWN_MS = 5000; // as long after a tap here an undo counts as this phone's

let steppedAt = -OWN_MS;

/** Undoes or redoes one act at this seat, and says so if it was another seat's. */
export async function step(which, seat) {
  steppedAt = performance.now();
  const answer = await undoOrRedo(which);
  const [event] = answer.ok ? answer.data.events : [];
  if (event && event.seat !== seat) toast({ text: event.text, sign: which });
}

/** Tells this seat that another phone has undone or redone an act of it. */
export function tellTakenBack(seat) {
  onUpdate((was, live) => {
    const last = live.log.at(-1);
    if (!["undo", "redo"].includes(last?.act) || last.n === was.log.at(-1)?.n) return;
    const [event] = last.events;
    if (event.seat === seat && performance.now() - steppedAt > OWN_MS) toast({ text: `${event.text} (${last.from})`, sign: last.act });
  });
}
