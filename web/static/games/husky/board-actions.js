/* What a seat can do on the board now, as targets on the map: move its musher, move the card's
   animals, move an attacker away, go where an event sends it. All from the service's lists. */

import { t } from "../../lib/words.js";
import { act, app, change } from "../../parts/app.js";
import { mayAct, playerOf } from "../../parts/snapshot.js";
import { figuresOf, map, spaceWords } from "./map.js";

/** The race's board with its targets; null in a race without one. `seat`: this phone's, or
    (null) the seat whose turn it is. */
export function boardOf(live, seat, near) {
  const { board } = live.state;
  if (!board) return null;
  const who = seat ?? live.up[0] ?? null;
  const { asks, targets } = mayAct(app.me, who) ? possibleActions(live, who) : { asks: null, targets: [] };
  const focus = focusOf(live, who, targets);
  return { asks, drawn: map({ board, figures: figuresOf(live, who), targets, focus, near }) };
}

/** `{asks, targets}`: what to do, in words, and where. */
function possibleActions(live, seat) {
  const { board, turn } = live.state;
  const away = board.relocate.find((one) => one.seat === seat);
  if (away) return { asks: t("ui.husky_ask_relocate"), targets: away.to.map((at) => relocation(live, away, at)) };
  if (turn !== seat) return { asks: null, targets: [] };
  if (placing(live, seat)) return { asks: t("ui.husky_ask_place"), targets: freeSpaces(live).map((at) => placement(seat, at)) };
  const { targets, asks } = animalTargets(live, seat);
  const ends = board.reach.map((to) => target(to, "reach", t("ui.husky_move_to", { space: spaceWords(to) }), { act: "move", seat, to }));
  if (!ends.length) return { asks, targets };
  const taken = new Set(targets.map(({ at }) => at.join()));
  return { asks: t("ui.husky_ask_move"), targets: [...ends.filter(({ at }) => !taken.has(at.join())), ...targets] };
}

function target(at, kind, label, body) {
  return { at, kind, label, press: () => doAct(body) };
}

async function doAct(body) {
  const answer = await act(body, { sure: true });
  if (answer.ok) change({ beast: null, placing: null });
}

function relocation(live, { animal, seat }, to) {
  return target(to, "away", t("ui.husky_away_to", { animal: nameOf(live, animal), space: spaceWords(to) }), { act: "relocate", seat, animal, to });
}

function nameOf({ state }, number) {
  const { species } = state.board.animals.find((one) => one.animal === number);
  return `${t(`ui.husky_species_${species}`)} ${number}`;
}

/** The animals that can move, and where the chosen one can go. */
function animalTargets(live, seat) {
  const able = live.state.board.animals.filter((one) => one.steps.length);
  if (!able.length) return { asks: null, targets: [] };
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
  return { asks, targets: [...steps, ...choose.filter(({ at }) => !onto.has(at.join()))] };
}

function step(live, seat, animal, to) {
  const there = live.state.seats.find((one) => one.at?.join() === to.join() && one.status === "racing");
  const params = { animal: nameOf(live, animal), space: spaceWords(to), name: there?.name };
  const label = t(there ? "ui.husky_attack_at" : "ui.husky_step_to", params);
  return target(to, there ? "attack" : "step", label, { act: "animal", seat, animal, to });
}

/** Whether this seat is choosing where an event has sent its musher. */
function placing(live, seat) {
  return app.ui.placing === seat && Boolean(playerOf(live, seat)?.pending?.asks);
}

function placement(seat, to) {
  return target(to, "reach", t("ui.husky_move_to", { space: spaceWords(to) }), { act: "result", seat, to });
}

/** Spaces on which a musher can be placed. */
export function freeSpaces({ state }) {
  const { board, seats } = state;
  const taken = new Set([...board.animals.map(({ at }) => at.join()), ...seats.flatMap(({ at }) => (at ? [at.join()] : []))]);
  return allSpaces(board).filter(([x, y]) => {
    const kind = board.spaces[y - 1][x - 1];
    return "S123F".includes(kind) || ("wgb".includes(kind) && !taken.has([x, y].join()));
  });
}

/** Every space of a map: column and row. */
export function allSpaces({ width, height }) {
  return Array.from({ length: width * height }, (_, i) => [(i % width) + 1, Math.floor(i / width) + 1]);
}

/** The space to centre: the attacker's, the chosen animal's, the musher's. */
function focusOf(live, seat, targets) {
  const { board } = live.state;
  const away = board.relocate.find((one) => one.seat === seat);
  const beast = away?.animal ?? app.ui.beast;
  const first = targets.find(({ kind }) => kind === "beast");
  const own = playerOf(live, seat)?.at;
  return board.animals.find((one) => one.animal === beast)?.at ?? (live.state.board.reach.length ? own : first?.at) ?? own ?? startOf(board);
}

function startOf({ spaces }) {
  const row = spaces.findIndex((one) => one.includes("S"));
  return row < 0 ? [1, 1] : [spaces[row].indexOf("S") + 1, row + 1];
}

/** A map for moving a figure by hand, in the correction. `from`: where it stands. */
export function placeByHand(live, from, ends, put) {
  const targets = ends.map((at) => ({ at, kind: "step", label: spaceWords(at), press: () => put(at) }));
  return map({ board: live.state.board, figures: figuresOf(live), targets, focus: from ?? ends[0], near: true });
}

