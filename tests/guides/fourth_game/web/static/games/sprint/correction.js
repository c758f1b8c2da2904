/* Sprint has nothing to correct: undo goes back to any turn. */

/** No fields of a sled. */
export function seatFields() {
  return [];
}

/** No fields of the race. */
export function raceFields() {
  return [];
}

/** No other buttons. */
export function seatActions() {
  return [];
}
