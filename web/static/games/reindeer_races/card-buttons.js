/* The movement cards as buttons: an object and how many of it, and the elf. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { OBJECTS, cardWords, symbol } from "./symbols.js";

const KINDS = [...OBJECTS.map((object) => [object, 1]), ["elf", 1], ...OBJECTS.map((object) => [object, 2])];

/** The buttons; each shows how many of its cards are not known to be in the discard. During a
    play only matching cards are shown. `tap(card)`; `naming`: they name a discarded card. */
export function cardButtons(live, team, tap, naming = false) {
  const up = live.up.includes(team.seat);
  const now = up ? team.pending : null;
  const fits = (object) => object === "elf" || !now || now.cards.every((card) => card.object === "elf" || card.object === object);
  const room = team.hand > (now?.cards.length ?? 0);
  const shown = now?.track ? KINDS.filter(([object]) => object === "elf" || object === now.track) : KINDS;
  return h(
    "div",
    { class: `card-keys${naming ? " naming" : ""}${shown === KINDS ? "" : " few"}`, key: "cards", role: "group", "aria-label": t(naming ? "ui.name_discard" : "ui.reindeer_cards") },
    shown.map(([object, count]) => {
      const left = live.state.unseen?.[object === "elf" ? "elf" : `${object}_${count}`] ?? null;
      const may = naming || (up && room && fits(object) && left !== 0);
      const words = cardWords(object, count);
      return h(
        "button",
        {
          key: `${object} ${count}`,
          class: `card-key${may ? "" : " idle"}${object === "elf" ? " elf" : ""}`,
          "aria-label": left === null ? words : t("ui.reindeer_card_left", { card: words, n: left }),
          onclick: () => tap({ object, count }),
        },
        Array.from({ length: count }, (_, i) => h("span", { key: i }, symbol(object))),
        left === null ? null : h("small", { "aria-hidden": "true" }, left),
      );
    }),
  );
}
