/* Correcting the rewards of a team: which of the box's tiles it has, or without a box their values
   one by one, in the order in which they were won. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { icon, stepper } from "../../parts/widgets.js";
import { trackWords } from "./symbols.js";
import { copies, replaced, sameTiles, without } from "./tile-list.js";

const MOST_VALUE = 99;

/** The rewards of one track; null if there are none to choose. `now`, `value`: the team's values
    as recorded and as changed; `set(values)`. */
export function tileFields({ track, rewards }, now, value, set) {
  if (rewards && !now.length && !rewards.length) return null;
  const label = t("ui.reindeer_rewards_of", { track: trackWords(track) });
  return h(
    "div",
    { class: `field${value === now ? "" : " changed"}`, key: `tiles ${track}`, role: "group", "aria-label": label },
    h("span", {}, label),
    rewards ? toggles(now, rewards, value, set) : list(track, value, set),
  );
}

/** A toggle for each tile that the team has or could have. */
function toggles(now, rewards, value, set) {
  const left = value.reduce((rest, tile) => (rest.includes(tile) ? without(rest, rest.indexOf(tile)) : rest), [...now, ...rewards]);
  const put = (changed) => set(sameTiles(changed, now) ? now : changed);
  const toggle = (tile, own) => put(own ? without(value, value.lastIndexOf(tile)) : [...value, tile]);
  return h(
    "span",
    { class: "tabs" },
    copies(value, left).map(({ value: tile, own }, i) => h("button", { type: "button", class: "button tab", key: i, "aria-pressed": String(own), onclick: () => toggle(tile, own) }, tile)),
  );
}

/** A value for each reward, empty if nobody knows it. */
function list(track, value, set) {
  const one = (tile, i) =>
    h(
      "span",
      { class: "tile-row", key: i },
      stepper({ label: t("ui.reindeer_value_of", { n: i + 1, track: trackWords(track) }), value: tile, min: 1, max: MOST_VALUE, set: (number) => set(replaced(value, i, number)) }),
      h("button", { type: "button", class: "button", "aria-label": t("ui.reindeer_reward_nth_remove", { n: i + 1 }), onclick: () => set(without(value, i)) }, icon("cross")),
    );
  return h(
    "span",
    { class: "tile-rows" },
    value.map(one),
    h("button", { type: "button", class: "button", key: "add", onclick: () => set([...value, null]) }, icon("plus"), t("ui.reindeer_reward_unknown_add")),
  );
}
