/* Tags: learning a deck tap by tap, and the tag files. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { app, ask, change, start, toast } from "../parts/app.js";
import { colourName } from "../parts/colours.js";
import { icon, seatStyle } from "../parts/widgets.js";
import { deckForm, formOf } from "./tags/deck-form.js";

const WANTED = new URLSearchParams(location.search); // the game and deck to begin with, linked from the game's box

let fetchedAt = "";

start({
  view: ({ live }) => tagsView(live),
  shows: (notice) => notice.seat === null && notice.key !== "learn.started",
  announces: ({ live }) => (live.learning ? [live.learning.said, nextWords(live.learning)].join(" ") : ""),
});

function tagsView(live) {
  refresh(live);
  return h(
    "section",
    { class: "tags", key: "tags" },
    h("h1", {}, t("ui.tags_title")),
    app.me.host ? null : h("p", { class: "note" }, icon("key"), " ", t("ui.tags_host"), " ", h("a", { href: "/join" }, t("ui.nav_join"))),
    live.learning ? lesson(live.learning) : app.me.host && app.ui.known ? beginning(live) : null,
    live.learning ? null : decks(),
    files(),
  );
}

/** Fetches the known tags again after a change. */
async function refresh({ learning, boot }) {
  const now = `${boot} ${learning?.known} ${learning?.deck} ${app.ui.imports ?? 0}`;
  if (now === fetchedAt) return;
  fetchedAt = now;
  const known = await get("/tags");
  if (known) change({ known });
}

/** The form as it stands. */
function formNow() {
  const { form, known } = app.ui;
  return form ?? wantedForm(known.games.find(({ game }) => game === WANTED.get("game")) ?? known.games[0]);
}

function wantedForm(game) {
  const deck = game.decks.find((each) => each.deck === WANTED.get("deck"));
  return { ...formOf(game), ...(deck ? { deck: deck.deck } : {}) };
}

function beginning(live) {
  return deckForm(
    live,
    app.ui.known.games,
    formNow(),
    (changed) => change({ form: changed(formNow()) }),
    () => begin(formNow()),
  );
}

function begin({ composition, ...form }) {
  return ask("/tags/learn", { do: "start", ...form, ...(composition ? { composition } : {}) });
}

/** The deck being learned: what to tap next, the progress, every card. */
function lesson(deck) {
  const step = (what, more = {}) => () => ask("/tags/learn", { do: what, ...more });
  return h(
    "section",
    { class: "lesson", style: seatStyle({ colour: deck.colour }), "aria-label": t("ui.learning") },
    h("p", { class: "lesson-where" }, t(deck.reader ? "ui.learn_at_seat" : "ui.learn_anywhere", { n: deck.reader })),
    h("p", { class: "lesson-asked" }, nextWords(deck)),
    h("p", { class: `lesson-said ${deck.well ? "well" : "no"}` }, deck.said ? icon(deck.well ? "ok" : "alert") : null, deck.said),
    deck.doubt && deck.asked && app.me.host
      ? h("button", { class: "button warm", onclick: step("take") }, t("ui.learn_take", { card: deck.asked }))
      : null,
    h(
      "p",
      { class: "lesson-far" },
      h("progress", { max: deck.of, value: deck.known, "aria-label": t("ui.progress") }),
      t("ui.deck_known", { known: deck.known, of: deck.of }),
    ),
    app.me.host ? lessonButtons(deck, step) : null,
    h("ol", { class: "lesson-cards" }, deck.cards.map((card, i) => cardButton(deck, card, i + 1, step))),
  );
}

function nextWords(deck) {
  if (deck.asked) return t("ui.learn_next", { card: deck.asked });
  return t(deck.complete ? "ui.deck_whole" : "ui.learn_choose");
}

function lessonButtons(deck, step) {
  const button = (what, sign, word) =>
    h("button", { class: "button", onclick: step(what) }, icon(sign), t(word));
  return h(
    "div",
    { class: "actions" },
    button("back", "back", "ui.learn_back"),
    button("skip", "on", "ui.learn_skip"),
    h("a", { class: "button", href: checklist(deck) }, icon("save"), t("ui.check_sheet")),
    h("button", { class: `button${deck.complete ? " go" : ""}`, onclick: step("stop") }, icon(deck.complete ? "ok" : "cross"), t("ui.learn_stop")),
  );
}

function cardButton(deck, card, n, step) {
  return h(
    "li",
    { key: n },
    h(
      "button",
      {
        class: `button lesson-card${card.uid ? " known" : ""}`,
        "aria-current": deck.at === n ? "step" : null,
        disabled: !app.me.host,
        onclick: step("choose", { n }),
      },
      h("span", {}, card.text),
      h("small", {}, card.uid ? card.uid.slice(-4) : t("ui.no_sticker")),
    ),
  );
}

function checklist({ game, deck, colour, composition }) {
  const where = new URLSearchParams({ game, deck });
  if (colour && composition) where.set("composition", JSON.stringify(composition));
  return `/tags/sheet?${where}`;
}

function decks() {
  const known = app.ui.known?.decks ?? [];
  const games = app.ui.known?.games.length ?? 0;
  return h(
    "section",
    { class: "part", "aria-label": t("ui.decks_known") },
    h("h2", {}, t("ui.decks_known")),
    known.length ? null : h("p", { class: "explain" }, t("ui.no_decks")),
    h("p", {}, h("a", { href: "/boxes" }, t("ui.boxes"))),
    h(
      "ul",
      { class: "deck-list" },
      known.map((deck) =>
        h(
          "li",
          { key: `${deck.game} ${deck.deck}`, style: seatStyle(deck.colour ? deck : null) },
          h("span", { class: "badge", "aria-hidden": "true" }),
          h("b", {}, deck.colour ? colourName(deck.colour) : deck.title),
          games > 1 ? h("small", {}, t(`ui.game_${deck.game}`)) : null,
          h("span", {}, t("ui.stickers_n", { n: deck.known })),
          h("a", { class: "button", href: checklist(deck) }, icon("save"), t("ui.check_sheet")),
        ),
      ),
    ),
  );
}

function files() {
  return h(
    "section",
    { class: "part", "aria-label": t("ui.tag_files") },
    h("h2", {}, t("ui.tag_files")),
    h("p", { class: "explain" }, t("ui.tag_files_lead")),
    h(
      "div",
      { class: "actions" },
      h("a", { class: "button", href: "/api/v1/tags/export", download: true }, icon("save"), t("ui.tags_export")),
      app.me.host
        ? h(
            "label",
            { class: "button upload" },
            icon("up"),
            t("ui.tags_import"),
            h("input", { type: "file", accept: ".json,application/json", onchange: upload }),
          )
        : null,
    ),
  );
}

async function upload(event) {
  const [file] = event.target.files;
  if (!file) return;
  const answer = await ask("/tags/import", { file: await file.text() });
  event.target.value = "";
  if (!answer.ok) return;
  change({ imports: (app.ui.imports ?? 0) + 1 });
  toast({ text: answer.data.events.map((each) => each.text).join(" "), sign: "ok" });
}
