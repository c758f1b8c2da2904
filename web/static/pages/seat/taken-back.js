/* Undo and redo take back or repeat the table's last act, whoever did it: another seat's only after
   a question, and both phones say whose. */

import { t } from "../../lib/words.js";
import { app, onUpdate, toast, undoOrRedo } from "../../parts/app.js";
import { metaOf, playerOf } from "../../parts/snapshot.js";

const OWN_MS = 5000; // as long after a tap here an undo counts as this phone's

let steppedAt = -OWN_MS;

/** Undoes or redoes one act at this seat; another seat's is asked about first, with what it was. */
export function step(which, seat) {
  const { race, version } = app.live;
  const { seat: last, text: what } = race.undoes ?? {};
  if (which === "redo" || !last || app.me.seats.includes(last) || last === seat) return take(which, seat, version);
  const words = playerOf(app.live, last)?.played ? "ui.undo_played" : "ui.undo_others";
  const text = t(words, { name: metaOf(app.live, last)?.name ?? t("ui.seat_n", { n: last }), what });
  return toast({ text, undoes: version, press: () => take(which, seat, version), sign: "undo" });
}

/** Undoes or redoes the act that `version` shows, and says so if it was another seat's. */
async function take(which, seat, version) {
  steppedAt = performance.now();
  const answer = await undoOrRedo(which, version);
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
