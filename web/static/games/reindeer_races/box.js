/* The owner's box of Reindeer Races: the movement cards, the track cards, the rewards. */

import { h } from "../../lib/dom.js";
import { labelled, t } from "../../lib/words.js";
import { app, change } from "../../parts/app.js";
import { closeSheet, openSheet, sheet } from "../../parts/sheet.js";
import { icon, stepper } from "../../parts/widgets.js";
import { OBJECTS, SPACES, cardWords, symbol, spaceWords, trackCard, trackWords } from "./symbols.js";

const KINDS = [...OBJECTS.flatMap((object) => [[object, 1], [object, 2]]), ["elf", 1]];
const MOVE_CARDS = 77;
const TRACK_CARDS = 27;
const TILES = 15;
const MOST_VALUE = 99;

const named = (object, count) => (object === "elf" ? "elf" : `${object}_${count}`);
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

/** An empty box. */
export function fresh() {
  return {
    moves: Object.fromEntries(KINDS.map(([object, count]) => [named(object, count), 0])),
    tracks: Array(TRACK_CARDS).fill(null),
    rewards: Object.fromEntries(OBJECTS.map((object) => [object, []])),
  };
}

/** Track cards, rewards, movement cards. */
export function sections(form) {
  return [tracksSection(form), rewardsSection(form), movesSection(form)];
}

function heading(word, count, of) {
  return h("h2", {}, t(word), " ", h("span", { class: `chip${count === of ? "" : " warn"}` }, t("ui.reindeer_count_of", { n: count, of })));
}

/** A link to the tags of a deck. */
function stickers(deck) {
  return h("p", {}, h("a", { class: "button", href: `/tags?game=reindeer_races&deck=${deck}` }, icon("reader"), t("ui.reindeer_stickers")));
}

/** The 27 track cards, each with its two spaces. */
function tracksSection(form) {
  const { box } = form;
  return h(
    "section",
    { class: "part", key: "tracks", "aria-label": t("ui.reindeer_track_cards") },
    heading("ui.reindeer_track_cards", box.tracks.filter(Boolean).length, TRACK_CARDS),
    h("p", { class: "explain" }, t("ui.reindeer_box_tracks"), " ", h("span", { class: "by-keyboard" }, t("ui.reindeer_type_tracks"))),
    form.put ? nextKey(form) : null,
    h("div", { class: "lay-keys" }, box.tracks.map((pair, i) => trackButton(form, pair, i))),
    stickers("tracks"),
  );
}

/** Opens the first missing card. */
function nextKey({ box, put }) {
  const missing = box.tracks.indexOf(null);
  if (missing < 0) return null;
  return h("button", { type: "button", class: "button go", key: "next", onclick: () => edit(put, box.tracks, missing) }, icon("edit"), t("ui.box_enter", { n: missing + 1 }));
}

function trackButton({ box, put }, pair, i) {
  const inside = [h("b", {}, i + 1), trackCard(pair)];
  return put
    ? h("button", { type: "button", class: "button lay-key", key: i, "aria-label": t("ui.reindeer_track_card_n", { n: i + 1 }), onclick: () => edit(put, box.tracks, i) }, inside)
    : h("span", { class: "lay-key", key: i }, inside);
}

/** Opens a card's sheet. `tracks`: the saved track cards; `at`: which of its two spaces comes next. */
function edit(put, tracks, i, at = 0, pair = tracks[i] ?? [null, null]) {
  openSheet(() => editor(put, tracks, i, at, pair));
}

function editor(put, tracks, i, at, pair) {
  const before = tracks[i] || pair[0] || pair[1] ? null : tracks[i - 1];
  const same = h("button", { class: "button", key: "same", disabled: !before, onclick: () => keep(put, tracks, i, before) }, icon("redo"), t("ui.reindeer_box_same", { n: i }));
  const set = (space) => enter(put, tracks, i, at, pair.map((one, half) => (half === at ? space : one)));
  const typed = ({ key }) => {
    if (SPACES[key - 1]) set(SPACES[key - 1]);
  };
  return sheet(
    { title: t("ui.reindeer_track_card_n", { n: i + 1 }), lead: t("ui.reindeer_box_card"), cancel: t("ui.close"), buttons: i ? [same] : [] },
    h(
      "div",
      { class: "card-spaces", key: "spaces", onkeydown: typed },
      h("p", { class: "card-halves", key: "halves" }, pair.map((space, half) => halfKey(put, tracks, i, half, pair, half === at))),
      h("div", { class: "space-keys", key: "keys" }, SPACES.map((space, n) => spaceKey(space, n + 1, () => set(space)))),
    ),
  );
}

/** One of the card's two spaces; a tap chooses it to be entered next. */
function halfKey(put, tracks, i, half, pair, pressed) {
  const space = pair[half] ?? "unknown";
  return h(
    "button",
    { type: "button", class: "button card-half", key: half, "aria-pressed": String(pressed), "aria-label": labelled(t(half ? "ui.reindeer_box_second" : "ui.reindeer_box_first"), spaceWords(space)), onclick: () => edit(put, tracks, i, half, pair) },
    h("span", { class: `space is-${space}` }, symbol(space)),
  );
}

function spaceKey(space, digit, press) {
  return h(
    "button",
    { type: "button", class: "button space-key", key: space, onclick: press },
    h("kbd", { "aria-hidden": "true" }, digit),
    h("span", { class: `space is-${space}` }, symbol(space)),
    h("small", {}, spaceWords(space)),
  );
}

/** Enters a space; a whole card is saved. */
function enter(put, tracks, i, at, pair) {
  if (pair.every(Boolean)) keep(put, tracks, i, pair, 1 - at);
  else edit(put, tracks, i, 1 - at, pair);
}

/** Saves a card; after a new one the next missing card comes. */
function keep(put, tracks, i, pair, at = 0) {
  const saved = tracks.map((each, one) => (one === i ? pair : each));
  put((box) => ({ ...box, tracks: saved }));
  if (tracks[i]) {
    edit(put, saved, i, at);
    return;
  }
  const missing = saved.map((_, n) => (i + 1 + n) % TRACK_CARDS).find((n) => !saved[n]);
  if (missing === undefined) closeSheet();
  else edit(put, saved, missing);
}

/** The rewards of each track. */
function rewardsSection({ box, put }) {
  const count = sum(OBJECTS.map((object) => box.rewards[object].length));
  return h(
    "section",
    { class: "part", key: "rewards", "aria-label": t("ui.reindeer_rewards_all") },
    heading("ui.reindeer_rewards_all", count, TILES),
    h("p", { class: "explain" }, t("ui.reindeer_box_rewards")),
    OBJECTS.map((object) => rewardRow(box, put, object, count < TILES)),
  );
}

function rewardRow(box, put, object, room) {
  const values = box.rewards[object];
  const set = (changed) => put({ ...box, rewards: { ...box.rewards, [object]: [...changed].sort((a, b) => b - a) } });
  const value = app.ui[`tile_${object}`] ?? null;
  const label = t("ui.reindeer_reward_on", { track: trackWords(object) });
  const add = () => {
    if (value === null) return;
    change({ [`tile_${object}`]: null });
    set([...values, value]);
    document.querySelector(`.reward-${object} input`)?.focus();
  };
  const enter = (event) => {
    if (event.key !== "Enter" || !event.target.matches("input")) return;
    event.preventDefault(); // the emptied field reports no change
    add();
  };
  return h(
    "div",
    { class: `reward-row reward-${object}`, key: object, role: "group", "aria-label": label },
    h("span", { class: "run-name" }, symbol(object), h("span", {}, trackWords(object))),
    h(
      "span",
      { class: "reward-tiles" },
      values.map((each, i) =>
        put
          ? h("button", { type: "button", class: "button prize", key: `${each} ${i}`, "aria-label": t("ui.reindeer_reward_remove", { n: each }), onclick: () => set(values.filter((_, at) => at !== i)) }, each, icon("cross"))
          : h("b", { class: "prize", key: `${each} ${i}` }, each),
      ),
    ),
    put && room
      ? h(
          "span",
          { class: "reward-add", onkeydown: enter },
          stepper({ label, value, min: 1, max: MOST_VALUE, set: (number) => change({ [`tile_${object}`]: number }) }),
          h("button", { type: "button", class: "button", disabled: value === null, "aria-label": t("ui.reindeer_reward_add", { n: value ?? "?" }), onclick: add }, icon("plus"), value),
        )
      : null,
  );
}

/** How many there are of each movement card. */
function movesSection({ box, put }) {
  const count = sum(Object.values(box.moves));
  return h(
    "section",
    { class: "part", key: "moves", "aria-label": t("ui.reindeer_cards") },
    heading("ui.reindeer_cards", count, MOVE_CARDS),
    h("p", { class: "explain" }, t("ui.reindeer_box_moves")),
    h("div", { class: "move-rows", onkeydown: toNextField }, KINDS.map(([object, n]) => moveRow(box, put, object, n, MOVE_CARDS - count))),
    stickers("moves"),
  );
}

/** Enter in a field goes on to the next one. */
function toNextField({ key, target, currentTarget }) {
  if (key !== "Enter" || !target.matches("input")) return;
  const fields = [...currentTarget.querySelectorAll("input")];
  fields[fields.indexOf(target) + 1]?.focus();
}

function moveRow(box, put, object, n, left) {
  const kind = named(object, n);
  const now = box.moves[kind];
  const words = cardWords(object, n);
  return h(
    "div",
    { class: "field", key: kind },
    h("span", { class: "move-card", "aria-hidden": "true" }, Array.from({ length: n }, (_, i) => h("span", { key: i }, symbol(object)))),
    h("span", { class: "move-word", "aria-hidden": "true" }, words),
    put ? stepper({ label: words, value: now, min: 0, max: now + left, set: (number) => put({ ...box, moves: { ...box.moves, [kind]: number } }) }) : h("b", {}, now),
  );
}
