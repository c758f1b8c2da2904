/* Symbols of Husky: grounds, weather, animals, cards, checkpoints. Each has a sign and a word,
   so that colour is never the only sign. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { icon } from "../../parts/widgets.js";

export const COLOURS = ["white", "green", "blue"];
export const PAIRS = [["wolf", "bear"], ["wolf", "elk"], ["bear", "elk"]];
/** What can stand below the distances of an action card: two animals, with or without an E (HU-05). */
export const CARD_ENDS = PAIRS.flatMap((animals) => [false, true].map((event) => ({ animals, event })));
const CHECKPOINTS = [1, 2, 3];
const DEAL = 8;

const COUNTS_AS = { start: "white", checkpoint_1: "white", checkpoint_2: "blue", checkpoint_3: "green" };

/** The colour that counts on a space (HU-13). */
export function countingColour(where) {
  return COUNTS_AS[where] ?? where;
}

/** SVG paths in a square of 24, stroked in the text's colour. */
const PATHS = {
  white: ["M12 3v18M4.2 7.5l15.6 9M4.2 16.5l15.6-9M9.5 4.5 12 7l2.5-2.5M9.5 19.5 12 17l2.5 2.5"],
  green: ["M5 19c-3-1-2.5-5 .5-5.5C4 9 8 6 11 8c1-4 7-3.5 7 1 4 0 4.5 6 1 7.5", "M12 21v-8M12 17l-3-3M12 16l3-3M3 21h18"],
  blue: ["M12 2.5 20 9l-8 12.5L4 9zM4 9h16M12 21.5 8.5 9 12 2.5 15.5 9z"],
  wolf: ["M4 3l4.5 5h7L20 3v9l-4 4-2.5 5h-3L8 16l-4-4z", "M9 12h.01M15 12h.01M11 18h2"],
  bear: ["M12 5c5 0 8 3.5 8 8s-3 8-8 8-8-3.5-8-8 3-8 8-8z", "M5.5 8.5a3 3 0 1 1 3.5-3M18.5 8.5a3 3 0 1 0-3.5-3M9 12h.01M15 12h.01M10 16.5h4l-2 1.5z"],
  elk: ["M9 9h6l1 5-2.5 7h-3L8 14z", "M9 9C5 9 3 7 2.5 3M5 8V4M15 9c4 0 6-2 6.5-6M19 8V4M10.5 13h.01M13.5 13h.01M11 18h2"],
  weather_0: ["M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2"],
  weather_1: ["M7 18a4 4 0 0 1 0-8 5.5 5.5 0 0 1 10.5 1.5A3.3 3.3 0 0 1 17 18z"],
  weather_2: ["M7 14a4 4 0 0 1 0-8 5.5 5.5 0 0 1 10.5 1.5A3.3 3.3 0 0 1 17 14z", "M8 17l-1.5 4M13 17l-1.5 4M18 17l-1.5 4"],
};

/** A symbol; decorative, so always beside words or a label. */
export function symbol(name) {
  return h(
    "svg",
    { class: `icon sign-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    PATHS[name].map((d) => h("path", { d })),
  );
}

/** A musher's ground in words: "snow", "checkpoint 2 (ice)". */
export function groundWord(where) {
  return t(`ui.husky_ground_${where}`);
}

/** A musher's ground: symbol and word on its colour. */
export function ground(where) {
  const colour = countingColour(where);
  return h("span", { class: `ground ground-${colour}` }, symbol(colour), groundWord(where));
}

/** The weather of a colour, in words; null if unknown. */
export function weatherWord(state) {
  return state === null || state === undefined ? t("ui.husky_weather_unknown") : t(`ui.husky_weather_${state}`);
}

/** The weather in force, one tile for each colour. */
export function weather({ weather: now }) {
  return h(
    "ul",
    { class: "weather", key: "weather", "aria-label": t("ui.husky_weather") },
    COLOURS.map((colour) => {
      const state = now?.[colour] ?? null;
      return h(
        "li",
        { key: colour, class: `ground ground-${colour}` },
        symbol(colour),
        h("span", {}, h("b", {}, groundWord(colour)), h("small", {}, now ? weatherWord(state) : t("ui.husky_weather_due"))),
        h("span", { class: "weather-sign" }, state === null ? null : symbol(`weather_${state}`)), // its place is kept
      );
    }),
  );
}

/** Animals in words: "wolf, bear". */
export function speciesWords(animals) {
  return animals.map((one) => t(`ui.husky_species_${one}`)).join(", ");
}

/** What stands below a card's distances, in words: "wolf, bear, E". */
export function endWords({ animals: named, event }) {
  return event ? `${speciesWords(named)}, E` : speciesWords(named);
}

/** Whether two action cards have the same animals and both an E or none. */
export function sameEnd(one, other) {
  return one.event === other.event && other.animals.every((species) => one.animals.includes(species));
}

/** The animals that move, and how far. */
export function animals(named, steps) {
  return h(
    "span",
    { class: "beasts" },
    named.map((one) => h("span", { class: "beast", key: one }, symbol(one), t(`ui.husky_species_${one}`))),
    h("span", { class: "beast-steps" }, t("ui.husky_steps", { n: steps })),
  );
}

/** An action card in words. */
export function cardWords({ white, green, blue, animals: named, event }) {
  const figures = [white, green, blue].map((value, i) => `${groundWord(COLOURS[i])} ${value}`);
  return [...figures, speciesWords(named), event ? "E" : null].filter(Boolean).join(" · ");
}

/** Three checkpoints; the passed ones are ticked. */
export function checkpoints(passed) {
  const words = passed.length ? t("ui.husky_checkpoints_passed", { which: [...passed].sort().join(", ") }) : t("ui.husky_checkpoints_none");
  return h(
    "span",
    { class: "checkpoints", role: "img", "aria-label": words },
    CHECKPOINTS.map((number) => {
      const done = passed.includes(number);
      return h("span", { class: `checkpoint${done ? " passed" : ""}` }, done ? icon("ok") : null, number);
    }),
  );
}

/** The action cards left of eight. */
export function cardsLeft({ hand }) {
  const all = Math.max(DEAL, hand);
  return h("span", { class: "figure cards-left" }, icon("hand"), h("span", { class: "sr" }, t("ui.husky_hand", { n: hand, all })), h("span", { "aria-hidden": "true" }, `${hand}/${all}`));
}

/** A row of radio buttons that look like buttons. An option's `digit` is the key that chooses it. */
export function choiceChips(name, label, value, options, set) {
  return h(
    "div",
    { class: "chip-row", key: name, role: "radiogroup", "aria-label": label },
    options.map(({ value: one, words, sign: drawn, idle, digit }) =>
      h(
        "label",
        { class: `choice${idle ? " idle" : ""}`, key: words },
        h("input", {
          type: "radio",
          name,
          value: words,
          checked: same(one, value),
          disabled: idle === "never",
          onchange: () => set(one),
        }),
        h("span", {}, digit ? h("kbd", { "aria-hidden": "true" }, digit) : null, drawn, words),
      ),
    ),
  );
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
