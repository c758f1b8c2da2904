/* The games' boxes (/boxes), and one of them (/boxes/<game>): what its owner enters once, because no
   rule book prints it. Every change is saved at once, the whole box. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { app, ask, change, start, toast } from "../parts/app.js";
import { closeSheet, openSheet, sheet } from "../parts/sheet.js";
import { icon, loading } from "../parts/widgets.js";
import { GAMES } from "../games/games.js";

const GAME = document.body.dataset.box;
const HAS_PART = Boolean(GAMES[GAME]?.parts.box);

let asked = "";
let next = null; // the box that is to be saved, while another one is being saved
let saving = false;

start({
  view: ({ live, part }) => (GAME ? boxView(live, part) : boxesView(live)),
  part: HAS_PART ? "box" : null,
  game: () => GAME,
});

/** Every game that has a box. */
function boxesView(live) {
  learn(live, "/boxes");
  return h(
    "section",
    { class: "boxes", key: "boxes" },
    h("h1", {}, t("ui.boxes")),
    h("p", { class: "lead" }, t("ui.boxes_lead")),
    app.ui.told ? h("ol", { class: "box-list" }, app.ui.told.boxes.map(boxCard)) : loading(),
  );
}

function boxCard(told) {
  const { game } = told;
  return h(
    "li",
    { key: game },
    h("a", { class: "game-card", href: `/boxes/${game}` }, icon(GAMES[game]?.icon ?? "deck"), h("span", {}, h("b", {}, t(`ui.game_${game}`)), h("small", {}, inForce(told)))),
    lacking(told),
  );
}

/** What a race gets that starts now. */
function inForce({ in_force: which, example }) {
  return t(which === "saved" && example ? "ui.box_force_example_saved" : `ui.box_force_${which}`);
}

/** What is still to be entered. */
function lacking({ missing, complete }) {
  if (complete) return h("p", { class: "box-complete", key: "complete" }, icon("ok"), t("ui.box_complete"));
  return h("ul", { class: "box-missing", key: "missing", "aria-label": t("ui.box_missing") }, missing.map((what) => h("li", { key: what }, icon("alert"), what)));
}

/** One game's box: how far it is, its file, and what the game's own part lets enter. */
function boxView(live, part) {
  learn(live, `/boxes/${GAME}`);
  const { told } = app.ui;
  if (!told) return loading();
  const box = shown(part);
  return h(
    "section",
    { class: "boxes", key: "box" },
    h("h1", {}, t("ui.box_of", { game: t(`ui.game_${GAME}`) })),
    h("p", { class: "lead" }, t("ui.box_lead")),
    app.me.host ? null : h("p", { class: "note", key: "host" }, icon("key"), " ", t("ui.box_host"), " ", h("a", { href: "/join" }, t("ui.nav_join"))),
    h(
      "section",
      { class: "part", key: "far", "aria-label": t("ui.box_far") },
      h("h2", {}, inForce(told)),
      told.saved ? lacking(told) : null,
      box?.example ? exampleNote(box) : null,
      fileKeys(told),
    ),
    part ? part.parts({ live, box, put: app.me.host ? put : null }) : null,
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
    t("ui.box_is_example"),
    app.me.host ? h("button", { class: "button", onclick: own }, icon("ok"), t("ui.box_own")) : null,
  );
}

function fileKeys({ saved }) {
  const only = app.me.host;
  return h(
    "div",
    { class: "actions", key: "files" },
    h("a", { class: "button", href: `/tags?game=${GAME}` }, icon("reader"), t("ui.box_stickers")),
    h("a", { class: "button", href: `/api/v1/boxes/${GAME}/export`, download: true }, icon("save"), t("ui.tags_export")),
    only ? h("label", { class: "button upload" }, icon("up"), t("ui.tags_import"), h("input", { type: "file", accept: ".json,application/json", onchange: upload })) : null,
    only ? h("button", { class: "button", onclick: () => (saved ? openSheet(() => sure("ui.box_example_use", useExample)) : useExample()) }, icon("star"), t("ui.box_example_use")) : null,
    only && saved ? h("button", { class: "button", onclick: () => openSheet(() => sure("ui.box_empty", empty)) }, icon("cross"), t("ui.box_empty")) : null,
  );
}

/** What would be lost is asked about first. */
function sure(word, go) {
  const key = h("button", { class: "button warm", onclick: go }, t(word));
  return sheet({ title: t(word), lead: t("ui.box_sure"), keys: [key] });
}

/** Whether all that stands here is saved. */
function state() {
  const { unsaved } = app.ui;
  return h(
    "p",
    { class: "box-state", key: "state", role: "status" },
    unsaved ? [icon("alert"), t("ui.box_unsaved"), h("button", { class: "button", onclick: () => put(app.ui.box) }, t("ui.box_again"))] : app.ui.box ? [icon("ok"), t("ui.box_saved")] : null,
  );
}

/** Reads what is saved, at first and when the service began anew. */
async function learn({ boot }, path) {
  if (asked === boot) return;
  asked = boot;
  await read(path);
}

async function read(path = `/boxes/${GAME}`) {
  const told = await get(path);
  if (told) change({ told });
}

/** The box as it stands on the page; null where nothing is saved of a game that has no part here. */
function shown(part = app.part) {
  return app.ui.box ?? app.ui.told.box ?? part?.fresh() ?? null;
}

/** Shows a changed box, or what a function makes of the one that stands here, and saves it; one after
    the other, the newest only. */
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
  if (answer.ok) await anew();
}

async function upload(event) {
  const [file] = event.target.files;
  if (!file) return;
  const answer = await ask(`/boxes/${GAME}/import`, { file: await file.text() });
  event.target.value = "";
  if (!answer.ok) return;
  await anew();
  toast({ text: answer.data.events.map((each) => each.text).join(" ") });
}

/** What was typed here is no longer what is saved. */
async function anew() {
  change({ box: null, unsaved: false });
  await read();
}
