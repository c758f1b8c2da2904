/* The owner's box of Husky: 60 action, 24 weather and 30 event cards, each a row of chips, and
   the board. A complete card is saved, and the next one opens. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app, change } from "../../parts/app.js";
import { icon } from "../../parts/widgets.js";
import { boardSection } from "./board-editor.js";
import { COLOURS, PAIRS, cardWords, choiceChips, groundWord, symbol, speciesWords, weatherWord } from "./symbols.js";

const COUNTS = { action: 60, weather: 24, event: 30 };
const USUAL = [1, 2, 3, 4, 5, 6];
const RARE = [0, 7, 8, 9];
const FIELDS = { action: [...COLOURS, "animals", "event"], weather: COLOURS };
const TOTALS = { white: [12, 6, 6], green: [6, 12, 6], blue: [6, 6, 12] }; // fair, moderate, bad (HU-07)

/** An empty box. */
export function fresh() {
  const none = (count) => Array(count).fill(null);
  return { action: none(COUNTS.action), weather: none(COUNTS.weather), event: none(COUNTS.event), board: null };
}

/** The three decks and the board. */
export function sections(form) {
  return [deckSection(form, "action"), deckSection(form, "weather"), deckSection(form, "event"), boardSection(form)];
}

/** A deck: its cards in short, the open one with its chips. */
function deckSection(form, kind) {
  const cards = form.box[kind];
  const known = cards.filter(Boolean).length;
  const open = app.ui.cardOpen?.kind === kind ? app.ui.cardOpen.card : null;
  return h(
    "section",
    { class: "part husky-deck", key: kind },
    h("h2", {}, t(`ui.husky_deck_${kind}`), " ", h("small", {}, t("ui.husky_known", { known, of: COUNTS[kind] }))),
    kind === "weather" ? totals(cards) : null,
    h("p", { class: "explain", key: "lead" }, t(`ui.husky_enter_${kind}`)),
    h("ol", { class: "deck-cards", key: "cards" }, cards.map((card, i) => cardRow(form, kind, card, i + 1, open))),
  );
}

function cardRow(form, kind, card, number, open) {
  const opened = number === open;
  const label = t(`ui.husky_card_${kind}`, { n: number });
  const toggle = () => openCard(form, kind, opened ? null : number);
  return h(
    "li",
    { key: number, class: opened ? "open" : "" },
    h(
      "button",
      { type: "button", class: `deck-card${card ? "" : " empty"}`, "aria-expanded": String(opened), "aria-label": `${label}: ${card ? short(kind, card) : t("ui.husky_not_entered")}`, onclick: toggle },
      h("b", {}, number),
      h("span", {}, card ? short(kind, card) : "–"),
    ),
    opened ? editor(form, kind, number, label) : null,
  );
}

function short(kind, card) {
  if (kind === "action") return cardWords(card);
  if (kind === "event") return card.text || t("ui.husky_no_text");
  return COLOURS.map((colour) => `${groundWord(colour)} ${weatherWord(card[colour])}`).join(" · ");
}

/** Opens a card's row, as entered or blank. */
function openCard({ box }, kind, card) {
  const was = card ? box[kind][card - 1] : null;
  change({ cardOpen: card ? { kind, card } : null, cardDraft: was ? { ...was } : { text: "", asks: true } });
}

function editor(form, kind, number, label) {
  if (!form.put) return h("p", { class: "explain" }, t("ui.box_host"));
  const fields = kind === "event" ? eventFields(form, number) : kind === "action" ? actionFields(form, number) : weatherFields(form, number);
  return h("div", { class: "card-editor", key: "editor", role: "group", "aria-label": label, made: shown }, fields);
}

/** Scrolls a card that has just opened into view; one that opened by itself gets the focus. */
function shown(editor) {
  requestAnimationFrame(() => {
    editor.scrollIntoView({ block: "nearest" });
    if (document.activeElement === document.body) editor.querySelector("input, textarea")?.focus({ preventScroll: true });
  });
}

function actionFields(form, number) {
  const { cardDraft: draft, rareOpen } = app.ui;
  const set = (field) => (value) => enter(form, "action", number, field, value);
  const values = rareOpen || RARE.some((value) => COLOURS.some((colour) => draft[colour] === value)) ? [...USUAL, ...RARE] : USUAL;
  const far = values.map((value) => ({ value, words: String(value) }));
  return [
    COLOURS.map((colour) => row(colour, groundWord(colour), symbol(colour), choiceChips(`box-${colour}`, groundWord(colour), draft[colour], far, set(colour)))),
    row("animals", t("ui.husky_animals"), null, choiceChips("box-animals", t("ui.husky_animals"), draft.animals, PAIRS.map((value) => ({ value, words: speciesWords(value), sign: value.map((one) => symbol(one)) })), set("animals"))),
    row("event", "E", null, choiceChips("box-event", t("ui.husky_event"), draft.event, [false, true].map((value) => ({ value, words: t(value ? "ui.husky_with_e" : "ui.husky_without_e") })), set("event"))),
    values === USUAL ? h("button", { type: "button", class: "button", key: "rare", onclick: () => change({ rareOpen: true }) }, icon("plus"), t("ui.husky_rare")) : null,
  ];
}

function row(key, words, drawn, control) {
  return h("div", { class: "entry-row", key }, h("span", { class: "entry-label", "aria-hidden": "true" }, drawn, words), control);
}

function weatherFields(form, number) {
  const { cardDraft: draft } = app.ui;
  const others = form.box.weather.filter((card, i) => card && i !== number - 1);
  return COLOURS.map((colour) => {
    const states = [0, 1, 2].map((value) => {
      const full = others.filter((card) => card[colour] === value).length >= TOTALS[colour][value];
      return { value, words: weatherWord(value), sign: symbol(`weather_${value}`), idle: full ? "never" : false };
    });
    return row(colour, groundWord(colour), symbol(colour), choiceChips(`box-w-${colour}`, groundWord(colour), draft[colour], states, (value) => enter(form, "weather", number, colour, value)));
  });
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

function eventFields(form, number) {
  const { cardDraft: draft } = app.ui;
  const put = (changes) => change({ cardDraft: { ...draft, ...changes } });
  const save = () => saveCard(form, "event", number, { text: app.ui.cardDraft.text.trim(), asks: app.ui.cardDraft.asks ?? true });
  return [
    h("label", { class: "event-entry", key: "text" }, t("ui.husky_event_text"), h("textarea", { rows: 2, maxlength: 300, value: draft.text ?? "", oninput: (event) => put({ text: event.target.value }) })),
    h(
      "label",
      { class: "toggle", key: "asks" },
      h("input", { type: "checkbox", role: "switch", checked: draft.asks ?? true, onchange: (event) => put({ asks: event.target.checked }) }),
      h("span", {}, t("ui.husky_event_asks")),
    ),
    h("button", { type: "button", class: "button go", key: "save", disabled: !draft.text?.trim(), onclick: save }, icon("ok"), t("ui.husky_event_save")),
  ];
}

/** Enters a value of the open card; a complete card is saved. */
function enter(form, kind, number, field, value) {
  const draft = { ...app.ui.cardDraft, [field]: value };
  const whole = FIELDS[kind].every((one) => draft[one] !== undefined && draft[one] !== null);
  if (!whole) {
    change({ cardDraft: draft });
    return;
  }
  saveCard(form, kind, number, Object.fromEntries(FIELDS[kind].map((one) => [one, draft[one]])));
}

/** Saves a card; after a new one the next missing card opens. */
function saveCard({ box, put }, kind, number, card) {
  const isNew = box[kind][number - 1] === null;
  const cards = box[kind].map((one, i) => (i === number - 1 ? card : one));
  const next = { ...box, [kind]: cards };
  put(next);
  const missing = [...cards.keys()].map((i) => (i + number) % cards.length).find((i) => cards[i] === null);
  if (!isNew) change({ cardDraft: card });
  else openCard({ box: next }, kind, missing === undefined ? null : missing + 1);
}
