/* The games' boxes (/boxes), and one of them (/boxes/<game>): what its owner enters once,
   because no rule book prints it. Every change saves the whole box at once. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { app, ask, change, start, toast } from "../parts/app.js";
import { closeSheet, openSheet, sheet } from "../parts/sheet.js";
import { icon, loading } from "../parts/widgets.js";
import { GAMES } from "../games/games.js";

const GAME = document.body.dataset.box;
const HAS_BOX = Boolean(GAMES[GAME]?.parts.box);

let fetchedAt = "";
let next = null; // the box to save next, while another one is being saved
let saving = false;

start({
  view: ({ live, part }) => (GAME ? boxView(live, part) : boxesView(live)),
  part: HAS_BOX ? "box" : null,
  game: () => GAME,
});

/** Every game that has a box. */
function boxesView(live) {
  refresh(live, "/boxes");
  return h(
    "section",
    { class: "boxes", key: "boxes" },
    h("h1", {}, t("ui.boxes")),
    h("p", { class: "lead" }, t("ui.boxes_lead")),
    app.ui.found ? h("ol", { class: "box-list" }, app.ui.found.boxes.map(boxCard)) : loading(),
  );
}

function boxCard(found) {
  const { game } = found;
  return h(
    "li",
    { key: game },
    h("a", { class: "game-card", href: `/boxes/${game}` }, icon(GAMES[game]?.icon ?? "deck"), h("span", {}, h("b", {}, t(`ui.game_${game}`)), h("small", {}, inForce(found)))),
    missingNote(found),
  );
}

/** A sentence about a game's box, which has cards or track pieces. */
function say(game, name, params) {
  return t(GAMES[game]?.box === "track" ? `ui.track_${name}` : `ui.box_${name}`, params);
}

/** What a new race, or a course, would get. */
function inForce({ game, in_force: which, example }) {
  return say(game, which === "saved" && example ? "force_example_saved" : `force_${which}`);
}

/** What is still missing in the box. */
function missingNote({ missing, complete }) {
  if (complete) return h("p", { class: "box-complete", key: "complete" }, icon("ok"), t("ui.box_complete"));
  return h("ul", { class: "box-missing", key: "missing", "aria-label": t("ui.box_missing") }, missing.map((what) => h("li", { key: what }, icon("alert"), what)));
}

/** One game's box: its progress, its file, and the game's own fields. */
function boxView(live, part) {
  refresh(live, `/boxes/${GAME}`);
  const { found } = app.ui;
  if (!found) return loading();
  const box = shown(part);
  return h(
    "section",
    { class: "boxes", key: "box" },
    h("h1", {}, say(GAME, "of", { game: t(`ui.game_${GAME}`) })),
    h("p", { class: "lead" }, say(GAME, "lead")),
    app.me.host ? null : h("p", { class: "note", key: "host" }, icon("key"), " ", t("ui.box_host"), " ", h("a", { href: "/join" }, t("ui.nav_join"))),
    h(
      "section",
      { class: "part box-far", key: "far", "aria-label": t("ui.box_far") },
      h("h2", {}, inForce(found)),
      missingNote(found),
      box?.example ? exampleNote(box) : null,
    ),
    part ? part.sections({ live, box, put: app.me.host ? put : null }) : null,
    h("section", { class: "part", key: "files" }, fileButtons(found)),
    app.me.host ? state() : null,
  );
}

function exampleNote(box) {
  const own = () => put({ ...box, example: undefined });
  return h(
    "p",
    { class: "note box-example", key: "example" },
    icon("alert"),
    " ",
    say(GAME, "is_example"),
    app.me.host ? h("button", { class: "button", onclick: own }, icon("ok"), say(GAME, "own")) : null,
  );
}

function fileButtons({ saved }) {
  const only = app.me.host;
  return h(
    "div",
    { class: "actions", key: "files" },
    h("a", { class: "button", href: `/tags?game=${GAME}` }, icon("reader"), t("ui.box_stickers")),
    h("a", { class: "button", href: `/api/v1/boxes/${GAME}/export`, download: true }, icon("save"), t("ui.tags_export")),
    only ? h("label", { class: "button upload" }, icon("up"), t("ui.tags_import"), h("input", { type: "file", accept: ".json,application/json", onchange: upload })) : null,
    only ? h("button", { class: "button", onclick: () => (saved ? openSheet(() => confirmSheet(say(GAME, "example_use"), useExample)) : useExample()) }, icon("star"), say(GAME, "example_use")) : null,
    only && saved ? h("button", { class: "button", onclick: () => openSheet(() => confirmSheet(t("ui.box_empty"), empty)) }, icon("cross"), t("ui.box_empty")) : null,
  );
}

/** Asks before entered data is lost. */
function confirmSheet(words, go) {
  const button = h("button", { class: "button warm", onclick: go }, words);
  return sheet({ title: words, lead: t("ui.box_sure"), buttons: [button] });
}

/** Whether everything on the page is saved. */
function state() {
  const { unsaved } = app.ui;
  return h(
    "p",
    { class: "box-state", key: "state", role: "status" },
    unsaved ? [icon("alert"), t("ui.box_unsaved"), h("button", { class: "button", onclick: () => put(app.ui.box) }, t("ui.box_again"))] : app.ui.box ? [icon("ok"), t("ui.box_saved")] : null,
  );
}

/** Fetches the saved box, at first and after a restart of the service. */
async function refresh({ boot }, path) {
  if (fetchedAt === boot) return;
  fetchedAt = boot;
  await read(path);
}

async function read(path = `/boxes/${GAME}`) {
  const found = await get(path);
  if (found) change({ found });
}

/** The box on the page; null if nothing is saved and the game has no part here. */
function shown(part = app.part) {
  return app.ui.box ?? app.ui.found.box ?? part?.fresh() ?? null;
}

/** Shows a changed box (or what a function makes of the current one) and saves it; only the
    newest, one at a time. */
function put(changed) {
  const box = typeof changed === "function" ? changed(shown()) : changed;
  change({ box, unsaved: false });
  next = box;
  return save();
}

async function save() {
  if (saving) return;
  saving = true;
  while (next) {
    const box = next;
    next = null;
    const answer = await ask(`/boxes/${GAME}`, { box }, "PUT");
    if (!answer.ok && !next) change({ unsaved: true });
  }
  saving = false;
  await read();
}

async function useExample() {
  closeSheet();
  const answer = await get(`/boxes/${GAME}/example`);
  if (answer) await put(answer.box);
}

async function empty() {
  closeSheet();
  const answer = await ask(`/boxes/${GAME}`, { box: {} }, "PUT");
  if (answer.ok) await discardChanges();
}

async function upload(event) {
  const [file] = event.target.files;
  if (!file) return;
  const answer = await ask(`/boxes/${GAME}/import`, { file: await file.text() });
  event.target.value = "";
  if (!answer.ok) return;
  await discardChanges();
  toast({ text: answer.data.events.map((each) => each.text).join(" "), sign: "ok" });
}

/** Replaces the unsaved entries by the saved box. */
async function discardChanges() {
  change({ box: null, unsaved: false });
  await read();
}
