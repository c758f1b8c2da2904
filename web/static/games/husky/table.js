/* Husky on the table's page: the weather of the round, the board if there is one, and one line
   for each musher in turn order, readable from the other end of the room. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app } from "../../parts/app.js";
import { correctableFigure } from "../../parts/correction.js";
import { mayAct, metaOf, playerOf } from "../../parts/snapshot.js";
import { badge, figure, icon, named, seatStyle } from "../../parts/widgets.js";
import { boardOf } from "./board-actions.js";
import { openAction, openWeather } from "./card-sheets.js";
import { resultNote as passed } from "./seat.js";
import { animals, cardsLeft, checkpoints, ground, weather } from "./symbols.js";

const MANY = 4; // mushers that fit in one column beside the board, with all their figures

export const resultNote = passed;

/** The round. */
export function heading({ state }) {
  return t("ui.round_n", { n: state.round });
}

/** The button for the card that is due, for a table without tags. */
export function mainButton(live) {
  const { state } = live;
  const [seat] = live.up;
  if (!mayAct(app.me, seat) || playerOf(live, seat)?.pending || state.board?.relocate.length) return null;
  const open = state.weather_due ? openWeather : openAction;
  const words = t(state.weather_due ? "ui.husky_choose_weather" : "ui.husky_choose_action");
  return h("button", { class: "button big go", key: "choose", onclick: () => open(seat) }, icon("deck"), words);
}

/** No extra controls. */
export function controls() {
  return [];
}

/** Weather, board, mushers. */
export function view(live) {
  const { state } = live;
  const board = boardOf(live, null, false);
  return h(
    "div",
    { class: `husky${board ? " with-board" : ""}`, key: "husky" },
    h("div", { class: "husky-round", key: "round" }, weather(state), decks(state)),
    board ? h("div", { class: "husky-board", key: "board" }, board.asks ? h("p", { class: "map-asks", key: "asks", role: "status" }, icon("hand"), board.asks) : null, board.drawn) : null,
    h("ol", { class: `pack${state.seats.length > MANY ? " many" : ""}`, key: "pack", "aria-label": t("ui.husky_order") }, inOrder(live).map((musher) => line(live, musher))),
  );
}

/** The mushers in turn order from the start player on; those out of the race last. */
function inOrder(live) {
  const { order, seats } = live.state;
  const out = seats.filter(({ seat }) => !order.includes(seat)).map(({ seat }) => seat);
  return [...order, ...out].map((seat) => playerOf(live, seat));
}

function decks(state) {
  return h(
    "p",
    { class: "husky-decks", key: "decks" },
    figure("deck", t("ui.husky_deck_action"), state.deck),
    state.events ? figure("event", t("ui.husky_deck_event"), state.events_left) : null,
    state.example ? h("span", { class: "chip" }, t("ui.husky_example")) : null,
  );
}

function line(live, musher) {
  const { state } = live;
  const { seat, status, pending } = musher;
  const up = state.turn === seat;
  const meta = metaOf(live, seat) ?? musher;
  return h(
    "li",
    { key: seat, class: `pack-line is-${status}${up ? " is-up" : ""}`, style: seatStyle(meta), "aria-current": up ? "step" : null },
    h(
      "span",
      { class: "pack-name", style: { "--letters": musher.name.length } },
      badge(meta),
      h("b", {}, named(musher.name)),
      state.start === seat ? h("span", { class: "pack-start" }, icon("star"), h("span", { class: "sr" }, t("ui.husky_start_player"))) : null,
      correctableFigure(live, seat, "hand", musher.hand, cardsLeft(musher)),
    ),
    status === "eliminated"
      ? h("span", { class: "lane-out" }, t("ui.eliminated"))
      : h(
          "span",
          { class: "pack-figures" },
          checkpoints(musher.checkpoints),
          ground(pending?.where ?? musher.where),
          musher.blocked || musher.blocked_next ? h("span", { class: "mark mark-alert" }, icon("alert"), h("span", {}, t("ui.husky_blocked"))) : null,
        ),
    pending ? played(state, musher) : null,
  );
}

/** The card of the turn: distance, animals, event. */
function played({ steps }, { blocked, pending }) {
  const far = blocked ? 0 : pending.distance;
  return h(
    "span",
    { class: "pack-played" },
    far === null ? null : h("span", { class: "pack-far" }, h("b", {}, far), " ", t("ui.husky_spaces")),
    pending.animals ? animals(pending.animals, steps) : null,
    pending.event_due ? h("span", { class: "chip warm" }, "E") : null,
  );
}
