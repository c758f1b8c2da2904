/* The board's editor in the owner's box: painted by finger, mouse or keyboard, or loaded from a
   file. */

import { h } from "../../lib/dom.js";
import { labelled, t } from "../../lib/words.js";
import { app, change, say, toast } from "../../parts/app.js";
import { icon } from "../../parts/widgets.js";
import { ANIMALS, GROUNDS, blank, boardFromFile, filled, kindAt, painted, rectangle } from "./board-painting.js";
import { animalAt, map, spaceWords } from "./map.js";
import { groundWord, symbol } from "./symbols.js";

const NAMES = { w: "white", g: "green", b: "blue", ".": "nothing", S: "start", F: "finish", 1: "checkpoint_1", 2: "checkpoint_2", 3: "checkpoint_3", "?": "unknown" };
const SYMBOLS = { w: "white", g: "green", b: "blue" };
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

let from = null; // where the rectangle of this stroke begins: `{board, at}`, with the board before it

/** The box's section for the board. */
export function boardSection(form) {
  const { box, put } = form;
  const board = app.ui.boardDraft ?? box.board;
  return h(
    "section",
    { class: "part husky-board-part", key: "board" },
    h("h2", {}, t("ui.husky_board")),
    h("p", { class: "explain", key: "lead" }, t("ui.husky_board_lead")),
    board && put ? palette() : null,
    board && put ? restKey(form, board) : null,
    board ? h("div", { class: "painted", key: "painted" }, drawing(form, board)) : null,
    put ? boardButtons(form, board) : null,
  );
}

const nameOf = (kind) => groundWord(NAMES[kind] ?? "unknown");
const brushNow = () => app.ui.brush ?? "w";

/** The brushes; the first one only moves the map. */
function palette() {
  const brush = (name, words, drawn) =>
    h("label", { class: "choice brush", key: name }, h("input", { type: "radio", name: "brush", value: name, checked: brushNow() === name, onchange: () => change({ brush: name }) }), h("span", {}, drawn, h("span", { class: "123".includes(name) ? "sr" : "" }, words)));
  return h(
    "div",
    { class: "palette", key: "palette", role: "radiogroup", "aria-label": t("ui.husky_brush") },
    brush("move", t("ui.husky_brush_move"), icon("grip")),
    GROUNDS.map((kind) => brush(kind, nameOf(kind), SYMBOLS[kind] ? h("i", { class: `ground ground-${SYMBOLS[kind]}` }, symbol(SYMBOLS[kind])) : h("b", { class: "123".includes(kind) ? "red-dot" : "" }, kind === "." ? "×" : kind))),
    ANIMALS.map((species) => brush(species, t(`ui.husky_species_${species}`), symbol(species))),
  );
}

/** Paints every space that is still empty; its place is kept. */
function restKey(form, board) {
  const brush = brushNow();
  const ground = Object.keys(SYMBOLS).includes(brush) ? brush : "w";
  const disabled = !board.spaces.some((row) => row.includes("?"));
  return h("p", { key: "rest" }, h("button", { type: "button", class: "button", disabled, onclick: () => form.put({ ...newest(form), board: filled(board, ground) }) }, symbol(SYMBOLS[ground]), t("ui.husky_board_rest", { ground: nameOf(ground) })));
}

function drawing(form, board) {
  const animals = board.animals.map((one, i) => animalAt({ species: one.species, at: [one.x, one.y], number: i + 1 }));
  const cursor = app.ui.cursor ?? [1, 1];
  const shown = form.put ? [h("span", { class: "map-cursor", key: "cursor", style: { "--x": cursor[0], "--y": cursor[1] } })] : [];
  return [
    map({
      board,
      figures: [...animals, ...shown],
      targets: [],
      focus: null,
      near: true,
      more: form.put ? paintHandlers(form, board) : {},
    }),
    h("p", { class: "sr", key: "cursor-words", role: "status" }, labelled(spaceWords(cursor), nameOf(kindAt(board, ...cursor)))),
  ];
}

/** Pointers paint rectangles, from corner to corner; arrows move a cursor, Space and Enter paint there. */
function paintHandlers(form, board) {
  const still = brushNow() === "move";
  return {
    role: "application",
    "aria-label": t("ui.husky_paint_here"),
    class: `map-scroll${still ? "" : " paints"}`,
    onpointerdown: (event) => {
      const at = still || event.button !== 0 ? null : spaceUnder(event, board);
      if (!at) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      from = { board: newest(form).board, at };
      stroke(at);
    },
    onpointermove: (event) => {
      const at = from && !ANIMALS.includes(brushNow()) ? spaceUnder(event, board) : null;
      if (at && at.join() !== app.ui.cursor.join()) stroke(at);
    },
    onpointerup: () => savePainting(form),
    onpointercancel: () => savePainting(form),
    onkeydown: (event) => keyDown(event, form, board),
  };
}

function keyDown(event, form, board) {
  if (event.target !== event.currentTarget) return;
  const [x, y] = app.ui.cursor ?? [1, 1];
  const step = STEPS[event.key];
  const paints = event.key === " " || event.key === "Enter";
  if (!step && !paints) return;
  event.preventDefault();
  if (step) change({ cursor: [Math.min(board.width, Math.max(1, x + step[0])), Math.min(board.height, Math.max(1, y + step[1]))] });
  if (paints && brushNow() !== "move") {
    change({ boardDraft: painted(newest(form).board, brushNow(), x, y) });
    savePainting(form);
  }
}

/** The space under a pointer, as column and row; null outside the map. */
function spaceUnder(event, { width, height }) {
  const field = event.currentTarget.querySelector(".map-field").getBoundingClientRect();
  const x = Math.ceil(((event.clientX - field.left) / field.width) * width);
  const y = Math.ceil(((event.clientY - field.top) / field.height) * height);
  return x >= 1 && y >= 1 && x <= width && y <= height ? [x, y] : null;
}

/** The newest box: a second stroke may begin before the first one is drawn. */
const newest = ({ box }) => app.ui.box ?? box;

/** Paints from where the pointer went down to here, instead of what it had painted so far. */
function stroke(at) {
  change({ boardDraft: rectangle(from.board, brushNow(), from.at, at), cursor: at });
}

/** Saves what was painted when the stroke ends. */
function savePainting(form) {
  from = null;
  const { boardDraft } = app.ui;
  if (!boardDraft) return;
  change({ boardDraft: null });
  const box = newest(form);
  if (boardDraft !== box.board) form.put({ ...box, board: boardDraft });
}

function boardButtons(form, board) {
  const set = (next) => form.put({ ...newest(form), board: next });
  const confirming = app.ui.boardSure;
  const remove = () => {
    change({ boardSure: !confirming });
    if (confirming) set(null);
    else say(t("ui.sure"));
  };
  return h(
    "div",
    { class: "actions", key: "keys" },
    board ? null : h("button", { type: "button", class: "button", onclick: () => set(blank()) }, icon("edit"), t("ui.husky_board_begin")),
    h("label", { class: "button upload" }, icon("up"), t("ui.husky_board_file"), h("input", { type: "file", accept: ".json,.txt,application/json,text/plain", onchange: (event) => upload(event, set) })),
    board ? h("button", { type: "button", class: `button${confirming ? " warm" : ""}`, onclick: remove }, icon("cross"), t(confirming ? "ui.sure" : "ui.husky_board_remove")) : null,
  );
}

async function upload(event, set) {
  const [file] = event.target.files;
  if (!file) return;
  const board = boardFromFile(await file.text());
  event.target.value = "";
  if (board) set(board);
  else toast({ text: t("ui.husky_board_no_file") });
}
