/* For a moment after another step has begun, the keys at the foot take no taps: a tap on the OK that
   another phone has just given would land on "Leave the seat" or "Undo", which stand there now. Nor
   do the answers of a question that has just come under the finger. */

import { app, change, onUpdate } from "../../parts/app.js";

const SETTLE_MS = 700;

let timer = null;

const stepOf = ({ phase, seats }) => `${phase} ${seats.some((one) => one.pending?.asked)}`;

export const settles = () => Boolean(app.ui.settles);

export function settleAfterSteps() {
  onUpdate((was, live) => {
    if (!was.state || !live.state || stepOf(was.state) === stepOf(live.state)) return;
    clearTimeout(timer);
    timer = setTimeout(() => change({ settles: false }), SETTLE_MS);
    change({ settles: true });
  });
}
