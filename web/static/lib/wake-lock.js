/* Keeping the screen awake, if the phone's owner likes. Browsers allow it by https only. */

import { storedText, storeText } from "./storage.js";

const KEY = "companion.awake";

let lock = null;
let wanted = storedText(KEY) === "yes";

/** Whether this page can keep the screen awake. */
export const canWake = () => "wakeLock" in navigator;

/** Whether it keeps the screen awake. */
export const awake = () => canWake() && wanted;

/** Keeps the screen awake from now on, or lets it sleep. */
export async function keepAwake(on) {
  wanted = on;
  storeText(KEY, on ? "yes" : "no");
  await update();
}

async function update() {
  if (!awake()) {
    await lock?.release();
    lock = null;
  } else if (document.visibilityState === "visible" && (!lock || lock.released)) {
    // A phone that saves its battery may refuse without a word.
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  }
}

document.addEventListener("visibilitychange", update);
update();
