/* The fields of a track piece: its picture, on whose spaces one taps, and what a tap means. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { choices, icon, stepper } from "../../parts/widgets.js";
import { trackPicture } from "./track-drawing.js";
import { photoFields, photoImage } from "./track-photo.js";
import { MOST, tapped, toolsOf, turning, turns, withSpaces } from "./track-piece.js";
import { driftsFrom, withDrift } from "./track-steps.js";

const SIDES = ["left", "right"];

/** The fields. `put` gets what changed of the piece, the chosen `tool`, `from`: the space whose
    drifts are shown, or `photo`: the one behind the piece. */
export function pieceFields({ piece, tool, from, photo, wrong, put }) {
  const leaves = tool === "drifts" && from && from[1] <= (piece.spaces[from[0] - 1] ?? 0) ? from : null;
  const line = tool?.startsWith("lines ") ? piece.lines[Number(tool.slice(6))] : null;
  return [
    turns(piece.kind)
      ? choices("track-turn", t("ui.track_turn"), piece.turn, SIDES.map((value) => ({ value, words: t(`ui.track_turn_${value}`) })), (turn) => put(turning(piece, turn)))
      : null,
    laneRow(piece, put),
    toolChips(piece, tool, put),
    h("p", { class: "explain", key: "hint", role: "status" }, leaves ? driftWords(piece, leaves) : t(`ui.track_tap_${tool.split(" ")[0]}`)),
    line ? limitField(piece, tool, line, put) : null,
    h(
      "div",
      { class: "track-drawn", key: "drawn" },
      trackPicture([piece], {
        label: t("ui.track_spaces"),
        from: leaves,
        behind: photo ? (viewBox) => photoImage(photo, viewBox) : null,
        tap: (at) => put(tool === "drifts" ? withDrift(piece, leaves, at) ?? { from: at } : tapped(piece, tool, at)),
        words: ([lane, space]) => t("ui.track_space", { lane, space }),
      }),
    ),
    photoFields({ photo, wrong, put }),
    piece.kind === "finish" ? choices("track-flag", t("ui.flag_side"), piece.flag, SIDES.map((value) => ({ value, words: t(`ui.flag_${value}`) })), (flag) => put({ flag })) : null,
    laneSteppers(piece, put),
    nameFields(piece, put),
  ];
}

/** Where the drifts from a space lead, in words. */
function driftWords(piece, [lane, space]) {
  const end = ([to, number]) => (number > piece.spaces[to - 1] ? t("ui.track_drift_next", { lane: to }) : t("ui.track_space", { lane: to, space: number }));
  return t("ui.track_drift_from", { lane, space, ends: driftsFrom(piece, [lane, space]).map(end).join(" · ") });
}

/** The spaces of each lane, from the left. */
function laneRow(piece, put) {
  const { spaces } = piece;
  const lane = (count, i) =>
    h("input", {
      key: i,
      inputmode: "numeric",
      autocomplete: "off",
      "aria-label": t("ui.track_lane", { n: i + 1 }),
      value: String(count),
      onfocus: (event) => event.target.select(),
      oninput: (event) => {
        const number = parseInt(event.target.value, 10);
        if (number >= 1 && number <= MOST.spaces) put(withSpaces(piece, spaces.map((each, n) => (n === i ? number : each))));
      },
      onchange: (event) => (event.target.value = String(count)),
    });
  return h("fieldset", { class: "track-lanes", key: "lanes" }, h("legend", {}, t("ui.track_lanes")), h("div", { class: "track-lane-row" }, spaces.map(lane)));
}

/** All lanes longer or shorter together, and how many there are. */
function laneSteppers(piece, put) {
  const { spaces } = piece;
  const least = Math.min(...spaces);
  const field = (word, value, max, next) =>
    h("div", { class: "field", key: word }, h("span", {}, t(word)), stepper({ label: t(word), value, min: 1, max, set: (number) => put(withSpaces(piece, next(number))) }));
  return [
    field("ui.track_every_lane", least, MOST.spaces, (number) => spaces.map((count) => Math.min(MOST.spaces, count + number - least))),
    field("ui.track_lane_count", spaces.length, MOST.lanes, (number) => Array.from({ length: number }, (_, i) => spaces[i] ?? spaces.at(-1))),
  ];
}

function toolChips(piece, tool, put) {
  return h(
    "div",
    { class: "choices track-tools", key: "tools", role: "radiogroup", "aria-label": t("ui.track_tools") },
    h(
      "div",
      { class: "choices-row" },
      toolsOf(piece).map((each) =>
        h(
          "label",
          { class: "choice", key: each },
          h("input", { type: "radio", name: "track-tool", value: each, checked: each === tool, onchange: () => put({ tool: each, from: null }) }),
          h("span", {}, toolWords(piece, each)),
        ),
      ),
    ),
  );
}

function toolWords(piece, tool) {
  const [what, number] = tool.split(" ");
  if (number === undefined) return t(`ui.track_tool_${what}`);
  const there = Number(number) < piece[what].length;
  return [there ? null : icon("plus"), t(`ui.track_tool_${what}`, { n: Number(number) + 1 })];
}

function limitField(piece, tool, line, put) {
  const at = Number(tool.slice(6));
  const label = t("ui.limit_of", { n: at + 1 });
  const without = piece.lines.filter((_, n) => n !== at);
  return h(
    "div",
    { class: "field", key: "limit" },
    h("span", {}, label),
    stepper({ label, value: line.limit, min: 1, max: MOST.limit, set: (limit) => put({ lines: piece.lines.map((each, n) => (n === at ? { ...each, limit } : each)) }) }),
    h("button", { type: "button", class: "button step", "aria-label": t("ui.remove_line", { name: t("ui.line_n", { n: at + 1 }) }), onclick: () => put({ lines: without, tool: "lines 0" }) }, icon("cross")),
  );
}

function nameFields(piece, put) {
  return h(
    "div",
    { class: "track-name", key: "name" },
    h("label", {}, t("ui.track_name"), h("input", { value: piece.name, maxlength: 12, autocomplete: "off", oninput: (event) => put({ name: event.target.value }) })),
    choices("track-side", t("ui.track_side"), piece.side, ["A", "B"].map((value) => ({ value, words: value })), (side) => put({ side })),
  );
}
