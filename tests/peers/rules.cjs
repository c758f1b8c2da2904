"use strict";
// Snow Tails as a game of boardgame.io, for the comparison: the acts, refusals, events and cards
// that the companion's own rules know in a race's play; corrections and menus are left out.
// Reads {options, races, passes} as JSON, replays the races in headless clients, prints
// {rates, finals}: acts a second of each pass, and how each race's sleds ended.

const { Client } = require("boardgame.io/client");
const { INVALID_MOVE } = require("boardgame.io/core");
const {
  LATE, MOST_DENTS, SLOTS, STOPS, cardIsWrong, deckOf, dropSurplus, lay, move, moved, newSled,
  racing, reckon, say, stopped, unseen, walked, withMark,
} = require("./sled.cjs");
const { bigPaws, conclude, giveTurn, nextUp, settle, sledOf } = require("./flow.cjs");

function position(G, sled) {
  if (sled.place !== null) return sled.place;
  if (sled.status === "eliminated") return 0;
  const ahead = G.order.slice(0, G.order.indexOf(sled.seat)).map((seat) => sledOf(G, seat));
  const open = ahead.filter((other) => other.status !== "eliminated" && other.place === null);
  return open.length + 1 + G.sleds.filter((other) => other.place !== null).length;
}

function bonusOf(G, sled, live) {
  if (G.round < 2 || !live.balanced || live.speed < 1 || !racing(sled)) return 0;
  return position(G, sled);
}

// Whose turn it is, or null: the seat is not up.
function up(G, act) {
  return G.phase === "turns" && act.seat === G.turn ? sledOf(G, act.seat) : null;
}

const acts = {
  tap(G, act) {
    const sled = up(G, act);
    if (!sled || cardIsWrong(sled, act.card)) return INVALID_MOVE;
    const { value, copy = 0 } = act.card;
    if (!G.pending || (G.pending.value !== value && !G.pending.slots.length)) {
      G.pending = { value, copy, slots: [], marks: [] };
      say(G, "tapped", sled, { value });
      return undefined;
    }
    return G.pending.value === value ? undefined : INVALID_MOVE;
  },

  slot(G, act) {
    const sled = up(G, act);
    const pending = G.pending;
    if (!sled || !pending || !SLOTS.includes(act.slot)) return INVALID_MOVE;
    if (pending.marks.length) return INVALID_MOVE;
    if (pending.slots.includes(act.slot)) {
      pending.slots = pending.slots.filter((slot) => slot !== act.slot);
    } else {
      const cards = pending.slots.length + 1;
      if (cards > sled.dogs || cards > unseen(sled, pending.value)) return INVALID_MOVE;
      pending.slots = SLOTS.filter((slot) => slot === act.slot || pending.slots.includes(slot));
    }
    say(G, "total", sled, move(sled, pending));
    return undefined;
  },

  mark(G, act) {
    if (act.late) return late(G, act);
    const sled = up(G, act);
    const pending = G.pending;
    if (!sled || !pending || !pending.slots.length) return INVALID_MOVE;
    const { speed } = move(sled, pending);
    if (speed <= 0 || (STOPS.includes(act.what) && stopped(pending.marks))) return INVALID_MOVE;
    const line = sled.lines + pending.marks.filter((mark) => mark === "line").length;
    if (act.what === "line" && line > G.limits.length) return INVALID_MOVE;
    say(G, "marked", sled, { what: act.what, line: line + 1, limit: G.limits[line], speed });
    pending.marks = withMark(pending.marks, act.what);
    return undefined;
  },

  done(G, act) {
    const sled = up(G, act);
    const pending = G.pending;
    if (!sled || !pending || !pending.slots.length) return INVALID_MOVE;
    const live = move(sled, pending);
    if (pending.marks.length && live.speed <= 0) return INVALID_MOVE;
    const bonus = act.bonus ? bonusOf(G, sled, live) : 0;
    if (act.bonus && !bonus) return INVALID_MOVE;
    const { speed } = live;
    const marks = [...pending.marks];
    const turn = { speed, bonus, lines: sled.lines, dents: sled.dents, marks };
    say(G, "total", sled, live);
    if (bonus) say(G, "bonus_taken", sled, { count: bonus, speed: speed + bonus });
    lay(sled, pending, live);
    moved(G, sled, turn, act);
    bigPaws(G, sled, act);
    giveTurn(G, nextUp(G));
    return undefined;
  },

  shift(G, act) {
    if (G.phase !== "order" || Math.abs(act.by) !== 1) return INVALID_MOVE;
    const from = G.proposed.indexOf(act.seat);
    const to = from + act.by;
    if (from < 0 || to < 0 || to >= G.proposed.length) return INVALID_MOVE;
    const other = sledOf(G, G.proposed[to]);
    const sled = sledOf(G, act.seat);
    if (other.status !== sled.status) return INVALID_MOVE;
    G.proposed[from] = other.seat;
    G.proposed[to] = act.seat;
    G.shifted = true;
    const taken = G.sleds.filter((one) => one.place !== null).length;
    say(G, "shifted", sled, { place: 1 + taken + to });
    return undefined;
  },

  order(G, act) {
    if (G.phase !== "order") return INVALID_MOVE;
    const seats = act.seats || [...G.proposed];
    if (`${[...seats].sort()}` !== `${[...G.proposed].sort()}`) return INVALID_MOVE;
    const first = seats.findIndex((seat) => racing(sledOf(G, seat)));
    if (first >= 0 && seats.slice(first).some((seat) => !racing(sledOf(G, seat)))) {
      return INVALID_MOVE;
    }
    conclude(G, seats);
    return undefined;
  },
};

function late(G, act) {
  const sled = sledOf(G, act.seat);
  const turn = sled.last;
  if (!turn || turn.speed <= 0 || sled.status === "eliminated") return INVALID_MOVE;
  if (!LATE.includes(act.what)) return INVALID_MOVE;
  if (STOPS.includes(act.what) && stopped(turn.marks)) return INVALID_MOVE;
  if (act.what === "line" && sled.lines > G.limits.length) return INVALID_MOVE;
  const again = { ...turn, marks: withMark(turn.marks, act.what) };
  const [before, after] = [reckon(turn, G.limits), reckon(again, G.limits)];
  say(G, "late", sled, { what: act.what });
  sled.lines += after.lines - before.lines;
  const dents = sled.dents + after.dents - before.dents;
  const out = after.fifth || dents > MOST_DENTS;
  sled.status = sled.lines > G.limits.length ? "finished" : out ? "eliminated" : "racing";
  sled.dents = Math.min(dents, MOST_DENTS);
  sled.walked += walked(again) - walked(turn);
  sled.last = again;
  if (G.turn === sled.seat && !racing(sled)) G.pending = null;
  const held = G.turn === sled.seat && G.pending ? Math.max(1, G.pending.slots.length) : 0;
  if (sled.status !== "eliminated") dropSurplus(G, sled, held);
  settle(G);
  return undefined;
}

function gameOf(options) {
  const starts = [...options.seats].sort((one, other) => one.place - other.place);
  const order = starts.map(({ seat }) => seat);
  const setup = () => ({
    limits: options.limits, sleds: options.seats.map(newSled), order, round: 1, phase: "turns",
    turn: order[0], pending: null, proposed: [], shifted: false, bigPaws: null, longest: 0,
    said: [],
  });
  const moves = {};
  for (const [name, act] of Object.entries(acts)) {
    moves[name] = ({ G }, given) => {
      if (G.phase === "over") return INVALID_MOVE;
      G.said = [];
      return act(G, given);
    };
  }
  return { name: "snow-tails", setup, moves, minPlayers: 1, maxPlayers: 5 };
}

// One client a race, as a table has; whoever acts, it is one client's turn without end: the order
// of seats is the game's, and boardgame.io is spared its own.
function replay(game, race) {
  const client = Client({ game, numPlayers: 1, debug: false });
  client.start();
  for (const act of race) {
    if (act.act === "undo") client.undo();
    else if (act.act === "redo") client.redo();
    else client.moves[act.act](act);
  }
  const { G } = client.getState();
  client.stop();
  return G;
}

function ended(G) {
  const known = ["seat", "left", "right", "brake", "dents", "dogs", "lines", "status", "place"];
  return G.sleds.map((sled) => {
    const told = Object.fromEntries(known.map((name) => [name, sled[name]]));
    const deck = deckOf(sled);
    return { ...told, deck, discard: sled.discard.length + sled.unnamed };
  });
}

function main({ options, races, passes }) {
  const game = gameOf(options);
  const count = races.reduce((sum, race) => sum + race.length, 0);
  const finals = races.map((race) => ended(replay(game, race)));
  const rates = [];
  for (let pass = 0; pass < passes; pass += 1) {
    const began = process.hrtime.bigint();
    for (const race of races) replay(game, race);
    rates.push(count / (Number(process.hrtime.bigint() - began) / 1e9));
  }
  process.stdout.write(JSON.stringify({ rates, finals }));
}

main(JSON.parse(require("fs").readFileSync(0, "utf8")));
