/* The drawn board: 31 × 14 spaces as one picture, with figures and targets. Zoomed in, a space is
   as large as a thumb and the picture scrolls. Zoomed out, the whole board fits; if spaces are then
   too small for thumbs, a tap zooms in. */

import { h } from "../../lib/dom.js";
import { labelled, t } from "../../lib/words.js";
import { app, change } from "../../parts/app.js";
import { metaOf } from "../../parts/snapshot.js";
import { badge, icon, seatStyle } from "../../parts/widgets.js";
import { groundWord, symbol } from "./symbols.js";

const COLOUR = { w: "white", g: "green", b: "blue", S: "white", F: "white", 1: "white", 2: "blue", 3: "green" };
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

let drawn = null; // the ground that was drawn last, and its picture

/** A map. `board`: its `width`, `height`, `spaces`. `figures`: what stands on it (figureAt).
    `targets`: `{at, label, kind, press, pressed?}`, where one can tap. `focus`: the space to
    centre when zoomed in. `near`: whether it begins zoomed in. */
export function map({ board, figures, targets, focus, near, more = {} }) {
  const close = app.ui.mapNear ?? near;
  const zoom = (is) => change({ mapNear: is });
  return h(
    "div",
    { class: `husky-map ${close ? "near" : "whole"}`, key: "map" },
    h(
      "div",
      { class: "map-scroll", key: "scroll", role: "group", "aria-label": t("ui.husky_board"), tabindex: "0", ...more },
      h(
        "div",
        { class: "map-field", key: "field", style: { "--cols": board.width, "--rows": board.height }, onkeydown: walk },
        ground(board),
        figures,
        targets.map((target, i) => mapTarget(target, i === 0)),
        focus ? h("i", { class: "map-focus", key: `focus ${close} ${focus}`, style: placed(focus), made: centre }) : null,
        close ? null : h("button", { class: "map-closer", key: "closer", "aria-label": t("ui.husky_near"), onclick: () => zoom(true) }),
      ),
    ),
    h(
      "div",
      { class: "map-bar", key: "bar" },
      h("button", { type: "button", class: "button", onclick: () => zoom(!close) }, icon(close ? "minus" : "plus"), t(close ? "ui.husky_whole" : "ui.husky_near")),
      legend(),
    ),
  );
}

const placed = ([x, y], more = {}) => ({ "--x": x, "--y": y, ...more });

/** "Row 3, column 4". */
export function spaceWords([column, row]) {
  return t("ui.husky_space", { row, column });
}

function mapTarget({ at, label, kind, press, pressed }, first) {
  return h("button", {
    type: "button",
    class: `map-key map-key-${kind}`,
    key: `key ${kind} ${at}`,
    style: placed(at),
    "data-at": at.join(),
    "aria-label": label,
    "aria-pressed": pressed === undefined ? null : String(pressed),
    tabindex: first ? "0" : "-1",
    onclick: press,
  });
}

/** The arrow keys move to the nearest target in their direction. */
function walk(event) {
  const step = STEPS[event.key];
  const from = event.target.closest(".map-key");
  if (!step || !from) return;
  event.preventDefault();
  const [x, y] = spaceOf(from);
  const ways = [...event.currentTarget.querySelectorAll(".map-key")].map((key) => {
    const [dx, dy] = [spaceOf(key)[0] - x, spaceOf(key)[1] - y];
    const ahead = dx * step[0] + dy * step[1];
    return { key, ahead, far: ahead + 2 * Math.abs(dx * step[1] + dy * step[0]) };
  });
  const [best] = ways.filter(({ ahead }) => ahead > 0).sort((one, other) => one.far - other.far);
  best?.key.focus();
}

const spaceOf = (key) => key.dataset.at.split(",").map(Number);

/** Scrolls the map (and nothing else) to centre this space. */
function centre(mark) {
  requestAnimationFrame(() => {
    const box = mark.closest(".map-scroll");
    box?.scrollTo(mark.offsetLeft + mark.offsetWidth / 2 - box.clientWidth / 2, mark.offsetTop + mark.offsetHeight / 2 - box.clientHeight / 2);
  });
}

/** The spaces; redrawn only when they change. */
function ground({ width, height, spaces }) {
  const same = spaces.join("/");
  if (drawn?.same !== same) drawn = { same, picture: picture(width, height, spaces) };
  return drawn.picture;
}

function picture(width, height, spaces) {
  const cells = spaces.flatMap((row, y) => [...row].map((kind, x) => space(kind, x * 10, y * 10))).flat();
  return h(
    "svg",
    { class: "map-ground", key: "ground", viewBox: `0 0 ${width * 10} ${height * 10}`, "aria-hidden": "true", focusable: "false" },
    h(
      "defs",
      {},
      h("pattern", { id: "ground-white", width: 10, height: 10, patternUnits: "userSpaceOnUse" }, h("rect", { class: "snow", width: 10, height: 10 }), h("circle", { class: "snow-mark", cx: 2.5, cy: 2.5, r: 0.7 })),
      h("pattern", { id: "ground-green", width: 10, height: 10, patternUnits: "userSpaceOnUse" }, h("rect", { class: "bush", width: 10, height: 10 }), h("path", { class: "bush-mark", d: "M1 4l1.5-2.5L4 4M6 9l1.5-2.5L9 9" })),
      h("pattern", { id: "ground-blue", width: 10, height: 10, patternUnits: "userSpaceOnUse" }, h("rect", { class: "ice", width: 10, height: 10 }), h("path", { class: "ice-mark", d: "M0 8.5 8.5 0M5 10l5-5" })),
    ),
    cells,
  );
}

/** A space: its ground, and the red ring or letter of a special one. */
function space(kind, x, y) {
  if (kind === ".") return [];
  const colour = COLOUR[kind];
  const body = h("rect", { class: "map-space", x: x + 0.3, y: y + 0.3, width: 9.4, height: 9.4, rx: 1.4, fill: colour ? `url(#ground-${colour})` : "none" });
  if (colour && "wgb".includes(kind)) return [body];
  const red = "123".includes(kind);
  return [
    body,
    red ? h("circle", { class: "map-red", cx: x + 5, cy: y + 5, r: 4 }) : null,
    kind === "F"
      ? h("path", { class: "map-flag", d: `M${x + 3} ${y + 1.5}h4.5l-1.3 1.8 1.3 1.8h-3.5v3.6h-1z` })
      : h("text", { class: `map-letter${red ? " on-red" : ""}`, x: x + 5, y: y + 7.2 }, kind),
  ].filter(Boolean);
}

/** The mushers and animals. `own`: the seat of this phone. */
export function figuresOf(live, own = null) {
  const { board, seats } = live.state;
  const racing = seats.filter((one) => one.at && one.status !== "eliminated");
  const mushers = racing.map((one) => {
    const beside = racing.filter((other) => other.at.join() === one.at.join());
    const meta = metaOf(live, one.seat) ?? one;
    return figure({
      key: `musher ${one.seat}`,
      at: one.at,
      kind: `musher${one.seat === own ? " mine" : ""}`,
      label: labelled(one.name, spaceWords(one.at)),
      look: { ...seatStyle(meta), "--beside": beside.indexOf(one), "--many": beside.length },
      shows: badge({ ...meta, seat: one.seat }),
    });
  });
  return [...board.animals.map((one) => animalAt({ ...one, number: one.animal })), ...mushers];
}

/** An animal on its space. */
export function animalAt({ species, at, number }) {
  const label = labelled(`${t(`ui.husky_species_${species}`)} ${number}`, spaceWords(at));
  return figure({ key: `animal ${number}`, at, kind: `animal animal-${species}`, label, shows: [symbol(species), h("small", {}, number)] });
}

function figure({ key, at, kind, label, look = {}, shows }) {
  return h("span", { class: `map-figure ${kind}`, key, style: placed(at, look), role: "img", "aria-label": label }, shows);
}

function legend() {
  return h(
    "p",
    { class: "map-legend", key: "legend" },
    ["white", "green", "blue"].map((colour) => h("span", { class: `ground ground-${colour}`, key: colour }, symbol(colour), groundWord(colour))),
    h("span", { class: "map-legend-red", key: "red" }, h("i", { class: "red-dot" }, "1"), t("ui.husky_checkpoints")),
  );
}
