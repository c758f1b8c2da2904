/* The race that this device has started: its host goes to the own seat, or is asked at once who they
   are. */

import { storeText, storedText } from "../lib/storage.js";
import { app } from "./app.js";

const KEY = "companion.started";

/** Notes the race. */
export function noteStart(id) {
  storeText(KEY, String(id), "sessionStorage");
}

/** Whether this device has started this race. */
export const hasStarted = ({ id }) => storedText(KEY, "sessionStorage") === String(id);

/** The page to go on with: this device's first seat in the race, else the table. */
export function pageAfterStart(options) {
  const own = app.me.seats.find((seat) => options.seats.some((player) => player.seat === seat));
  return own ? `/seat/${own}` : "/";
}
