/* Correcting the track cards: which one lies where, and which way round. Tap a card of the
   picture, then the one that really lies there; the two change places. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app } from "../../parts/app.js";
import { redraft } from "../../parts/sheet.js";
import { currentBox } from "./box-contents.js";
import { symbol, trackCard, trackWords } from "./symbols.js";
import { CARDS } from "./track-card-laying.js";

/** The picture with its buttons; null while cards are being laid, or if they are unknown. */
export function trackCardFields({ state }) {
  if (state.phase !== "turns" || state.tracks.some(({ cards }) => cards.some(({ card }) => !card))) return null;
  const laid = { ...Object.fromEntries(state.tracks.map(({ track, cards }) => [track, cards])), ...app.ui.draft.changes?.laid };
  const pairs = knownPairs(state);
  return h(
    "fieldset",
    { class: `field order card-fix${app.ui.draft.changes?.laid ? " changed" : ""}`, key: "laid" },
    h("legend", {}, t("ui.reindeer_fix_cards")),
    h("p", { class: "explain" }, t("ui.reindeer_fix_explain")),
    state.tracks.map(({ track }) => row(state, laid, track, pairs)),
  );
}

/** The spaces of each card, the usual way round: from the box, and from the table. */
function knownPairs(state) {
  const pairs = [...(currentBox()?.tracks ?? [])];
  for (const { cards, spaces } of state.tracks) {
    cards.forEach(({ card, turned }, i) => {
      const pair = spaces.slice(2 * i, 2 * i + 2);
      if (!turned) pairs[card - 1] = pair;
    });
  }
  return pairs;
}

function row(state, laid, track, pairs) {
  const { fixing } = app.ui.draft;
  const at = fixing?.track === track ? fixing.at : null;
  const cards = laid[track];
  return h(
    "div",
    { class: "laid-track", key: track, role: "group", "aria-label": trackWords(track) },
    symbol(track),
    cards.map(({ card, turned }, i) =>
      h(
        "button",
        {
          type: "button",
          class: `button lay-key${turned ? " turned" : ""}`,
          key: i,
          "aria-expanded": String(i === at),
          "aria-label": t("ui.reindeer_track_card_n", { n: card }),
          onclick: () => redraft({ fixing: i === at ? null : { track, at: i } }),
        },
        h("b", {}, card),
        trackCard(pairs[card - 1], turned),
      ),
    ),
    cards[at] ? chooser(state, laid, { track, at }, pairs) : null,
  );
}

/** Choosing another card, or turning this one round. */
function chooser(state, laid, { track, at }, pairs) {
  const { card, turned } = laid[track][at];
  const others = Array.from({ length: CARDS }, (_, i) => i + 1).filter((one) => one !== card);
  return h(
    "div",
    { class: "card-choice", key: "choice" },
    h(
      "button",
      { type: "button", class: "button", "aria-pressed": String(turned), onclick: () => setTracks(state, { ...laid, [track]: laid[track].map((each, i) => (i === at ? { card, turned: !turned } : each)) }) },
      t("ui.reindeer_turn_round"),
    ),
    h("p", {}, t("ui.reindeer_fix_which", { card: at + 1, track: trackWords(track) })),
    h(
      "div",
      { class: "lay-keys", role: "group", "aria-label": t("ui.reindeer_fix_which", { card: at + 1, track: trackWords(track) }) },
      others.map((one) =>
        h("button", { type: "button", class: "button lay-key", key: one, "aria-label": t("ui.reindeer_track_card_n", { n: one }), onclick: () => setTracks(state, exchanged(laid, track, at, one)) }, h("b", {}, one), trackCard(pairs[one - 1])),
      ),
    ),
  );
}

/** The tracks after card `one` and the card at that place have changed places. */
function exchanged(laid, track, at, one) {
  const gone = laid[track][at];
  const elsewhere = Object.values(laid).flat().find(({ card }) => card === one);
  const put = { card: one, turned: elsewhere?.turned ?? false };
  const swap = (each) => (each === gone ? put : each.card === one ? gone : each);
  return Object.fromEntries(Object.entries(laid).map(([name, cards]) => [name, cards.map(swap)]));
}

/** Changes the draft to the tracks that differ from the recorded ones. */
function setTracks({ tracks }, laid) {
  const { laid: _, ...changes } = app.ui.draft.changes ?? {};
  const changed = tracks.filter(({ track, cards }) => JSON.stringify(cards) !== JSON.stringify(laid[track])).map(({ track }) => [track, laid[track]]);
  redraft({ changes: changed.length ? { ...changes, laid: Object.fromEntries(changed) } : changes });
}
