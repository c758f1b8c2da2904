/* The colours a player can choose. A strip's light is not a screen's: here each has the tone in which
   it reads best on a page, and in which it differs from each other one for those who see fewer
   colours, too (tests/lights/test_colour_sight.py). */

import { t } from "../lib/words.js";

export const COLOURS = [
  ["red", "#d33e44"],
  ["blue", "#4c9bff"],
  ["yellow", "#ffdb2f"],
  ["green", "#35cc72"],
  ["purple", "#8a5ebb"],
  ["orange", "#fa7f00"],
  ["white", "#f4f7fb"],
  ["pink", "#f499c6"],
];

/** What this reader calls a colour; one of the players' own is called as it is written. */
export function colourName(colour) {
  const key = `ui.colour_${colour}`;
  const name = t(key);
  return name === key ? colour : name;
}

const NOBODY = "#7d93b0";

/** The tone of a seat or player `{colour, rgb?}` as `#rrggbb`; a calm grey for nobody. */
export function toneOf(meta) {
  const known = COLOURS.find(([name]) => name === meta?.colour);
  return known?.[1] ?? meta?.rgb ?? NOBODY;
}
