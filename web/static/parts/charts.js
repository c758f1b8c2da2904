/* Line charts of a race's rounds as inline SVG. Pure: figures in, a picture out.

   Lines differ by colour, dash and the number at their end, so that colour is never the only
   sign; a table below has the same figures. */

import { h } from "../lib/dom.js";
import { labelled, number, t } from "../lib/words.js";
import { toneOf } from "./colours.js";

const WIDTH = 560;
const HEIGHT = 240;
const LEFT = 38;
const RIGHT = 30;
const TOP = 14;
const BOTTOM = 34;
const MOST_MARKS = 6;
const CLEAR = 13; // pixels between two numbers at the ends of lines
const WIDE = 20; // the same if places are shared and the numbers are large
const DASHES = ["", "9 5", "2 5", "14 5 2 5", "6 3 2 3"];

/** The places of a race (GET /races/<id>/story) after each round, from the start on. */
export function placesChart(story) {
  const lines = story.seats.map(({ seat, name, colour, place }) => ({ seat, name, colour, values: place }));
  return chart({ title: t("ui.chart_place"), lines, from: 0, down: true, least: 1, most: story.seats.length, clear: WIDE });
}

/** A chart. `lines`: `{seat, name, colour, values}`, null for a missing value; `from`: the round
    of the first value; `down`: 1 is on top; `least`, `most`: the scale covers these; `clear`: pixels
    between two numbers at the ends. */
export function chart({ title, lines, from = 1, down = false, least = null, most = null, clear = CLEAR }) {
  const known = lines.flatMap((line) => line.values).filter((value) => value !== null);
  return h(
    "figure",
    { class: "chart", key: title },
    h("figcaption", {}, title),
    known.length ? picture({ title, lines, from, down, clear, ...scale(known, least, most) }) : h("p", { class: "explain" }, t("ui.chart_none")),
    known.length ? numbers(title, lines, from) : null,
  );
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

function picture({ title, lines, from, down, clear, bottom, top, marks }) {
  const count = Math.max(...lines.map((line) => line.values.length));
  const x = (i) => LEFT + (count > 1 ? (i * (WIDTH - LEFT - RIGHT)) / (count - 1) : 0);
  const part = (value) => (value - bottom) / (top - bottom);
  const y = (value) => TOP + (down ? part(value) : 1 - part(value)) * (HEIGHT - TOP - BOTTOM);
  return h(
    "svg",
    { class: "chart-picture", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": labelled(title, lines.map((line) => line.name).join(", ")) },
    marks.map((mark) => [
      h("line", { class: "chart-grid", key: `g${mark}`, x1: LEFT, x2: WIDTH - RIGHT, y1: y(mark), y2: y(mark) }),
      h("text", { class: "chart-mark", key: `m${mark}`, x: LEFT - 8, y: y(mark) + 4, "text-anchor": "end" }, mark),
    ]),
    rounds(count, from).map(([i, word]) => h("text", { class: "chart-mark", key: `r${i}`, x: x(i), y: HEIGHT - 8, "text-anchor": "middle" }, word)),
    h("g", { class: "chart-lines", key: "lines" }, lines.map((line, nth) => drawn(line, nth, x, y))),
    ends(lines, x, y, clear).map(({ seat, at, high }) => h("text", { class: "chart-end", key: `e${seat}`, x: at + 8, y: high + 4 }, seat)),
  );
}

/** The labels of the x axis: as many as fit. */
function rounds(count, from) {
  const every = Math.ceil(count / 12);
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

/** The positions of the words at the ends of the lines, at least `clear` below each other. */
export function ends(lines, x, y, clear = CLEAR) {
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
