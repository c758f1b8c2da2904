/* Line charts of a race's rounds as inline SVG. Pure: figures in, a picture out.

   Lines differ by colour, dash and the name at their end, so that colour is never the only
   sign; a table below has the same figures. A picture is drawn in pixels of the usual letters:
   where a user's letters are larger, it has fewer of them, and its words grow with the page's. */

import { h } from "../lib/dom.js";
import { labelled, number, t } from "../lib/words.js";
import { toneOf } from "./colours.js";

const [LEAST_WIDTH, MOST_WIDTH] = [190, 560];
const PAGE_EDGES = 64; // beside a picture on a phone
const USUAL_LETTERS = 16;
const HEIGHT = 240;
const LEFT = 38;
const TOP = 14;
const BOTTOM = 34;
const MOST_MARKS = 6;
const CLEAR = 15; // pixels between two names at the ends of lines
const [LETTER, NARROW_LETTER] = [8.4, 6]; // the width of a name's letters, and of squeezed ones
const ROUND = 26; // the width of a round's label
const DASHES = ["", "9 5", "2 5", "14 5 2 5", "6 3 2 3"];

/** The places of a race (GET /races/<id>/story) after each round, from the start on. */
export function placesChart(story, size = {}) {
  const lines = story.seats.map(({ seat, name, colour, place }) => ({ seat, name, colour, values: place }));
  return chart({ title: t("ui.chart_place"), lines, from: 0, down: true, least: 1, most: story.seats.length, ...size });
}

/** A chart. `lines`: `{seat, name, colour, values}`, null for a missing value; `from`: the round
    of the first value; `down`: 1 is on top; `least`, `most`: the scale covers these; `width`,
    `height`: of the picture, in pixels of the usual letters. */
export function chart({ title, lines, from = 1, down = false, least = null, most = null, width = widthHere(), height = HEIGHT }) {
  const known = lines.flatMap((line) => line.values).filter((value) => value !== null);
  return h(
    "figure",
    { class: "chart", key: title },
    h("figcaption", {}, title),
    known.length ? picture({ title, lines, from, down, width, height, ...scale(known, least, most) }) : h("p", { class: "explain" }, t("ui.chart_none")),
    known.length ? numbers(title, lines, from) : null,
  );
}

/** The width of a picture that keeps the words as large as the page's. */
function widthHere() {
  const letters = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const room = (innerWidth / letters) * USUAL_LETTERS - PAGE_EDGES;
  return Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, room)));
}

/** The lowest and highest value of the scale, and its grid lines. */
export function scale(known, least, most) {
  const low = Math.min(...known, least ?? Infinity);
  const high = Math.max(...known, most ?? -Infinity);
  const span = Math.max(1, high - low);
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
  const step = steps.find((each) => span / each <= MOST_MARKS) ?? Math.ceil(span / MOST_MARKS);
  const bottom = Math.floor(low / step) * step;
  const top = Math.max(bottom + step, Math.ceil(high / step) * step);
  const marks = [];
  for (let mark = bottom; mark <= top; mark += step) marks.push(mark);
  return { bottom, top, marks };
}

/** The runs of a line without a gap, each a list of `[index, value]`. */
export function runs(values) {
  const found = [[]];
  values.forEach((value, i) => {
    if (value === null) found.push([]);
    else found.at(-1).push([i, value]);
  });
  return found.filter((run) => run.length);
}

function picture({ title, lines, from, down, width, height, bottom, top, marks }) {
  const count = Math.max(...lines.map((line) => line.values.length));
  const names = Math.min(0.38 * width, LETTER * Math.max(...lines.map(({ name }) => name.length)));
  const right = width - names - 14;
  const x = (i) => LEFT + (count > 1 ? (i * (right - LEFT)) / (count - 1) : 0);
  const part = (value) => (value - bottom) / (top - bottom);
  const y = (value) => TOP + (down ? part(value) : 1 - part(value)) * (height - TOP - BOTTOM);
  return h(
    "svg",
    { class: "chart-picture", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": labelled(title, lines.map((line) => line.name).join(", ")) },
    marks.map((mark) => [
      h("line", { class: "chart-grid", key: `g${mark}`, x1: LEFT, x2: right, y1: y(mark), y2: y(mark) }),
      h("text", { class: "chart-mark", key: `m${mark}`, x: LEFT - 8, y: y(mark) + 4, "text-anchor": "end" }, mark),
    ]),
    rounds(count, from, Math.floor((right - LEFT) / ROUND)).map(([i, word]) => h("text", { class: "chart-mark", key: `r${i}`, x: x(i), y: height - 8, "text-anchor": "middle" }, word)),
    h("g", { class: "chart-lines", key: "lines" }, lines.map((line, nth) => drawn(line, nth, x, y))),
    ends(lines, x, y, CLEAR, height - 6).map(({ seat, at, high }) => endName(lines.find((line) => line.seat === seat), at + 8, high + 4, names)),
  );
}

/** The name at the end of a line, squeezed into its room, and cut where squeezing is not enough. */
function endName({ seat, name }, x, y, room) {
  const most = Math.floor(room / NARROW_LETTER);
  const words = name.length > most ? `${name.slice(0, most - 1)}…` : name;
  const squeezed = words.length * LETTER > room + 1 ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {};
  return h("text", { class: "chart-end", key: `e${seat}`, x, y, ...squeezed }, words);
}

/** The labels of the x axis, at most `most`. */
function rounds(count, from, most) {
  const every = Math.ceil(count / Math.max(1, most));
  return Array.from({ length: count }, (_, i) => [i, i + from])
    .filter(([i]) => i % every === 0)
    .map(([i, round]) => [i, round === 0 ? t("ui.chart_start") : round]);
}

function drawn(line, nth, x, y) {
  const tone = { "--line": toneOf(line) };
  const pieces = runs(line.values);
  return h(
    "g",
    { key: `l${line.seat}`, class: "chart-line", style: tone },
    pieces.map((run, i) => {
      const points = run.map(([at, value]) => `${x(at)},${y(value)}`).join(" ");
      return [
        h("polyline", { key: `s${i}`, class: "chart-shade", points }),
        h("polyline", { key: `p${i}`, points, "stroke-dasharray": DASHES[nth % DASHES.length] }),
      ];
    }),
    pieces.flat().map(([at, value]) => h("circle", { key: `c${at}`, cx: x(at), cy: y(value), r: 3.5 })),
  );
}

/** The positions of the words at the ends of the lines, at least `clear` below each other; where they
    would leave the picture at `lowest`, they stand higher. */
export function ends(lines, x, y, clear = CLEAR, lowest = Infinity) {
  const found = lines.flatMap(({ seat, values }) => {
    const last = values.findLastIndex((value) => value !== null);
    return last < 0 ? [] : [{ seat, at: x(last), high: y(values[last]) }];
  });
  found.sort((one, other) => one.high - other.high);
  found.forEach((end, i) => {
    for (const before of found.slice(0, i)) {
      if (Math.abs(before.at - end.at) < clear) end.high = Math.max(end.high, before.high + clear);
    }
  });
  let free = lowest;
  for (const end of [...found].reverse()) {
    if (end.high <= free) break;
    end.high = free;
    free -= clear;
  }
  return found;
}

/** The figures as a table. */
function numbers(title, lines, from) {
  const count = Math.max(...lines.map((line) => line.values.length));
  return h(
    "details",
    { class: "chart-numbers" },
    h("summary", {}, t("ui.chart_numbers")),
    h(
      "div",
      { class: "chart-scroll", tabindex: "0", role: "region", "aria-label": title },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h("tr", {}, h("th", { scope: "col" }, t("ui.chart_round")), Array.from({ length: count }, (_, i) => h("th", { scope: "col", key: i }, i + from || t("ui.chart_start")))),
        ),
        h(
          "tbody",
          {},
          lines.map((line) => h("tr", { key: line.seat }, h("th", { scope: "row" }, h("bdi", {}, line.name)), line.values.map((value, i) => h("td", { key: i }, number(value) ?? "–")))),
        ),
      ),
    ),
  );
}
