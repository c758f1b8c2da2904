/* The form for learning a deck: game, deck, its composition, and the reader. A game has named
   decks, or one deck for each player's colour. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { COLOURS } from "../../parts/colours.js";
import { choices, icon, stepper } from "../../parts/widgets.js";

const MOST_COPIES = 20;

/** The form `{game, deck, composition, reader}`; composition null if the game's box gives it.
    `games`: GET /tags; `put` gets a function from the current form to the changed one. */
export function deckForm(live, games, form, put, begin) {
  const { decks } = games.find((each) => each.game === form.game);
  return h(
    "form",
    { class: "part deck-form", key: "form", onsubmit: (event) => submit(event, begin) },
    h("h2", {}, t("ui.learn_deck")),
    h("p", { class: "explain" }, t("ui.learn_lead")),
    live.race && !live.race.over ? h("p", { class: "note" }, icon("alert"), " ", t("ui.learn_race")) : null,
    games.length > 1
      ? choices("game", t("ui.game"), form.game, games.map(gameOption), (game) => put((now) => formOf(games.find((each) => each.game === game), now.reader)))
      : h("p", { key: "game" }, t("ui.game"), " ", h("b", {}, t(`ui.game_${form.game}`))),
    decks.length
      ? choices("deck", t("ui.deck"), form.deck, decks.map(deckOption), (deck) => put((now) => ({ ...now, deck })))
      : choices("colour", t("ui.colour"), form.deck, COLOURS.map(colourOption), (deck) => put((now) => ({ ...now, deck }))),
    choices("reader", t("ui.learn_reader"), form.reader, readers(live), (reader) => put((now) => ({ ...now, reader }))),
    form.composition
      ? h(
          "details",
          { key: "copies" },
          h("summary", {}, t("ui.deck_copies")),
          Object.entries(form.composition).map(([card, count]) => copies(card, count, put)),
        )
      : null,
    h("button", { class: "button big go", type: "submit" }, icon("reader"), t("ui.learn_start")),
  );
}

/** The first form for a game of GET /tags. */
export function formOf({ game, decks, composition }, reader = 0) {
  return { game, deck: decks[0]?.deck ?? COLOURS[0][0], composition, reader };
}

function gameOption({ game }) {
  return { value: game, words: t(`ui.game_${game}`) };
}

function deckOption({ deck, title }) {
  return { value: deck, words: title };
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
