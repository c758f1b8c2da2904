/* Reindeer Races in the set-up: who begins, how "Bond!" is read, the track cards. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { fault, foldedRules, setting } from "../../parts/form-fields.js";
import { choices, icon, named } from "../../parts/widgets.js";
import { boxStatus, currentBox } from "./box-contents.js";
import { OBJECTS, symbol, trackCard, trackWords } from "./symbols.js";
import { CARDS, LAID, layButtons } from "./track-card-laying.js";

const SIZES = [3, 4, 5, 6, 7]; // RR-03: track cards of each track

export const players = { fewest: 2, most: 4, own: {}, clockwise: true };

/** The defaults. `first`: the seat that begins, null: the first one. `laid`: the track cards
    chosen here, in order; null: they are tapped once the race is on the table. */
export function fresh() {
  return { first: null, bond_span: 3, laid: null };
}

/** The settings of a race, including the cards already tapped. */
export function fromOptions({ first = null, bond_span = 3, laid }, state = null) {
  const tapped = state?.tracks.flatMap(({ cards }) => cards).filter(({ card }) => card) ?? [];
  return { first, bond_span, laid: laid ? laid.flat() : tapped.length ? tapped : null };
}

/** The options to post, without the seats. */
export function toOptions({ players: all, first, bond_span, laid }) {
  const begins = all.some(({ seat }) => seat === first) ? { first } : {};
  return { ...begins, bond_span, ...(laid?.length === LAID ? { laid: byTrack(laid) } : {}) };
}

function byTrack(laid) {
  const ends = SIZES.map((_, i) => SIZES.slice(0, i + 1).reduce((sum, size) => sum + size, 0));
  return SIZES.map((size, i) => laid.slice(ends[i] - size, ends[i]));
}

/** Refuses a partial choice: all track cards are chosen here, or none. */
export function faults({ laid }) {
  return laid && laid.length < LAID ? { laid: ["ui.reindeer_laid_few", { n: laid.length, of: LAID }] } : {};
}

/** The tracks are shuffled and laid again for each race. */
export function repeated(draft) {
  return { ...draft, laid: null };
}

export const starters = 1;

/** The first of these seats begins. */
export function starting(draft, order) {
  return { ...draft, first: order[0] };
}

/** Players have no fields of their own. */
export function playerFields() {
  return null;
}

/** The settings and the track cards. */
export function sections(form) {
  return [settingsSection(form), tracksSection(form)];
}

function settingsSection(form) {
  const { draft, put } = form;
  const name = ({ name: said, seat }) => ({ value: seat, words: named(said.trim() || t("ui.seat_n", { n: seat })) });
  const all = [...draft.players].sort((a, b) => a.seat - b.seat);
  const first = all.some(({ seat }) => seat === draft.first) ? draft.first : all[0]?.seat;
  const spans = [3, 2].map((value) => ({ value, words: t("ui.reindeer_span", { n: value }) }));
  const differing = draft.bond_span === fresh().bond_span ? [] : [["bond_span", t("ui.reindeer_span", { n: draft.bond_span })]];
  return [
    h("div", { class: "part", key: "first" }, setting("reindeer_first", choices("first", t("ui.reindeer_first"), first, all.map(name), (seat) => put({ ...draft, first: seat })))),
    foldedRules(form, differing, false, setting("bond_span", choices("bond_span", t("ui.setting_bond_span"), draft.bond_span, spans, (bond_span) => put({ ...draft, bond_span })))),
  ];
}

function tracksSection(form) {
  const { draft, put } = form;
  const status = boxStatus();
  const known = currentBox()?.tracks?.some(Boolean) ?? false;
  const how = [
    { value: false, words: t("ui.reindeer_lay_by_taps") },
    { value: true, words: t("ui.reindeer_lay_here") },
  ];
  return h(
    "fieldset",
    { class: "part reindeer-tracks", key: "tracks" },
    h("legend", {}, t("ui.reindeer_track_cards")),
    boxWords(status),
    known
      ? [
          choices("lay", t("ui.reindeer_lay_how"), draft.laid !== null, how, (here) => put({ ...draft, laid: here ? [] : null })),
          h("p", { class: "explain", key: "explain" }, t(draft.laid ? "ui.explain_reindeer_lay_here" : "ui.explain_reindeer_lay_by_taps")),
          draft.laid ? chosenHere(form) : null,
        ]
      : status
        ? h("p", { class: "explain", key: "explain" }, t("ui.reindeer_no_tracks"))
        : null,
    fault(form, "laid"),
  );
}

/** What the race will know of the box. */
function boxWords(status) {
  if (!status) return null;
  const example = status.in_force === "example" || status.example;
  return h(
    "div",
    { class: "note box-note", key: "box" },
    h("span", {}, icon(example || !status.complete ? "alert" : "ok"), " ", t(example ? "ui.box_is_example" : status.complete ? "ui.box_complete" : "ui.reindeer_box_open")),
    h("a", { class: "button", href: "/boxes/reindeer_races" }, icon("edit"), t("ui.box_open")),
  );
}

/** The cards in order; a tap turns a laid one round. */
function chosenHere({ draft, put }) {
  const { laid } = draft;
  const pairs = currentBox()?.tracks;
  const lie = (changed) => put({ ...draft, laid: changed });
  const lying = laid.map(({ card }) => card);
  return [
    laid.length ? h("div", { class: "laid", key: "laid" }, byTrack(laid).map((cards, i) => (cards.length ? laidTrack(OBJECTS[i], cards, pairs, (card) => lie(laid.map((each) => (each.card === card ? { card, turned: !each.turned } : each)))) : null))) : null,
    h(
      "div",
      { class: "actions", key: "keys" },
      h("button", { type: "button", class: "button", onclick: () => lie(shuffled()) }, icon("star"), t("ui.reindeer_shuffle_here")),
      laid.length ? h("button", { type: "button", class: "button", onclick: () => lie(laid.slice(0, -1)) }, icon("undo"), t("ui.reindeer_last_back")) : null,
    ),
    laid.length < LAID ? layButtons({ next: placeOf(laid.length), count: laid.length, lying, pairs, lay: (card) => lie([...laid, { card, turned: false }]) }) : null,
  ];
}

function laidTrack(track, cards, pairs, turn) {
  return h(
    "div",
    { class: "laid-track", key: track, role: "group", "aria-label": trackWords(track) },
    symbol(track),
    cards.map(({ card, turned }) =>
      h(
        "button",
        { type: "button", class: "button lay-key", key: card, "aria-pressed": String(turned), "aria-label": t("ui.reindeer_turn_card", { n: card }), onclick: () => turn(card) },
        h("b", {}, card),
        trackCard(pairs?.[card - 1], turned),
      ),
    ),
  );
}

function placeOf(count) {
  let before = 0;
  const at = SIZES.findIndex((size) => count < (before += size));
  return { track: OBJECTS[at], n: count - (before - SIZES[at]) + 1, of: SIZES[at] };
}

/** 25 of the 27 cards in random order, each either way round. */
function shuffled() {
  const cards = Array.from({ length: CARDS }, (_, i) => ({ card: i + 1, turned: Math.random() < 0.5 }));
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const pick = Math.floor(Math.random() * (last + 1));
    [cards[last], cards[pick]] = [cards[pick], cards[last]];
  }
  return cards.slice(0, LAID);
}
