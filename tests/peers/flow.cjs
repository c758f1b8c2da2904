"use strict";
// Snow Tails for boardgame.io: whose turn it is, the order step, places. Part of the comparison.

const { HAND, MOST_DENTS, draw, racing, say } = require("./sled.cjs");

const sledOf = (G, seat) => G.sleds.find((sled) => sled.seat === seat);
const asked = (sled) => racing(sled) || (sled.status === "finished" && sled.place === null);

function nextUp(G) {
  const behind = G.order.slice(G.order.indexOf(G.turn) + 1);
  return behind.find((seat) => racing(sledOf(G, seat)));
}

function giveTurn(G, first) {
  for (let seat = first; seat !== undefined; seat = nextUp(G)) {
    G.turn = seat;
    G.pending = null;
    const sled = sledOf(G, seat);
    feed(G, sled);
    if (racing(sled)) {
      say(G, "turn", sled, {});
      return;
    }
  }
  Object.assign(G, { phase: "order", turn: null, pending: null });
  if (G.round === 1 && G.bigPaws !== null) say(G, "big_paws", sledOf(G, G.bigPaws), {});
  ask(G, true);
}

// The first round only notes the longest turn; its end announces it (ST-94).
function bigPaws(G, sled, act) {
  const took = act.took_s;
  if (took === undefined || (G.bigPaws !== null && took <= G.longest)) return;
  if (G.bigPaws !== sled.seat && G.round > 1) say(G, "big_paws", sled, {});
  G.bigPaws = sled.seat;
  G.longest = took;
}

function feed(G, sled) {
  if (sled.dogs) return;
  if (sled.dents === MOST_DENTS) {
    sled.status = "eliminated";
    say(G, "out", sled, {});
    return;
  }
  sled.dents += 1;
  say(G, "dents", sled, { reason: "empty", dents: 1 });
  draw(G, sled, HAND - sled.dents);
}

function ask(G, anew) {
  const seats = G.sleds.filter(asked).map((sled) => sled.seat);
  const proposed = anew ? propose(G, seats) : kept(G, seats);
  if (seats.length < 2) {
    conclude(G, proposed);
    return;
  }
  if (!G.proposed.length) say(G, "order_asked", null, {});
  G.proposed = proposed;
}

function propose(G, seats) {
  const rank = (seat) => {
    const sled = sledOf(G, seat);
    const before = G.order.includes(seat) ? G.order.indexOf(seat) : G.order.length;
    return [-sled.lines, -(sled.rows || 0), sled.lane || G.sleds.length + 1, -sled.walked, before];
  };
  const ranked = seats.map((seat) => ({ seat, rank: rank(seat) }));
  ranked.sort((one, other) => {
    const at = one.rank.findIndex((value, index) => value !== other.rank[index]);
    return at < 0 ? 0 : one.rank[at] - other.rank[at];
  });
  return ranked.map(({ seat }) => seat);
}

function kept(G, seats) {
  const order = [...G.proposed.filter((seat) => seats.includes(seat))];
  order.push(...seats.filter((seat) => !order.includes(seat)));
  return order.sort((one, other) => racing(sledOf(G, one)) - racing(sledOf(G, other)));
}

function conclude(G, seats) {
  givePlaces(G, seats.filter((seat) => !racing(sledOf(G, seat))));
  const order = seats.filter((seat) => racing(sledOf(G, seat)));
  if (!order.length) {
    Object.assign(G, { phase: "over", turn: null, pending: null, proposed: [], shifted: false });
    say(G, "over", null, {});
    return;
  }
  level(G, order);
  Object.assign(G, { phase: "turns", order, proposed: [], shifted: false });
  G.round += 1;
  say(G, "round", null, { round: G.round });
  giveTurn(G, order[0]);
}

function givePlaces(G, seats) {
  let place = G.sleds.filter((sled) => sled.place !== null).length;
  for (const seat of seats) {
    const sled = sledOf(G, seat);
    sled.place = place += 1;
    say(G, "place", sled, { place });
  }
}

function level(G, order) {
  let most = 0;
  for (const seat of [...order].reverse()) {
    const sled = sledOf(G, seat);
    sled.walked = most = Math.max(most, sled.walked);
  }
}

function settle(G) {
  if (G.phase === "order") {
    ask(G, !G.shifted);
    return;
  }
  const sled = sledOf(G, G.turn);
  if (!racing(sled)) giveTurn(G, nextUp(G));
  else if (!sled.dogs) giveTurn(G, sled.seat);
}

module.exports = { bigPaws, conclude, giveTurn, nextUp, settle, sledOf };
