/* An unknown tag during a race: the players say which card it is on, and its tap is played.
   While a deck is being learned here, a note says so instead. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { app, ask, change } from "./app.js";
import { colourName, toneOf } from "./colours.js";
import { choices, icon } from "./widgets.js";

/** Whether this notice is shown as the question below, so that it needs no toast. */
export const asksForCard = (notice) => notice.key === "tags.unknown" && Boolean(app.live.race);

/** The question on the page of this seat, or of the whole table (null). */
export function unknownTag(live, seat = null) {
  if (live.learning && [0, seat ?? 0].includes(live.learning.reader)) return learningHere(live);
  const notice = live.notices.findLast(
    (each) => each.key === "tags.unknown" && (seat === null || [seat, null].includes(each.seat)),
  );
  if (!notice || !live.race || app.ui.left === notice.n) return null;
  return question(live, notice);
}

function learningHere({ learning }) {
  return h(
    "p",
    { class: "note naming", key: "naming" },
    icon("reader"),
    " ",
    t("ui.learning_here", { deck: learning.colour ? colourName(learning.colour) : learning.title }),
    " ",
    h("a", { href: "/tags" }, t("ui.nav_tags")),
  );
}

function question(live, notice) {
  const { uid } = notice.params;
  const options = deckOptions(live, notice.seat);
  if (!options) return null;
  const named = app.ui.naming?.uid === uid ? app.ui.naming.deck : options[0].value;
  const cards = cardsOf(live, uid, named);
  return h(
    "section",
    { class: "note naming", key: "naming", "aria-label": t("ui.which_card") },
    h(
      "p",
      { class: "naming-ask" },
      icon("reader"),
      h("b", {}, t("ui.which_card")),
      h("code", {}, uid.slice(-4)),
      h(
        "button",
        { class: "button plain step", "aria-label": t("ui.close"), onclick: () => change({ left: notice.n }) },
        icon("cross"),
      ),
    ),
    options.length > 1
      ? choices("naming-deck", t("ui.deck"), named, options, (deck) => change({ naming: { uid, deck } }))
      : null,
    cards ? cardButtons(uid, cards) : null,
  );
}

/** The game's decks by name, or the players' by their colours, that of this seat first; null
    until fetched. */
function deckOptions(live, seat) {
  const game = decksOf(live.race.game);
  if (!game) return null;
  if (game.decks.length) return game.decks.map(({ deck, title }) => ({ value: deck, words: title }));
  const players = live.seats.filter((meta) => meta.colour);
  const first = players.filter((meta) => meta.seat === seat);
  const others = players.filter((meta) => meta.seat !== seat);
  return [...first, ...others].map((meta) => ({ value: meta.colour, words: meta.name, style: { "--seat": toneOf(meta) } }));
}

/** What GET /tags says of a game; fetched once. */
function decksOf(game) {
  if (app.ui.decks === undefined) {
    app.ui.decks = null;
    get("/tags").then((known) => change({ decks: known?.games }));
  }
  return app.ui.decks?.find((each) => each.game === game) ?? null;
}

/** Two taps: the card, then which copy (copies without a tag stand out). */
function cardButtons(uid, deck) {
  const titles = [...new Set(deck.map((card) => card.title))];
  const { title } = app.ui.naming;
  const copies = deck.filter((card) => card.title === title);
  return [
    h(
      "div",
      { class: "naming-row", role: "group", "aria-label": t("ui.which_card") },
      titles.map((each) =>
        h(
          "button",
          {
            class: "button",
            key: each,
            "aria-pressed": String(each === title),
            onclick: () => choose(uid, deck, each),
          },
          each,
        ),
      ),
    ),
    copies.length
      ? h(
          "div",
          { class: "naming-row", role: "group", "aria-label": t("ui.which_copy") },
          h("span", { class: "naming-copy" }, t("ui.which_copy")),
          copies.map((card) =>
            h(
              "button",
              {
                class: `button${card.uid ? "" : " go"}`,
                key: card.text,
                "aria-label": card.text,
                onclick: () => nameTag(uid, card),
              },
              card.piece.copy,
              card.uid ? h("small", {}, t("ui.has_sticker")) : null,
            ),
          ),
        )
      : null,
  ];
}

function choose(uid, deck, title) {
  const copies = deck.filter((card) => card.title === title);
  if (copies.length === 1) nameTag(uid, copies[0]);
  else change({ naming: { ...app.ui.naming, title } });
}

async function nameTag(uid, card) {
  change({ naming: null });
  await ask("/tags/name", { uid, piece: card.piece });
}

/** The cards of this deck, fetched once for each question; null until then. */
function cardsOf(live, uid, deck) {
  const shown = app.ui.naming;
  if (shown?.uid === uid && shown.deck === deck && shown.cards !== undefined) return shown.cards;
  app.ui.naming = { uid, deck, cards: null };
  fetchCards(live, app.ui.naming);
  return null;
}

async function fetchCards({ race }, shown) {
  const where = new URLSearchParams({ game: race.game, deck: shown.deck });
  if (race.options.deck) where.set("composition", JSON.stringify(race.options.deck));
  const deck = await get(`/tags/deck?${where}`);
  if (app.ui.naming === shown) change({ naming: { ...shown, cards: deck?.cards ?? null } });
}
