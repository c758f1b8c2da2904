/* Queries of a snapshot that several pages share. They use only what the service sent. */

/** The seat as the table has it: name, colour, keys, todo. */
export function metaOf(live, seat) {
  return live.seats.find((meta) => meta.seat === seat) ?? null;
}

/** The seat's player in the race, as the game has it; null if nobody plays there. */
export function playerOf(live, seat) {
  return live.state?.seats.find((player) => player.seat === seat) ?? null;
}

/** All seats of the race in display order: finished players first, then the race's (or the
    proposed) order, then who is out. */
export function shownOrder(live) {
  const { state } = live;
  const order = state.proposed_order ?? state.order;
  const rest = state.seats.filter((player) => !order.includes(player.seat));
  const placed = rest.filter((player) => player.place).sort((a, b) => a.place - b.place);
  const others = rest.filter((player) => !player.place);
  return [...placed.map((player) => player.seat), ...order, ...others.map((player) => player.seat)];
}

/** The seat that this device shows first: the one whose turn it is, one that plays, any; null
    without a seat. */
export function ownSeat(live, { seats }) {
  const people = seats.filter((seat) => !playerOf(live, seat)?.played);
  return people.find((seat) => live.up.includes(seat)) ?? people.find((seat) => playerOf(live, seat)) ?? seats[0] ?? null;
}

/** Whether the seat has a board, a reader or buttons of its own. */
export function hasDevices(live, seat) {
  return live.devices.some((device) => device.seat === seat && device.kind !== "strip");
}

/** Whether this device may act for a seat. */
export function mayAct(me, seat) {
  return me.host || me.seats.includes(seat);
}
