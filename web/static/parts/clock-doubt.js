/* Times that may be wrong, as the computer's clock was not set: a mark where right ones stand beside
   them, one sentence where none is right. */

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** The doubt about these `rows`: `sign(row)` follows a time; `note` is the key of the sentence, "". */
export function clockDoubt(rows) {
  const unsure = rows.filter((row) => !row.clock_synced).length;
  const mixed = unsure > 0 && unsure < rows.length;
  return {
    sign: (row) => (mixed && !row.clock_synced ? "?" : ""),
    note: mixed ? "ui.clock_doubt" : unsure ? "ui.clock_doubt_all" : "",
  };
}

/** The sentence of a doubt; null without one. */
export const clockNote = ({ note }) => (note ? h("p", { class: "explain", key: "clock" }, t(note)) : null);
