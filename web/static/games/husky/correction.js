/* Husky in the correction's sheet: a musher's figures, the race's, the positions on the board. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { act, app } from "../../parts/app.js";
import { closeSheet, redraft } from "../../parts/sheet.js";
import { playerOf } from "../../parts/snapshot.js";
import { icon } from "../../parts/widgets.js";
import { allSpaces, freeSpaces, placeByHand } from "./board-actions.js";
import { COLOURS, groundWord, weatherWord } from "./symbols.js";

const MOST_HAND = 60;
const PLACES = ["white", "green", "blue", "start", "checkpoint_1", "checkpoint_2", "checkpoint_3"];
const PASSED = [[], [1], [1, 2], [1, 2, 3], [2], [3], [1, 3], [2, 3]];
const REGION = { wolf: "wS", elk: "g", bear: "b" };

const yesNo = () => [
  [false, t("ui.no")],
  [true, t("ui.yes")],
];

/** Every figure of a musher. */
export function seatFields(live, seat, { number, choice }) {
  const own = playerOf(live, seat);
  const places = PLACES.map((where) => [where, groundWord(where)]);
  const passed = PASSED.map((which) => [which, which.join(", ") || t("ui.husky_none")]);
  const statuses = ["racing", "eliminated"].map((status) => [status, t(`ui.status_${status}`)]);
  return [
    number("hand", own.hand, 0, MOST_HAND),
    live.state.board ? null : choice("where", own.where, places),
    choice("checkpoints", [...own.checkpoints].sort(), passed),
    choice("blocked", own.blocked, yesNo()),
    choice("status", own.status, statuses),
  ];
}

/** Whose turn, the round, the start player, the weather; animals on the board. */
export function raceFields(live, { number, choice }) {
  const { state } = live;
  const racing = state.seats.filter(({ status }) => status === "racing").map(({ seat, name }) => [seat, name]);
  const states = [0, 1, 2].map((value) => [value, weatherWord(value)]);
  return [
    choice("turn", state.turn, racing),
    number("round", state.round, 1, 999),
    choice("start", state.start, racing),
    choice("due", state.weather_due, yesNo()),
    (app.ui.draft.changes?.due ?? state.weather_due) ? null : COLOURS.map((colour) => choice(colour, state.weather?.[colour] ?? null, states)),
    state.board ? beasts(live) : null,
  ];
}

/** Moves the musher on the board. */
export function seatActions(live, seat) {
  const own = playerOf(live, seat);
  if (!live.state.board || own.status !== "racing") return null;
  const put = (at) => set({ act: "correct", seat, set: { at } });
  const open = app.ui.draft.placing === seat;
  return [
    h("p", { key: "placing" }, h("button", { class: "button", "aria-expanded": String(open), onclick: () => redraft({ placing: open ? null : seat }) }, icon("edit"), t("ui.husky_put_musher"))),
    open ? placeByHand(live, own.at, freeSpaces(live), put) : null,
  ];
}

/** Moves an animal within its region. */
function beasts(live) {
  const { board } = live.state;
  const chosen = board.animals.find(({ animal }) => animal === app.ui.draft.animal);
  const button = ({ animal, species }) =>
    h(
      "button",
      { class: "button tab", key: animal, "aria-pressed": String(animal === chosen?.animal), onclick: () => redraft({ animal: animal === chosen?.animal ? null : animal }) },
      `${t(`ui.husky_species_${species}`)} ${animal}`,
    );
  const put = (space) => set({ act: "correct", set: { animal: chosen.animal, space } });
  return h(
    "fieldset",
    { class: "field order", key: "beasts" },
    h("legend", {}, t("ui.husky_put_animal")),
    h("div", { class: "tabs" }, board.animals.map(button)),
    chosen ? placeByHand(live, chosen.at, homes(board, chosen), put) : null,
  );
}

/** Free spaces of the animal's colour; the service checks the region. */
function homes(board, { species }) {
  const taken = new Set(board.animals.map(({ at }) => at.join()));
  return allSpaces(board).filter(([x, y]) => REGION[species].includes(board.spaces[y - 1][x - 1]) && !taken.has([x, y].join()));
}

async function set(body) {
  if ((await act(body, { sure: true })).ok) closeSheet();
}
