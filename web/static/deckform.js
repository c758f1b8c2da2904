/* What is to be learned: game, colour, the deck's composition, and at which reader. */

import { COLOURS } from "./colours.js";
import { h } from "./dom.js";
import { choices, icon, stepper } from "./parts.js";
import { t } from "./words.js";

const MOST_COPIES = 20;

/** The form. `put` gets a function from the form as it stands to the changed one; `begin` begins. */
export function deckForm(live, form, put, begin) {
  return h(
    "form",
    { class: "part deck-form", key: "form", onsubmit: (event) => submit(event, begin) },
    h("h2", {}, t("ui.learn_deck")),
    h("p", { class: "explain" }, t("ui.learn_lead")),
    live.race && !live.race.over ? h("p", { class: "note" }, icon("alert"), " ", t("ui.learn_race")) : null,
    h("p", {}, t("ui.game"), " ", h("b", {}, t(`ui.game_${form.game}`))),
    choices("colour", t("ui.colour"), form.colour, COLOURS.map(colourOption), (colour) => put((now) => ({ ...now, colour }))),
    choices("reader", t("ui.learn_reader"), form.reader, readers(live), (reader) => put((now) => ({ ...now, reader }))),
    h(
      "details",
      {},
      h("summary", {}, t("ui.deck_copies")),
      Object.entries(form.composition).map(([card, count]) => copies(card, count, put)),
    ),
    h("button", { class: "button big go", type: "submit" }, icon("reader"), t("ui.learn_start")),
  );
}

function submit(event, begin) {
  event.preventDefault();
  begin();
}

function colourOption([name, tone]) {
  return { value: name, words: t(`ui.colour_${name}`), style: { "--seat": tone }, swatch: true };
}

function readers(live) {
  const seats = live.seats.map(({ seat }) => ({ value: seat, words: String(seat) }));
  return [{ value: 0, words: t("ui.any_reader") }, ...seats];
}

function copies(card, count, put) {
  const set = (number) =>
    put((now) => ({ ...now, composition: { ...now.composition, [card]: number } }));
  const label = t("ui.copies_of", { value: card });
  return h(
    "div",
    { class: "field", key: card },
    h("span", { "aria-hidden": "true" }, label),
    stepper({ label, value: count, min: 0, max: MOST_COPIES, set }),
  );
}
