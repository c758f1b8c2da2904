/* The race that this device has started from the set-up: its host is asked at once who they are. */

import { storeText, storedText } from "../lib/storage.js";

const KEY = "companion.started";

/** Notes the race. */
export function noteStart(id) {
  storeText(KEY, String(id), "sessionStorage");
}

/** Whether this device has started this race. */
export const hasStarted = ({ id }) => storedText(KEY, "sessionStorage") === String(id);
