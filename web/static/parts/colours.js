/* The colours that players choose, each in the tone that reads best on a screen and differs from
   the others for colour-blind people, too (tests/lights/test_colour_sight.py). The strips use
   different tones. */

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

/** The name of a colour in the user's language; a custom colour keeps its name. */
export function colourName(colour) {
  const key = `ui.colour_${colour}`;
  const name = t(key);
  return name === key ? colour : name;
}

const NOBODY = "#7d93b0";

/** The tone of a seat or player `{colour, rgb?}` as `#rrggbb`; grey for nobody. */
export function toneOf(meta) {
  const known = COLOURS.find(([name]) => name === meta?.colour);
  return known?.[1] ?? meta?.rgb ?? NOBODY;
}
