/* The button that strikes a turn's time if the clock ran while nobody played. */

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { act } from "./app.js";
import { closeSheet } from "./sheet.js";
import { icon } from "./widgets.js";

/** The button; a sheet that has it closes then. `timed`: `{turn, took_s}` of the history's row; `words`: the key of its words, which
    may name `{seconds}`. */
export function strikeButton(seat, { turn, took_s }, words) {
  const strike = async () => {
    if ((await act({ act: "untimed", seat, turn })).ok) closeSheet();
  };
  return h("button", { class: "button", type: "button", key: "time", onclick: strike }, icon("cross"), t(words, { seconds: took_s }));
}
