/* For a moment after another step has begun, the keys at the foot take no taps: a tap on the OK that
   another phone has just given would land on "Leave the seat" or "Undo", which stand there now. */

import { app, change, onUpdate } from "../../parts/app.js";

const SETTLE_MS = 700;

let timer = null;

export const settles = () => Boolean(app.ui.settles);

export function settleAfterSteps() {
  onUpdate((was, live) => {
    if (!was.state || !live.state || was.state.phase === live.state.phase) return;
    clearTimeout(timer);
    timer = setTimeout(() => change({ settles: false }), SETTLE_MS);
    change({ settles: true });
  });
}
