/* What https allows: a shell for when the table is away, and a screen that stays awake. */

const KEPT = "companion.awake";

let lock = null;
let wanted = kept();

/** Whether this page can keep the screen awake: by https only. */
export const canWake = () => "wakeLock" in navigator;

/** Whether it does. */
export const awake = () => canWake() && wanted;

/** Keeps the screen awake from now on, or lets it sleep. */
export async function keepAwake(on) {
  wanted = on;
  try {
    localStorage.setItem(KEPT, on ? "yes" : "no");
  } catch {
    // a browser without storage only forgets it
  }
  await hold();
}

function kept() {
  try {
    return localStorage.getItem(KEPT) === "yes";
  } catch {
    return false;
  }
}

async function hold() {
  if (!awake()) {
    await lock?.release();
    lock = null;
  } else if (document.visibilityState === "visible" && (!lock || lock.released)) {
    // A phone that saves its battery may say no, and asks nobody.
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  }
}

document.addEventListener("visibilitychange", hold);
hold();
if (location.protocol === "https:") navigator.serviceWorker?.register("/sw.js").catch(() => {}); // an untrusted certificate
