/* The owner's box of Reindeer Races: the movement cards, the track cards, the rewards. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app, change } from "../../parts/app.js";
import { closeSheet, openSheet, redraft, sheet } from "../../parts/sheet.js";
import { choices, icon, stepper } from "../../parts/widgets.js";
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
    h("p", { class: "explain" }, t("ui.reindeer_box_tracks")),
    h("div", { class: "lay-keys" }, box.tracks.map((pair, i) => trackButton(form, pair, i))),
    stickers("tracks"),
  );
}

function trackButton({ box, put }, pair, i) {
  const inside = [h("b", {}, i + 1), trackCard(pair)];
  return put
    ? h("button", { type: "button", class: "button lay-key", key: i, "aria-label": t("ui.reindeer_track_card_n", { n: i + 1 }), onclick: () => edit(put, box.tracks, i) }, inside)
    : h("span", { class: "lay-key", key: i }, inside);
}

/** Opens a card's sheet; from there the next one opens directly. `tracks`: the saved track cards.
    For a new card nothing is chosen. */
function edit(put, tracks, i) {
  const [first, second] = tracks[i] ?? [null, null];
  openSheet(() => editor(put, tracks, i), { first, second });
}

function editor(put, tracks, i) {
  const { first, second } = app.ui.draft;
  const disabled = !first || !second;
  const keep = () => put((box) => ({ ...box, tracks: box.tracks.map((each, at) => (at === i ? [first, second] : each)) }));
  const then = (go) => () => {
    keep();
    go();
  };
  return sheet(
    {
      title: t("ui.reindeer_track_card_n", { n: i + 1 }),
      lead: t("ui.reindeer_box_card"),
      buttons: [
        h("button", { class: "button go", key: "keep", disabled, onclick: then(closeSheet) }, icon("ok"), t("ui.reindeer_box_save")),
        i + 1 < TRACK_CARDS ? h("button", { class: "button", key: "next", disabled, onclick: then(() => edit(put, tracks, i + 1)) }, icon("on"), t("ui.reindeer_box_next")) : null,
      ],
    },
    h("p", { class: "card-preview", key: "preview" }, trackCard([first ?? "unknown", second ?? "unknown"])),
    choices("first", t("ui.reindeer_box_first"), first, SPACES.map(spaceOption), (space) => redraft({ first: space })),
    choices("second", t("ui.reindeer_box_second"), second, SPACES.map(spaceOption), (space) => redraft({ second: space })),
  );
}

function spaceOption(space) {
  return { value: space, words: [h("span", { class: `space is-${space}` }, symbol(space)), h("small", {}, spaceWords(space))] };
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
  const value = app.ui[`tile_${object}`] ?? values.at(-1) ?? null;
  const label = t("ui.reindeer_reward_on", { track: trackWords(object) });
  return h(
    "div",
    { class: "reward-row", key: object, role: "group", "aria-label": label },
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
          { class: "reward-add" },
          stepper({ label, value, min: 1, max: MOST_VALUE, set: (number) => change({ [`tile_${object}`]: number }) }),
          h("button", { type: "button", class: "button", disabled: value === null, "aria-label": t("ui.reindeer_reward_add", { n: value ?? "?" }), onclick: () => set([...values, value]) }, icon("plus"), value),
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
    h("div", { class: "move-rows" }, KINDS.map(([object, n]) => moveRow(box, put, object, n, MOVE_CARDS - count))),
    stickers("moves"),
  );
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
