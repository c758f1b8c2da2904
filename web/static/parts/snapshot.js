/* Questions that several pages ask of a snapshot. Nothing here knows more than the service said. */

/** The seat as the table has it: name, colour, keys, todo. */
export function metaOf(live, seat) {
  return live.seats.find((meta) => meta.seat === seat) ?? null;
}

/** The seat's part in the race, as the game has it; null where nobody plays. */
export function playerOf(live, seat) {
  return live.state?.seats.find((player) => player.seat === seat) ?? null;
}

/** All seats of the race as they are shown: the race's order (or the proposed one), who is placed
    already before them, who is out behind them. */
export function shownOrder(live) {
  const { state } = live;
  const order = state.proposed_order ?? state.order;
  const rest = state.seats.filter((player) => !order.includes(player.seat));
  const placed = rest.filter((player) => player.place).sort((a, b) => a.place - b.place);
  const others = rest.filter((player) => !player.place);
  return [...placed.map((player) => player.seat), ...order, ...others.map((player) => player.seat)];
}

/** Whether this device may act for a seat. */
export function mayAct(me, seat) {
  return me.host || me.seats.includes(seat);
}
