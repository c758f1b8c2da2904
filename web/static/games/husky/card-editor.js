/* The card of the owner's box that is being entered: a field for its digits, which opens a phone's
   number keys, and a row of chips for each thing on it. Enter repeats the card before. A complete card
   is saved, and the next missing one opens at the same place. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app, change } from "../../parts/app.js";
import { icon } from "../../parts/widgets.js";
import { CARD_ENDS, COLOURS, choiceChips, endWords, groundWord, sameEnd, symbol, weatherWord } from "./symbols.js";

const USUAL = [1, 2, 3, 4, 5, 6];
const RARE = [0, 7, 8, 9];
const FIELDS = { action: [...COLOURS, "animals", "event"], weather: COLOURS };
const BLANK = { text: "", asks: true };

/** Cards of each weather in a colour, as the rule book counts them (HU-07): fair, moderate, bad. */
export const TOTALS = { white: [12, 6, 6], green: [6, 12, 6], blue: [6, 6, 12] };

/** The number of a deck's card that is open; null if none is. */
export const openCard = (kind) => (app.ui.cardOpen?.kind === kind ? app.ui.cardOpen.card : null);

/** The first card from `number` on that is not entered, round the deck; undefined if all are. */
export function nextMissing(cards, number = 1) {
  const order = cards.map((_, i) => ((i + number - 1) % cards.length) + 1);
  return order.find((one) => cards[one - 1] === null);
}

/** Opens a card, as entered or blank, and shows where it is entered. `card`: null closes it. */
export function open({ box }, kind, card) {
  show(box[kind], kind, card);
  requestAnimationFrame(() => {
    const editor = document.querySelector(".card-editor");
    editor?.scrollIntoView({ block: "nearest" });
    editor?.querySelector("textarea, .digits input").focus({ preventScroll: true });
  });
}

function show(cards, kind, card) {
  change({ cardOpen: card ? { kind, card } : null, cardDraft: { ...BLANK, ...(card ? cards[card - 1] : null) } });
}

/** Where a deck's card is entered. `label`: the card's name. */
export function editor(form, kind, number, label) {
  const rows = rowsOf(form, kind, number);
  const before = copied(form, kind, number, rows);
  return h(
    "div",
    { class: "card-editor", key: "editor", role: "group", "aria-label": label, onkeydown: (event) => keyDown(event, form, kind, number, before) },
    h("h3", {}, label),
    kind === "event" ? null : digitField(form, kind, number, rows),
    kind === "event" ? eventFields(form, number) : rows.map((one) => chipRow(form, kind, number, one)),
    h(
      "div",
      { class: "actions", key: "keys" },
      kind !== "event" && number > 1 ? h("button", { type: "button", class: "button", key: "same", disabled: !before, onclick: () => saveCard(form, kind, number, before) }, icon("redo"), t("ui.husky_same_as", { n: number - 1 })) : null,
      kind === "action" && !rare() ? h("button", { type: "button", class: "button", key: "rare", onclick: () => change({ rareOpen: true }) }, icon("plus"), t("ui.husky_rare")) : null,
      h("button", { type: "button", class: "button", key: "close", onclick: () => open(form, kind, null) }, t("ui.close")),
    ),
  );
}

/** The card before, while this one is blank and the deck can have another such card. */
function copied({ box }, kind, number, rows) {
  const before = kind === "event" ? null : box[kind][number - 2];
  const blank = !box[kind][number - 1] && !rows.some(chosen);
  const full = (one) => one.options.some(({ value, idle }) => idle && value === before[one.name]);
  return blank && before && !rows.some(full) ? before : null;
}

const chosen = ({ value }) => value !== undefined && value !== null;

/** The open card's rows of choices; an event card has none. */
function rowsOf(form, kind, number) {
  if (kind === "event") return [];
  return kind === "action" ? actionRows() : weatherRows(form, number);
}

const rare = () => app.ui.rareOpen || RARE.some((value) => COLOURS.some((colour) => app.ui.cardDraft[colour] === value));

function actionRows() {
  const { cardDraft: draft } = app.ui;
  const all = [...USUAL, ...RARE].map((value) => ({ value, words: String(value) }));
  const far = rare() ? all : all.slice(0, USUAL.length);
  const end = draft.animals ? CARD_ENDS.find((one) => sameEnd(draft, one)) : null;
  return [
    ...COLOURS.map((colour) => ({ name: colour, words: groundWord(colour), drawn: symbol(colour), value: draft[colour], options: far, all, changes: (value) => ({ [colour]: value }) })),
    { name: "end", words: t("ui.husky_animals_e"), value: end, options: numbered(CARD_ENDS.map((value) => ({ value, words: endWords(value) }))), changes: (value) => value ?? { animals: undefined, event: undefined } },
  ];
}

function weatherRows(form, number) {
  const { cardDraft: draft } = app.ui;
  const others = form.box.weather.filter((card, i) => card && i !== number - 1);
  return COLOURS.map((colour) => {
    const states = [0, 1, 2].map((value) => {
      const full = others.filter((card) => card[colour] === value).length >= TOTALS[colour][value];
      return { value, words: weatherWord(value), sign: symbol(`weather_${value}`), idle: full ? "never" : false };
    });
    return { name: colour, words: groundWord(colour), drawn: symbol(colour), value: draft[colour], options: numbered(states), changes: (value) => ({ [colour]: value }) };
  });
}

const numbered = (options) => options.map((option, i) => ({ ...option, digit: i + 1 }));

function chipRow(form, kind, number, { name, words, drawn, value, options, changes }) {
  const set = (one) => enter(form, kind, number, changes(one));
  return h(
    "div",
    { class: `entry-row entry-${name}`, key: name },
    h("span", { class: "entry-label", "aria-hidden": "true" }, drawn, words),
    choiceChips(`box-${kind}-${name}`, words, value, options, set),
  );
}

const digitOf = ({ digit, value }) => String(digit ?? value);

/** The digits of the rows, from the first one, as far as they are chosen. */
function digitsOf(rows) {
  const open = rows.findIndex((row) => !chosen(row));
  const known = open < 0 ? rows : rows.slice(0, open);
  return known.map(({ options, value }) => digitOf(options.find((one) => one.value === value))).join("");
}

function digitField(form, kind, number, rows) {
  const type = ({ target }) => {
    enter(form, kind, number, valuesOf(target.value, rows));
    target.value = app.ui.cardOpen?.card === number ? target.value : "";
  };
  return h(
    "label",
    { class: "digits", key: "digits" },
    t("ui.husky_digits"),
    h("input", { inputmode: "numeric", autocomplete: "off", enterkeyhint: "next", maxlength: rows.length, value: digitsOf(rows), oninput: type }),
  );
}

/** What typed digits mean, row by row; a row whose digit was taken back is open again. */
function valuesOf(text, rows) {
  const digits = [...text];
  const known = digitsOf(rows).length;
  const changes = rows.map((row, i) => {
    if (i >= Math.max(digits.length, known)) return {};
    const meant = (row.all ?? row.options).find((one) => !one.idle && digitOf(one) === digits[i]);
    return row.changes(meant?.value);
  });
  return Object.assign({}, ...changes);
}

/** Enter repeats the card before; digits typed beside the field go into it. */
function keyDown(event, form, kind, number, before) {
  const field = event.currentTarget.querySelector(".digits input");
  if (!field || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" && event.target === field) {
    event.preventDefault();
    if (before) saveCard(form, kind, number, before);
  } else if (/^(\d|Backspace)$/.test(event.key)) field.focus({ preventScroll: true });
}

const backToText = () => document.querySelector(".card-editor textarea")?.focus();

function eventFields(form, number) {
  const { cardDraft: draft } = app.ui;
  const set = (changes) => change({ cardDraft: { ...app.ui.cardDraft, ...changes } });
  const save = () => {
    const { text, asks } = app.ui.cardDraft;
    if (text.trim()) saveCard(form, "event", number, { text: text.trim(), asks });
    backToText();
  };
  const toggle = ({ target }) => {
    set({ asks: target.checked });
    backToText(); // where Enter saves
  };
  const next = (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    save();
  };
  return [
    h("label", { class: "event-entry", key: "text" }, t("ui.husky_event_text"), h("textarea", { rows: 2, maxlength: 300, enterkeyhint: "next", value: draft.text, oninput: (event) => set({ text: event.target.value }), onkeydown: next })),
    h(
      "label",
      { class: "toggle", key: "asks" },
      h("input", { type: "checkbox", role: "switch", checked: draft.asks, onchange: toggle }),
      h("span", {}, t("ui.husky_event_asks")),
    ),
    h("button", { type: "button", class: "button go", key: "save", disabled: !draft.text.trim(), onclick: save }, icon("ok"), t("ui.husky_event_save")),
  ];
}

/** Enters values of the open card; a complete card is saved. */
function enter(form, kind, number, values) {
  const draft = { ...app.ui.cardDraft, ...values };
  const whole = FIELDS[kind].every((one) => draft[one] !== undefined && draft[one] !== null);
  if (whole) saveCard(form, kind, number, Object.fromEntries(FIELDS[kind].map((one) => [one, draft[one]])));
  else change({ cardDraft: draft });
}

/** Saves a card; after a new one the next missing card opens. */
function saveCard({ box, put }, kind, number, card) {
  const isNew = box[kind][number - 1] === null;
  const cards = box[kind].map((one, i) => (i === number - 1 ? card : one));
  put({ ...box, [kind]: cards });
  show(cards, kind, isNew ? (nextMissing(cards, number) ?? null) : number);
}
