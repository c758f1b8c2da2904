/* Sleds that the table plays, in the set-up. Only on a laid course. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { goTo } from "../../parts/form-fields.js";
import { addPlayer } from "../../parts/race-draft.js";
import { icon } from "../../parts/widgets.js";
import { follows } from "./course-choice.js";

const STRENGTHS = ["careful", "keen", "merciless"];
const NAMES = ["Balto", "Togo", "Fritz", "Scotty", "Sye"]; // sled dogs of 1925

/** Whether the sleds are followed on the draft's course. */
export const onCourse = (draft) => Boolean(draft.follow && follows(draft));

/** Who plays the sled of player `at`; null where the table cannot. */
export function playedChoice({ draft, put }, at) {
  const { played } = draft.players[at];
  if (!onCourse(draft) && !played) return null;
  const options = ["", ...STRENGTHS].map((value) => h("option", { value, key: value }, t(`ui.played_${value || "person"}`)));
  const choose = (event) => put(withPlayed(draft, at, event.target.value));
  return h(
    "div",
    { key: `played-${at}` },
    h("label", {}, t("ui.played_by"), h("select", { value: played ?? "", onchange: choose }, options)),
    played ? h("p", { class: "explain" }, t("ui.played_ours")) : null,
  );
}

/** The button that adds a played sled, in the place of the first nameless player if there is one. */
export function addPlayed({ live, draft, put, part }) {
  const nameless = draft.players.findIndex(({ name }) => !name.trim());
  const full = draft.players.length >= Math.min(part.players.most, live.table.seats.length);
  if (!onCourse(draft) || (nameless < 0 && full)) return null;
  const add = () => {
    const more = nameless < 0 ? addPlayer(draft, live.table, part) : draft;
    put(withPlayed(more, nameless < 0 ? draft.players.length : nameless, "keen"));
  };
  return h("button", { type: "button", class: "button", key: "played", onclick: add }, icon("gear"), t("ui.played_add"));
}

/** For one who is alone: where a sled of the table is found; null with others, or on a laid course. */
export function playersNote({ draft }) {
  if (onCourse(draft) || draft.players.filter(({ name }) => name.trim()).length > 1) return null;
  return h("button", { type: "button", class: "button plain", key: "alone", onclick: () => goTo("course-part") }, icon("gear"), t("ui.played_note"));
}

/** The draft whose player `at` is played so; "" by a person. A nameless sled gets a name. */
function withPlayed(draft, at, strength) {
  const free = NAMES.find((name) => !draft.players.some((player) => player.name.trim() === name));
  const changed = ({ name, ...player }) => ({ ...player, name: name.trim() || (strength ? free : ""), played: strength || undefined });
  return { ...draft, players: draft.players.map((player, i) => (i === at ? changed(player) : player)) };
}

/** The options by which the sleds of the table get the cards of a seed, the same at every table and
    seat: the first of them the first deck. None without a seed. */
export function sameCards(seed, seats) {
  if (!seed || !seats.some(({ played }) => played)) return {};
  let decks = 0;
  return { seed, seats: seats.map((player) => (player.played ? { ...player, cards: ++decks } : player)) };
}

/** The mark of a player whose sled the table plays; null for people. */
export function playerMark({ played }) {
  if (!played) return null;
  const words = t(`ui.played_${played}`);
  return h("span", { class: "chip", key: "played", title: words }, icon("gear"), h("span", { class: "sr" }, words));
}
