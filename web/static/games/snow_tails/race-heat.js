/* The heat of a course: the lines that cost dents and the spaces of crashes, on its picture and in
   numbers. */

import { h } from "../../lib/dom.js";
import { labelled, t } from "../../lib/words.js";
import { poseAt } from "./sled-poses.js";
import { linePath } from "./track-geometry.js";

const DEGREES = 180 / Math.PI;

/** The heat on the placed pieces. `heat`: as from `hottest` of race-steps.js. */
export function heatMarks(places, { lines, spaces }) {
  return h("g", { key: "heat", class: "heat" }, lines.map((line) => hotLine(places, line)), spaces.map((space) => hotSpace(places, space)));
}

function hotLine(places, { line, piece, after, share }) {
  const { piece: drawn, x, y, heading } = places[piece];
  const at = `translate(${x} ${y}) rotate(${heading * DEGREES})`;
  return h("path", { class: "heat-line", key: `line ${line}`, transform: at, d: linePath(drawn, after), style: { "--share": share.toFixed(2) } });
}

function hotSpace(places, { at, count, share }) {
  const { x, y } = poseAt(places, at);
  return h(
    "g",
    { class: "heat-space", key: `space ${at}`, transform: `translate(${x} ${y})`, style: { "--share": share.toFixed(2) } },
    h("circle", { r: 0.62 }),
    count > 1 ? h("text", { "text-anchor": "middle", "dominant-baseline": "central" }, count) : null,
  );
}

/** The same in numbers, folded. */
export function heatNumbers({ lines, spaces }) {
  const where = ({ at: [piece, lane, space] }) => t("ui.heat_space", { piece: piece + 1, lane, space });
  const what = (space) => ["edge", "sled", "sapling"].filter((each) => space[each]).map((each) => `${t(`ui.mark_key_${each}`)} ${space[each]}×`);
  const rows = [
    ...lines.map(({ line, limit, dents, times }) => [`line ${line}`, t("ui.heat_line", { n: line, limit, dents, times })]),
    ...spaces.map((space) => [`space ${space.at}`, labelled(where(space), what(space).join(", "))]),
  ];
  if (!rows.length) return h("p", { class: "explain", key: "heat-none" }, t("ui.heat_nowhere"));
  return h("details", { class: "chart-numbers", key: "heat-numbers" }, h("summary", {}, t("ui.chart_numbers")), h("ul", {}, rows.map(([key, words]) => h("li", { key }, words))));
}
