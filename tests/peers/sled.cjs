"use strict";
// Snow Tails for boardgame.io: what a sled is, and what a move does to it. Part of the comparison.

const SLOTS = ["left", "right", "brake"];
const STOPS = ["edge", "sled"];
const LATE = ["line", "sapling", "edge"];
const MOST_DENTS = 4;
const HAND = 5;
const DECK = 4;
const CARDS = 20;

const say = (G, key, sled, params) => G.said.push({ key, seat: sled ? sled.seat : null, params });
const openCards = (sled) => [...sled.leftPile, ...sled.rightPile, ...sled.discard];
const isOf = (value) => (card) => card.value === value;
const unseen = (sled, value) => DECK - openCards(sled).filter(isOf(value)).length;
const stopped = (marks) => marks.some((mark) => STOPS.includes(mark));
const racing = (sled) => sled.status === "racing";

function newSled({ seat, name, colour, place }) {
  return {
    seat, name, colour, left: 3, right: 3, brake: 3, dents: 0, dogs: HAND + Math.max(0, place - 3),
    leftPile: [], rightPile: [], discard: [], unnamed: 0, lines: 0, status: "racing", place: null,
    rows: null, lane: null, walked: 0, last: null,
  };
}

function deckOf(sled) {
  return CARDS - sled.dogs - openCards(sled).length - sled.unnamed;
}

function move(sled, pending) {
  const at = (slot) => (pending && pending.slots.includes(slot) ? pending.value : sled[slot]);
  const [left, right, brake] = SLOTS.map(at);
  const speed = left + right - brake;
  const drift = Math.abs(left - right);
  const driftSteps = Math.min(drift, Math.max(speed, 0));
  return { left, right, brake, speed, drift, driftSteps, balanced: left === right };
}

function cardIsWrong(sled, card) {
  if (card.colour !== undefined && card.colour !== sled.colour) return true;
  if (!unseen(sled, card.value)) return true;
  if (card.copy === undefined) return false;
  const same = (other) => other.value === card.value && other.copy === card.copy;
  return card.copy < 1 || card.copy > DECK || openCards(sled).some(same);
}

function withMark(marks, what) {
  return stopped(marks) ? [...marks.slice(0, -1), what, marks.at(-1)] : [...marks, what];
}

function lay(sled, pending, live) {
  const piles = { left: sled.leftPile, right: sled.rightPile, brake: sled.discard };
  const copy = pending.slots.length === 1 ? pending.copy : 0;
  for (const slot of pending.slots) piles[slot].push({ value: pending.value, copy });
  Object.assign(sled, { left: live.left, right: live.right, brake: live.brake });
  sled.dogs -= pending.slots.length;
}

function reckon(turn, limits) {
  const sum = { lines: turn.lines, dents: turn.dents, causes: [], fifth: false, stop: "" };
  for (const mark of turn.marks) {
    if (mark === "line") sum.lines += 1;
    else if (STOPS.includes(mark)) sum.stop = mark;
    else if (sum.dents === MOST_DENTS) {
      sum.fifth = true;
      break;
    } else {
      sum.dents += 1;
      sum.causes.push({ reason: "sapling", dents: 1 });
    }
  }
  if (!sum.fifth) deal(sum, due(turn, limits, sum));
  const finished = sum.lines > limits.length;
  sum.status = finished ? "finished" : sum.fifth ? "eliminated" : "racing";
  return sum;
}

function due(turn, limits, sum) {
  const speed = turn.speed + turn.bonus;
  const causes = [];
  for (let line = turn.lines; line < Math.min(sum.lines, limits.length); line += 1) {
    const limit = limits[line];
    const over = speed - limit;
    if (over > 0) causes.push({ reason: "limit", dents: over, line: line + 1, limit });
  }
  if (sum.stop === "edge") causes.push({ reason: "edge", dents: 1 });
  return causes;
}

function deal(sum, causes) {
  for (const cause of causes) {
    const taken = Math.min(cause.dents, MOST_DENTS - sum.dents);
    if (taken) sum.causes.push({ ...cause, dents: taken });
    sum.dents += taken;
    if (taken < cause.dents) {
      sum.fifth = true;
      return;
    }
  }
}

function walked(turn) {
  const speed = Math.max(0, turn.speed + turn.bonus);
  return stopped(turn.marks) ? Math.floor(speed / 2) : speed;
}

function moved(G, sled, turn, act) {
  const after = reckon(turn, G.limits);
  const crossed = after.status === "finished";
  Object.assign(sled, { dents: after.dents, lines: after.lines, status: after.status, last: turn });
  sled.rows = crossed ? act.rows || null : null;
  sled.lane = crossed ? act.lane || null : null;
  sled.walked += walked(turn);
  for (const cause of after.causes) say(G, "dents", sled, cause);
  if (after.fifth) say(G, crossed ? "protected" : "out", sled, {});
  if (crossed) say(G, "finished", sled, {});
  if (sled.status !== "eliminated") fillHand(G, sled, after.stop !== "sled");
}

function fillHand(G, sled, mayDraw) {
  dropSurplus(G, sled, 0);
  const wanted = HAND - sled.dogs - sled.dents;
  if (wanted <= 0) return;
  if (mayDraw) draw(G, sled, wanted);
  else say(G, "no_draw", sled, {});
}

function dropSurplus(G, sled, least) {
  const surplus = Math.min(sled.dogs + sled.dents - HAND, sled.dogs - least);
  if (surplus <= 0) return;
  say(G, "discard", sled, { count: surplus });
  sled.dogs -= surplus;
  sled.unnamed += surplus;
}

function draw(G, sled, count) {
  const first = Math.min(count, deckOf(sled));
  if (first) say(G, "draw", sled, { count: first });
  if (count > first) {
    sled.leftPile = sled.leftPile.slice(-1);
    sled.rightPile = sled.rightPile.slice(-1);
    sled.discard = [];
    sled.unnamed = 0;
    say(G, "shuffle", sled, {});
    say(G, "draw", sled, { count: count - first });
  }
  sled.dogs += count;
}

module.exports = {
  HAND, LATE, MOST_DENTS, SLOTS, STOPS, cardIsWrong, deckOf, draw, dropSurplus, lay, move, moved,
  newSled, racing, reckon, say, stopped, unseen, walked, withMark,
};
