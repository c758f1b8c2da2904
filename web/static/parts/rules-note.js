/* The note of a race that is replayed with other rules than it was played with, or not at all. */

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { icon } from "./widgets.js";

/** The note; null for a race of today's rules. The argument: the race's story or history. */
export function rulesNote({ refused, other_rules: other }) {
  const words = refused ? t("ui.not_replayed", { why: refused.text }) : other ? t("ui.other_rules") : "";
  return words ? h("p", { class: "note", key: "rules" }, icon("alert"), words) : null;
}
