/* The start line in the set-up. Players are placed on it one by one, or by lot. */

import { h } from "../../lib/dom.js";
import { shuffle } from "../../lib/shuffle.js";
import { labelled, t } from "../../lib/words.js";
import { say } from "../../parts/app.js";
import { badge, icon, named, seatStyle } from "../../parts/widgets.js";

export const PLACES = [1, 2, 3, 4, 5];

/** The strip: a tap on a player's name puts the player on the first free place, a tap on an empty
    place puts the first who waits there, a tap on a taken place frees it. */
export function startLine({ draft, put }) {
  const { players } = draft;
  const waiting = players.findIndex(({ place }) => !PLACES.includes(place));
  const set = (at, place) => put({ ...draft, players: players.map((player, i) => (i === at ? { ...player, place } : player)) });
  const all = (places) => put({ ...draft, players: players.map((player, i) => ({ ...player, place: places[i] ?? null })) });
  const draw = () => {
    const places = shuffle(players.map((_, i) => i + 1), Math.random() * 2 ** 32);
    all(places);
    say(labelled(t("ui.start_line"), players.map((_, i) => `${i + 1} ${nameWords(players, places.indexOf(i + 1))}`).join(", ")));
  };
  return h(
    "fieldset",
    { class: "part start-part", key: "start" },
    h("legend", {}, t("ui.start_line")),
    h("div", { class: "start-strip", key: "strip" }, PLACES.map((place) => placeKey(players, place, waiting, set))),
    waiting < 0 ? null : h("p", { class: "explain", key: "lead" }, t("ui.start_line_lead")),
    h("div", { class: "start-waiting", key: "waiting" }, players.map((player, at) => (PLACES.includes(player.place) ? null : waitingKey(players, at, set)))),
    h(
      "div",
      { class: "actions", key: "ways" },
      h("button", { type: "button", class: "button", onclick: draw }, icon("star"), t("ui.start_drawn")),
      h("button", { type: "button", class: "button", onclick: () => all([]) }, icon("hand"), t("ui.start_in_turn")),
    ),
  );
}

const nameWords = (players, at) => players[at].name.trim() || t("ui.player_n", { n: at + 1 });
const nameOf = (players, at) => named(nameWords(players, at));

function placeKey(players, place, waiting, set) {
  const at = players.findIndex((player) => player.place === place);
  const there = players[at];
  return h(
    "button",
    {
      type: "button",
      key: place,
      class: "button start-place",
      style: there ? seatStyle(there) : {},
      disabled: !there && waiting < 0,
      onclick: () => (there ? set(at, null) : set(waiting, place)),
    },
    h("b", {}, place),
    there ? [badge(there), h(there.name.trim() ? "small" : "span", { class: there.name.trim() ? null : "sr" }, nameOf(players, at))] : null,
  );
}

/** A player without a place. */
function waitingKey(players, at, set) {
  const free = PLACES.find((place) => !players.some((player) => player.place === place));
  return h(
    "button",
    { type: "button", key: at, class: "button start-key", style: seatStyle(players[at]), "data-at": `players.${at}.place`, onclick: () => set(at, free) },
    badge(players[at]),
    nameOf(players, at),
  );
}
