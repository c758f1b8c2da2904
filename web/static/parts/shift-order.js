/* Moving a seat in the order that the table is asked about. */

import { act } from "./app.js";

/** Moves a seat in the proposed order, one place at a time, as the act `shift` does. */
export async function shiftOrder(seat, by) {
  for (let left = Math.abs(by); left > 0; left -= 1) {
    const answer = await act({ act: "shift", seat, by: Math.sign(by) }, { sure: left === Math.abs(by) });
    if (!answer.ok) return;
  }
}
