/* The owner's box of Husky: 60 action, 24 weather and 30 event cards, and the board. */

import { h } from "../../lib/dom.js";
import { labelled, t } from "../../lib/words.js";
import { icon } from "../../parts/widgets.js";
import { boardSection } from "./board-editor.js";
import { TOTALS, editor, nextMissing, open, openCard } from "./card-editor.js";
import { COLOURS, cardWords, groundWord, symbol, weatherWord } from "./symbols.js";

const COUNTS = { action: 60, weather: 24, event: 30 };

/** An empty box. */
export function fresh() {
  const none = (count) => Array(count).fill(null);
  return { action: none(COUNTS.action), weather: none(COUNTS.weather), event: none(COUNTS.event), board: null };
}

/** The three decks and the board. */
export function sections(form) {
  return [deckSection(form, "action"), deckSection(form, "weather"), deckSection(form, "event"), boardSection(form)];
}

/** A deck: the place where a card is entered, and below it all cards in short. */
function deckSection(form, kind) {
  const cards = form.box[kind];
  const known = cards.filter(Boolean).length;
  return h(
    "section",
    { class: "part husky-deck", key: kind },
    h("h2", {}, t(`ui.husky_deck_${kind}`), " ", h("small", {}, t("ui.husky_known", { known, of: COUNTS[kind] }))),
    kind === "weather" ? totals(cards) : null,
    h("p", { class: "explain", key: "lead" }, t(`ui.husky_enter_${kind}`), " ", t(`ui.husky_type_${kind}`)),
    form.put ? entry(form, kind, cards) : null,
    h("ol", { class: "deck-cards", key: "cards" }, cards.map((card, i) => cardRow(form, kind, card, i + 1))),
  );
}

const cardName = (kind, n) => t(`ui.husky_card_${kind}`, { n });

/** The open card, or a key that opens the next missing one; always at the same place. */
function entry(form, kind, cards) {
  const number = openCard(kind);
  if (number) return editor(form, kind, number, cardName(kind, number));
  const missing = nextMissing(cards);
  return missing
    ? h("button", { type: "button", class: "button go", key: "enter", onclick: () => open(form, kind, missing) }, icon("edit"), t("ui.box_enter", { n: missing }))
    : null;
}

function cardRow(form, kind, card, number) {
  const opened = number === openCard(kind);
  const words = card ? short(kind, card) : "–";
  const inside = [h("b", {}, number), h("span", {}, words)];
  const look = `deck-card${card ? "" : " empty"}`;
  const label = labelled(cardName(kind, number), card ? words : t("ui.husky_not_entered"));
  return h(
    "li",
    { key: number, class: opened ? "open" : "" },
    form.put
      ? h("button", { type: "button", class: look, "aria-expanded": String(opened), "aria-label": label, onclick: () => open(form, kind, opened ? null : number) }, inside)
      : h("p", { class: look }, inside),
  );
}

function short(kind, card) {
  if (kind === "action") return cardWords(card);
  if (kind === "event") return card.text || t("ui.husky_no_text");
  return COLOURS.map((colour) => `${groundWord(colour)} ${weatherWord(card[colour])}`).join(" · ");
}

/** How many of each weather are entered, against the rule book's counts. */
function totals(cards) {
  return h(
    "table",
    { class: "weather-totals", key: "totals" },
    h("caption", { class: "sr" }, t("ui.husky_totals")),
    h("thead", {}, h("tr", {}, h("td", {}), [0, 1, 2].map((state) => h("th", { scope: "col", key: state }, weatherWord(state))))),
    h(
      "tbody",
      {},
      COLOURS.map((colour) =>
        h(
          "tr",
          { key: colour },
          h("th", { scope: "row" }, symbol(colour), " ", groundWord(colour)),
          TOTALS[colour].map((of, state) => {
            const count = cards.filter((card) => card?.[colour] === state).length;
            return h("td", { key: state, class: count === of ? "full" : "" }, t("ui.husky_known", { known: count, of }), count === of ? icon("ok") : null);
          }),
        ),
      ),
    ),
  );
}
