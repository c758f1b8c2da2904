/* Husky on a seat's phone: three distances after the weather, the animals, checkpoints, the
   board. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { act, app, change } from "../../parts/app.js";
import { correctableFigure } from "../../parts/correction.js";
import { mayAct, metaOf, playerOf } from "../../parts/snapshot.js";
import { icon } from "../../parts/widgets.js";
import { boardOf } from "./board-actions.js";
import { cardsOf, openAction, openEvent, openWeather } from "./card-sheets.js";
import { COLOURS, animals, cardsLeft, checkpoints, countingColour, ground, groundWord, symbol, weather, weatherWord } from "./symbols.js";

const KEY_OF = { white: "left", green: "right", blue: "brake" };

/** The round, the start player, a blocked turn. */
export function chips(live, seat) {
  const own = playerOf(live, seat);
  const { state } = live;
  return [
    h("span", { class: "chip round", key: "round" }, t("ui.round_n", { n: state.round })),
    state.start === seat ? h("span", { class: "chip", key: "start" }, icon("star"), h("span", { class: "sr" }, t("ui.husky_start_player"))) : null,
    own?.blocked || own?.blocked_next ? h("span", { class: "chip warn", key: "blocked" }, icon("alert"), t("ui.husky_blocked")) : null,
  ];
}

/** Distances, animals, checkpoints, cards, and the board if there is one. */
export function mat(live, seat) {
  const own = playerOf(live, seat);
  if (own.status === "eliminated") return h("p", { class: "lane-out", key: "mat" }, t("ui.eliminated"));
  const board = boardOf(live, seat, true);
  return h(
    "section",
    { class: "mat", key: "mat", "aria-label": t("ui.husky_musher") },
    own.pending ? null : weather(live.state),
    own.pending && !board ? distances(live, own) : null,
    own.pending ? card(live, own.pending) : null,
    board?.asks || (board && own.pending) ? h("p", { class: "map-asks", key: "asks", role: "status" }, board.asks ? [icon("hand"), board.asks] : null) : null,
    board?.drawn,
    // Below the map, which does not move when they go.
    board && own.pending && !own.pending.moved ? distances(live, own) : null,
    figures(live, own),
  );
}

/** The distance for each ground: the one that counts stands out, a press chooses another. */
function distances(live, own) {
  if (own.blocked) {
    return h("p", { class: "stays", key: "stays" }, icon("stop"), t("ui.husky_stays"));
  }
  return h(
    "div",
    { class: "distances", key: "distances", role: "group", "aria-label": t("ui.husky_distances") },
    COLOURS.map((colour) => distance(live, own, colour)),
  );
}

function distance(live, own, colour) {
  const { pending, seat } = own;
  const here = countingColour(pending.where) === colour;
  const pad = metaOf(live, seat)?.keys?.[KEY_OF[colour]]?.press;
  const press = pad?.enabled && pad.act?.act === "region" && mayAct(app.me, seat) ? () => act(pad.act) : null;
  const less = live.state.weather?.[colour];
  const shows = [
    h("span", { class: "distance-ground" }, symbol(colour), groundWord(colour)),
    h("b", {}, pending.distances[colour] ?? "?"),
    h("small", {}, pending[colour] === null ? weatherWord(less) : `${pending[colour]} − ${less ?? "?"}`),
    h("small", { class: "distance-here" }, here ? t(pending.chosen ? "ui.husky_here" : "ui.husky_here_last") : ""),
  ];
  const props = { class: `distance ground-${colour}${here ? " here" : ""}`, key: colour };
  return press ? h("button", { ...props, "aria-pressed": String(here && pending.chosen), onclick: press }, shows) : h("div", props, shows);
}

/** The rest of the card: animals and event. */
function card({ state }, pending) {
  const due = pending.event && state.events;
  return h(
    "p",
    { class: "card-says", key: "card" },
    pending.animals ? animals(pending.animals, state.steps) : h("span", {}, t("ui.husky_read_animals", { n: state.steps })),
    pending.event_due ? h("span", { class: "chip warm" }, "E", " ", t("ui.husky_event_due")) : due && pending.drawn ? h("span", { class: "chip" }, icon("ok"), "E") : null,
    pending.drawn_text ? h("span", { class: "event-text" }, pending.drawn_text) : null,
  );
}

/** Checkpoints, the cards left of eight, the musher's last known ground. */
function figures(live, own) {
  const { state } = live;
  return h(
    "div",
    { class: "mat-figures", key: "figures" },
    checkpoints(own.checkpoints),
    correctableFigure(live, own.seat, "hand", own.hand, cardsLeft(own)),
    own.pending || (!state.board && own.begun) ? null : ground(own.where), // without a board nobody knows where a move has ended
    state.example ? h("small", { key: "example" }, t("ui.husky_example")) : null,
    skipped(own) ? h("span", { class: "chip warn" }, icon("alert"), t("ui.husky_skipped", { n: own.next_checkpoint })) : null,
  );
}

/** Whether a later checkpoint was passed before the missing one. */
const skipped = ({ checkpoints: passed, next_checkpoint: next }) => next !== null && passed.some((number) => number > next);

/** Chooses the card that this seat has to show now, by its content: for a table without tags. */
export function buttons(live, seat) {
  const { state } = live;
  const own = playerOf(live, seat);
  const button = (words, open) => h("button", { class: "button go choose", key: words, onclick: () => open(seat) }, icon("deck"), words);
  if (state.weather_due) return state.start === seat ? button(t("ui.husky_choose_weather"), openWeather) : null;
  const plays = state.turn === seat && own.status === "racing" && !own.pending;
  if (plays) cardsOf(live); // fetched before the sheet opens: its chips do not change under the finger
  return plays ? button(t("ui.husky_choose_action"), openAction) : null;
}

/** While the start player has to reveal the weather, one key does it: the seat's OK would open the
    same choice, and nothing else can happen yet. */
export function ownButtons({ state }, seat) {
  return Boolean(state.weather_due) && state.start === seat;
}

/** The event card that is due, another action card, where an event has sent the musher. */
export function extras(live, seat) {
  const { board } = live.state;
  const { pending } = playerOf(live, seat);
  if (!pending) return [];
  const placing = app.ui.placing === seat;
  const draws = pending.event_due && (!board || metaOf(live, seat)?.keys?.event?.press?.enabled);
  const untouched = !pending.moved && !pending.drawn && !pending.moved_animals.length && (board || !pending.chosen);
  const button = (words, press, more = {}) => h("button", { class: "button extra", key: words, onclick: press, ...more }, words);
  return [
    draws ? button(t("ui.husky_choose_event"), () => openEvent(seat)) : null,
    untouched && !draws ? button(t("ui.husky_other_card"), () => openAction(seat)) : null,
    board && pending.asks
      ? button(t("ui.husky_place_event"), () => change({ placing: placing ? null : seat }), { "aria-pressed": String(placing) })
      : null,
  ].filter(Boolean);
}

/** The checkpoints passed, beside the points. */
export function resultNote(live, { seat }) {
  const passed = playerOf(live, seat)?.checkpoints ?? [];
  return h("span", { class: "result-passed" }, checkpoints(passed));
}
