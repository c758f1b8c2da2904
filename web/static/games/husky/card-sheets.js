/* The cards of the race's box, and the sheets in which a card is chosen by its content: for a
   table without tags. */

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { act, app, change } from "../../parts/app.js";
import { closeSheet, openSheet, redraft, sheet } from "../../parts/sheet.js";
import { icon } from "../../parts/widgets.js";
import { COLOURS, PAIRS, cardWords, choiceChips, groundWord, symbol, speciesWords, weatherWord } from "./symbols.js";

const NO_CARDS = { action: [], weather: [], event: [] };
const DISTANCES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const MOST_FOUND = 6;

let fetchedRace = null; // the race whose cards were fetched

/** The content of the race's cards, as far as the owner entered it. */
export function cardsOf({ race }) {
  if (fetchedRace !== race.id) fetchCards(race.id);
  return app.ui.huskyBox ?? NO_CARDS;
}

async function fetchCards(id) {
  fetchedRace = id;
  const found = (await get(`/races/${id}`))?.options.box ?? NO_CARDS;
  const box = found === "example" ? (await get("/boxes/husky/example"))?.box : found;
  if (fetchedRace === id) change({ huskyBox: { ...NO_CARDS, ...box } });
}

/** The cards of a deck that can still come: `[number, content]`, only those entered. */
function unseen(live, kind) {
  const seen = live.state.seen[kind];
  return cardsOf(live)[kind].map((card, i) => [i + 1, card]).filter(([number, card]) => card && !seen.includes(number));
}

const FIELDS = [...COLOURS, "animals", "event"];
const BLANK = Object.fromEntries(FIELDS.map((field) => [field, null]));

/** Opens the sheet for choosing an action card. */
export function openAction(seat) {
  openSheet((live) => actionSheet(live, seat), { ...BLANK });
}

function actionSheet(live, seat) {
  if (live.race.over || !live.up.includes(seat)) return null;
  const chosen = app.ui.draft;
  const cards = unseen(live, "action");
  const may = (field, value) => {
    const wanted = { ...chosen, [field]: value };
    return !cards.length || cards.some(([, card]) => fits(card, wanted));
  };
  const row = (field, label, options) =>
    h(
      "div",
      { class: "chosen-row", key: field },
      h("span", { class: "choices-label", "aria-hidden": "true" }, label),
      choiceChips(`action-${field}`, label, chosen[field], options.map((one) => ({ ...one, idle: !may(field, one.value) })), (value) => redraft({ [field]: value })),
    );
  const far = (colour) => distances(live, cards, colour).map((value) => ({ value, words: String(value) }));
  return sheet(
    { title: t("ui.husky_choose_action"), lead: t("ui.husky_choose_lead") },
    COLOURS.map((colour) => row(colour, groundWord(colour), far(colour))),
    row("animals", t("ui.husky_animals"), PAIRS.map((value) => ({ value, words: speciesWords(value) }))),
    row("event", t("ui.husky_event"), [false, true].map((value) => ({ value, words: t(value ? "ui.husky_with_e" : "ui.husky_without_e") }))),
    matchingCards(seat, cards, chosen),
  );
}

/** The possible distances: all, unless every card was entered. */
function distances(live, cards, colour) {
  const entered = cardsOf(live).action;
  const whole = entered.length > 0 && entered.every(Boolean);
  return whole ? DISTANCES.filter((value) => cards.some(([, card]) => card[colour] === value)) : DISTANCES;
}

/** Whether a card matches everything chosen so far. */
function fits(card, chosen) {
  return FIELDS.every((field) => chosen[field] === null || (field === "animals" ? [...card.animals].sort().join() === [...chosen.animals].sort().join() : card[field] === chosen[field]));
}

/** The matching cards; or, if none was entered, the card as described. */
function matchingCards(seat, cards, chosen) {
  const known = FIELDS.filter((field) => chosen[field] !== null).length;
  const matching = known ? cards.filter(([, card]) => fits(card, chosen)) : [];
  const button = (words, card) =>
    h("button", { class: "button go", key: words, onclick: () => play(seat, { kind: "action", ...card }) }, icon("ok"), words);
  return h(
    "div",
    { class: "found", key: "found", role: "status" },
    matching.length > MOST_FOUND ? h("p", { class: "explain" }, t("ui.husky_many_cards", { n: matching.length })) : null,
    matching.length <= MOST_FOUND ? matching.map(([number, card]) => button(`${number}: ${cardWords(card)}`, { card: number })) : null,
    !matching.length && known === FIELDS.length ? button(t("ui.husky_play_described"), chosen) : null,
  );
}

async function play(seat, card) {
  if ((await act({ act: "tap", seat, card })).ok) closeSheet();
}

/** Opens the sheet for this round's weather. */
export function openWeather(seat) {
  openSheet((live) => weatherSheet(live, seat), { white: null, green: null, blue: null });
}

function weatherSheet(live, seat) {
  if (!live.state.weather_due) return null;
  const chosen = app.ui.draft;
  const ready = COLOURS.every((colour) => chosen[colour] !== null);
  const states = [0, 1, 2].map((value) => ({ value, words: weatherWord(value), sign: symbol(`weather_${value}`) }));
  const reveal = () => play(seat, { kind: "weather", ...chosen });
  return sheet(
    {
      title: t("ui.husky_choose_weather"),
      buttons: [h("button", { class: "button go", disabled: !ready, onclick: reveal }, icon("ok"), t("ui.husky_reveal"))],
    },
    COLOURS.map((colour) =>
      h(
        "div",
        { class: "chosen-row", key: colour },
        h("span", { class: `ground ground-${colour}`, "aria-hidden": "true" }, symbol(colour), groundWord(colour)),
        choiceChips(`weather-${colour}`, groundWord(colour), chosen[colour], states, (value) => redraft({ [colour]: value })),
      ),
    ),
  );
}

/** Opens the list of event cards that can still come. */
export function openEvent(seat) {
  openSheet((live) => eventSheet(live, seat));
}

function eventSheet(live, seat) {
  const own = live.state.seats.find((one) => one.seat === seat);
  if (!own?.pending?.event_due) return null;
  const card = ([number, { text }]) =>
    h("li", { key: number }, h("button", { class: "button", onclick: () => play(seat, { kind: "event", card: number }) }, `${number}: ${text}`));
  const draw = async () => (await act({ act: "draw", seat })).ok && closeSheet();
  const none = h("button", { class: "button", onclick: draw }, t("ui.husky_none_of_these"));
  return sheet({ title: t("ui.husky_choose_event"), buttons: [none] }, h("ul", { class: "found", key: "events" }, unseen(live, "event").map(card)));
}
