/* The cards of the race's box, and the sheets in which a card is chosen by its content: for a
   table without tags. */

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { labelled, t } from "../../lib/words.js";
import { act, app, change } from "../../parts/app.js";
import { closeSheet, openSheet, redraft, sheet } from "../../parts/sheet.js";
import { icon } from "../../parts/widgets.js";
import { CARD_ENDS, COLOURS, choiceChips, endWords, groundWord, sameEnd, symbol, weatherWord } from "./symbols.js";

const NO_CARDS = { action: [], weather: [], event: [] };
const DISTANCES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

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

const BLANK = Object.fromEntries(COLOURS.map((colour) => [colour, null]));

/** Opens the sheet for choosing an action card: three distances, then its animals and E play it. */
export function openAction(seat) {
  openSheet((live) => actionSheet(live, seat), { ...BLANK });
}

function actionSheet(live, seat) {
  if (live.race.over || !live.up.includes(seat)) return null;
  const chosen = app.ui.draft;
  const cards = unseen(live, "action");
  const row = (field, label, options) =>
    h(
      "div",
      { class: "chosen-row", key: field },
      h("span", { class: "choices-label", "aria-hidden": "true" }, label),
      choiceChips(`action-${field}`, label, chosen[field], options, (value) => redraft({ [field]: value })),
    );
  const may = (colour, value) => !cards.length || cards.some(([, card]) => fits(card, { ...chosen, [colour]: value }));
  const far = (colour) => distances(live, cards, colour).map((value) => ({ value, words: String(value), idle: !may(colour, value) }));
  return sheet(
    { title: t("ui.husky_choose_action"), lead: t("ui.husky_choose_lead") },
    COLOURS.map((colour) => row(colour, groundWord(colour), far(colour))),
    endKeys(seat, cards, chosen),
  );
}

/** The possible distances: all, unless every card was entered. */
function distances(live, cards, colour) {
  const entered = cardsOf(live).action;
  const whole = entered.length > 0 && entered.every(Boolean);
  return whole ? DISTANCES.filter((value) => cards.some(([, card]) => card[colour] === value)) : DISTANCES;
}

/** Whether a card matches the distances chosen so far. */
function fits(card, chosen) {
  return COLOURS.every((colour) => chosen[colour] === null || card[colour] === chosen[colour]);
}

/** The last choice plays the card: the entered one that it describes, or the card as described. */
function endKeys(seat, cards, chosen) {
  const disabled = COLOURS.some((colour) => chosen[colour] === null);
  const matching = cards.filter(([, card]) => fits(card, chosen));
  const key = (end) => {
    const [number] = matching.find(([, card]) => sameEnd(card, end)) ?? [];
    const card = number ? { card: number } : { ...chosen, ...end };
    return h("button", { type: "button", class: `button card-end${matching.length && !number ? " idle" : ""}`, key: endWords(end), disabled, onclick: () => play(seat, { kind: "action", ...card }) }, endWords(end));
  };
  return h(
    "div",
    { class: "chosen-row", key: "ends", role: "group", "aria-label": t("ui.husky_play_with") },
    h("span", { class: "choices-label", "aria-hidden": "true" }, t("ui.husky_play_with")),
    h("div", { class: "card-ends" }, CARD_ENDS.map(key)),
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
    h("li", { key: number }, h("button", { class: "button", onclick: () => play(seat, { kind: "event", card: number }) }, labelled(number, text)));
  const draw = async () => (await act({ act: "draw", seat })).ok && closeSheet();
  const none = h("button", { class: "button", onclick: draw }, t("ui.husky_none_of_these"));
  return sheet({ title: t("ui.husky_choose_event"), buttons: [none] }, h("ul", { class: "found", key: "events" }, unseen(live, "event").map(card)));
}
