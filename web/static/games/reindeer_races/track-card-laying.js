/* Laying the 25 track cards: which one comes next, and a button for each. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { symbol, trackCard, trackWords } from "./symbols.js";

export const CARDS = 27;
export const LAID = 25;

/** `next`: `{track, n, of}`; `count`: cards laid; `lying`: their numbers; `pairs`: the cards'
    spaces, if known; `lay(card)`. A card that lies keeps its place: no other key moves under the
    finger. */
export function layButtons({ next, count, lying, pairs, lay }) {
  const cards = Array.from({ length: CARDS }, (_, i) => i + 1);
  return h(
    "section",
    { class: "laying", key: "laying", "aria-label": t("ui.reindeer_laying", { n: count + 1, of: LAID }) },
    h(
      "p",
      { class: "laying-where" },
      symbol(next.track),
      h("b", {}, t("ui.reindeer_laying", { n: count + 1, of: LAID })),
      h("span", {}, `${trackWords(next.track)}, ${t("ui.reindeer_card_of", { n: next.n, of: next.of })}`),
    ),
    h("progress", { max: LAID, value: count, "aria-label": t("ui.progress") }),
    h(
      "div",
      { class: "lay-keys", role: "group", "aria-label": t("ui.reindeer_track_cards") },
      cards.map((card) => h("button", { type: "button", class: "button lay-key", key: card, disabled: lying.includes(card), onclick: () => lay(card) }, h("b", {}, card), trackCard(pairs?.[card - 1]))),
    ),
  );
}
