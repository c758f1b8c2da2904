/* Keeps the screen awake if the phone's owner wants it. Browsers allow this only over https.

   Some minutes after a race the screen may sleep again. If the phone takes the lock away, to save
   its battery or because the page was hidden, this module requests it again. */

import { storedText, storeText } from "./storage.js";

const KEY = "companion.awake";

/** How long the screen stays awake after a race. */
export const AFTER_RACE_MS = 5 * 60 * 1000;

/** The pause before requesting again a lock that the phone took away, or refused. */
const AGAIN_MS = 2000;
const REFUSED_MS = 30 * 1000;

let lock = null;
let wanted = storedText(KEY) === "yes";
let over = false; // the race on the table
let resting = false; // the race has been over for long enough
let rest = 0; // the timer until the screen may sleep
let retry = 0; // the timer until a refused lock is requested again

/** Whether this page can keep the screen awake. */
export const canWake = () => "wakeLock" in navigator;

/** Whether its owner wants the screen to stay awake. */
export const awake = () => canWake() && wanted;

/** Keeps the screen awake from now on, or lets it sleep. */
export async function keepAwake(on) {
  wanted = on;
  storeText(KEY, on ? "yes" : "no");
  await update();
}

/** Lets the screen sleep some minutes after a race, until the next one. Called with each state. */
export function followRace(isOver) {
  if (isOver === over) return;
  over = isOver;
  clearTimeout(rest);
  resting = false;
  if (over) {
    rest = setTimeout(() => {
      resting = true;
      update();
    }, AFTER_RACE_MS);
  }
  update();
}

async function update() {
  if (!awake() || resting) {
    const held = lock;
    lock = null;
    await held?.release();
  } else if (document.visibilityState === "visible" && !lock) {
    await request();
  }
}

async function request() {
  const got = await navigator.wakeLock.request("screen").catch(() => null); // a phone that saves its battery may refuse
  clearTimeout(retry);
  if (!got) {
    retry = setTimeout(update, REFUSED_MS);
    return;
  }
  if (lock || !awake() || resting) {
    await got.release(); // no longer wanted meanwhile
    return;
  }
  lock = got;
  got.addEventListener("release", () => {
    if (lock !== got) return;
    lock = null;
    setTimeout(update, AGAIN_MS);
  });
}

document.addEventListener("visibilitychange", update);
update();
