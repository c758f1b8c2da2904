/* What one seat can do on the board now, as keys of the map: move its musher, move the card's animals,
   move an attacker away, go where an event sends it. Everything comes from the service's lists. */

import { t } from "../../lib/words.js";
import { act, app, change } from "../../parts/app.js";
import { mayAct, playerOf } from "../../parts/snapshot.js";
import { figuresOf, map, spaceWords } from "./map.js";

/** The board of the race with what can be done on it; null in a race without one. `seat`: whose
    turn it is here: of this phone, or (null) of whoever the table waits for. */
export function boardOf(live, seat, near) {
  const { board } = live.state;
  if (!board) return null;
  const who = seat ?? live.up[0] ?? null;
  const { asks, keys } = mayAct(app.me, who) ? possible(live, who) : { asks: null, keys: [] };
  const focus = focusOf(live, who, keys);
  return { asks, drawn: map({ board, figures: figuresOf(live, who), keys, focus, near }) };
}

/** `{asks, keys}`: what is to be done, in words, and where. */
export function possible(live, seat) {
  const { board, turn } = live.state;
  const away = board.relocate.find((one) => one.seat === seat);
  if (away) return { asks: t("ui.husky_ask_relocate"), keys: away.to.map((at) => relocation(live, away, at)) };
  if (turn !== seat) return { asks: null, keys: [] };
  if (placing(live, seat)) return { asks: t("ui.husky_ask_place"), keys: free(live).map((at) => placement(seat, at)) };
  const { keys, asks } = beasts(live, seat);
  const ends = board.reach.map((to) => key(to, "reach", t("ui.husky_move_to", { space: spaceWords(to) }), { act: "move", seat, to }));
  if (!ends.length) return { asks, keys };
  const taken = new Set(keys.map(({ at }) => at.join()));
  return { asks: t("ui.husky_ask_move"), keys: [...ends.filter(({ at }) => !taken.has(at.join())), ...keys] };
}

function key(at, kind, label, body) {
  return { at, kind, label, press: () => doing(body) };
}

async function doing(body) {
  const answer = await act(body, { sure: true });
  if (answer.ok) change({ beast: null, placing: null });
}

function relocation(live, { animal, seat }, to) {
  return key(to, "away", t("ui.husky_away_to", { animal: nameOf(live, animal), space: spaceWords(to) }), { act: "relocate", seat, animal, to });
}

function nameOf({ state }, number) {
  const { species } = state.board.animals.find((one) => one.animal === number);
  return `${t(`ui.husky_species_${species}`)} ${number}`;
}

/** The animals that can be moved, and where the chosen one can go. */
function beasts(live, seat) {
  const able = live.state.board.animals.filter((one) => one.steps.length);
  if (!able.length) return { asks: null, keys: [] };
  const chosen = able.find((one) => one.animal === app.ui.beast) ?? (able.length === 1 ? able[0] : null);
  const choose = able.map(({ animal, at }) => ({
    at,
    kind: "beast",
    label: t("ui.husky_choose_beast", { animal: nameOf(live, animal), space: spaceWords(at) }),
    pressed: animal === chosen?.animal,
    press: () => change({ beast: animal === app.ui.beast ? null : animal }),
  }));
  const steps = (chosen?.steps ?? []).map((to) => step(live, seat, chosen.animal, to));
  const asks = t(chosen ? "ui.husky_ask_step" : "ui.husky_ask_beast");
  const onto = new Set(steps.map(({ at }) => at.join()));
  return { asks, keys: [...steps, ...choose.filter(({ at }) => !onto.has(at.join()))] };
}

function step(live, seat, animal, to) {
  const there = live.state.seats.find((one) => one.at?.join() === to.join() && one.status === "racing");
  const params = { animal: nameOf(live, animal), space: spaceWords(to), name: there?.name };
  const label = t(there ? "ui.husky_attack_at" : "ui.husky_step_to", params);
  return key(to, there ? "attack" : "step", label, { act: "animal", seat, animal, to });
}

/** Whether this seat is just saying where an event has sent its musher. */
function placing(live, seat) {
  return app.ui.placing === seat && Boolean(playerOf(live, seat)?.pending?.asks);
}

function placement(seat, to) {
  return key(to, "reach", t("ui.husky_move_to", { space: spaceWords(to) }), { act: "result", seat, to });
}

/** Spaces on which a musher can be put. */
export function free({ state }) {
  const { board, seats } = state;
  const taken = new Set([...board.animals.map(({ at }) => at.join()), ...seats.flatMap(({ at }) => (at ? [at.join()] : []))]);
  return all(board).filter(([x, y]) => {
    const kind = board.spaces[y - 1][x - 1];
    return "S123F".includes(kind) || ("wgb".includes(kind) && !taken.has([x, y].join()));
  });
}

/** Every place of a map: column and row. */
export function all({ width, height }) {
  return Array.from({ length: width * height }, (_, i) => [(i % width) + 1, Math.floor(i / width) + 1]);
}

/** What should be in the middle: the attacker, the chosen animal, the musher. */
function focusOf(live, seat, keys) {
  const { board } = live.state;
  const away = board.relocate.find((one) => one.seat === seat);
  const beast = away?.animal ?? app.ui.beast;
  const first = keys.find(({ kind }) => kind === "beast");
  const own = playerOf(live, seat)?.at;
  return board.animals.find((one) => one.animal === beast)?.at ?? (live.state.board.reach.length ? own : first?.at) ?? own ?? startOf(board);
}

function startOf({ spaces }) {
  const row = spaces.findIndex((one) => one.includes("S"));
  return row < 0 ? [1, 1] : [spaces[row].indexOf("S") + 1, row + 1];
}

/** A map in which a figure that stood at `from` is put right by hand, in the correction. */
export function placeByHand(live, from, ends, put) {
  const keys = ends.map((at) => ({ at, kind: "step", label: spaceWords(at), press: () => put(at) }));
  return map({ board: live.state.board, figures: figuresOf(live), keys, focus: from ?? ends[0], near: true });
}

