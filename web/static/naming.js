/* A sticker that nobody knows, in the middle of a race: somebody says which card it is on, and its
   tap is done. While a deck is being learned here, that is said instead. */

import { app, ask, change } from "./core.js";
import { colourName, toneOf } from "./colours.js";
import { h } from "./dom.js";
import { choices, icon } from "./parts.js";
import { get } from "./send.js";
import { t } from "./words.js";

/** Whether the notice is asked about here, and need not be said as well. */
export const isAsked = (notice) => notice.key === "tags.unknown" && Boolean(app.live.race);

/** What stands on the page of this seat, or of the whole table (null). */
export function naming(live, seat = null) {
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
    t("ui.learning_here", { colour: colourName(learning.colour) }),
    " ",
    h("a", { href: "/tags" }, t("ui.nav_tags")),
  );
}

function question(live, notice) {
  const { uid } = notice.params;
  const players = live.seats.filter((meta) => meta.colour);
  const own = players.find((meta) => meta.seat === notice.seat);
  const colour = app.ui.naming?.uid === uid ? app.ui.naming.colour : (own ?? players[0]).colour;
  const deck = deckOf(live, uid, colour);
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
    players.length > 1
      ? choices("naming-colour", t("ui.colour"), colour, players.map(colourOption), (name) =>
          change({ naming: { uid, colour: name } }),
        )
      : null,
    deck ? cards(uid, deck) : null,
  );
}

function colourOption(meta) {
  return { value: meta.colour, words: meta.name, style: { "--seat": toneOf(meta) } };
}

/** Two taps: the card, then which of its copies (those without a sticker are offered first). */
function cards(uid, deck) {
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
                onclick: () => tell(uid, card),
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
  if (copies.length === 1) tell(uid, copies[0]);
  else change({ naming: { ...app.ui.naming, title } });
}

async function tell(uid, card) {
  change({ naming: null });
  await ask("/tags/name", { uid, piece: card.piece });
}

/** The deck of this colour, fetched once for each question; null until it is there. */
function deckOf(live, uid, colour) {
  const asked = app.ui.naming;
  if (asked?.uid === uid && asked.colour === colour && asked.deck !== undefined) return asked.deck;
  app.ui.naming = { uid, colour, deck: null };
  fetchDeck(live, app.ui.naming);
  return null;
}

async function fetchDeck({ race }, asked) {
  const where = new URLSearchParams({ game: race.game, colour: asked.colour });
  if (race.options.deck) where.set("composition", JSON.stringify(race.options.deck));
  const deck = await get(`/tags/deck?${where}`);
  if (app.ui.naming === asked) change({ naming: { ...asked, deck: deck?.cards ?? null } });
}
