/* Laying a course from the track pieces: the picture, the pieces laid, the ones that can come next. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { icon } from "../../parts/widgets.js";
import { fairness } from "./course-fairness.js";
import { makingFields } from "./course-making.js";
import { coursePicture } from "./course-picture.js";
import { doubts, unused } from "./track-course.js";
import { pieceWords, trackPicture } from "./track-drawing.js";
import { titleOf } from "./track-piece.js";

/** The fields that lay a course. `put` gets what changed of the draft `{laid, at?, …}`. `lies`: it lies
    on the table already, so it is neither suggested nor entered by its lines. */
export function layingFields({ draft, put, pieces, lies = false }) {
  const { laid } = draft;
  const at = Math.min(draft.at ?? laid.length - 1, laid.length - 1);
  return h(
    "div",
    { class: "laying", key: "laying" },
    coursePicture({ name: draft.name ?? "", laid }, pieces),
    laid.length ? laidPieces(laid, at, put) : h("p", { class: "explain", key: "lead" }, t("ui.lay_lead")),
    laid.length ? pieceButtons(laid, at, pieces, put) : null,
    lies ? null : makingFields({ draft, put, pieces }),
    doubtList(doubts(laid, pieces)),
    laid.length ? fairness(laid) : null,
    nextPieces(laid, at, pieces, put),
    lies ? null : h("p", { class: "actions", key: "back" }, h("button", { type: "button", class: "button", onclick: () => put({ laid: [], laying: false, fault: null }) }, icon("edit"), t("ui.lay_by_hand"))),
  );
}

function laidPieces(laid, at, put) {
  return h(
    "ol",
    { class: "laid-pieces", key: "laid", "aria-label": t("ui.lay_laid") },
    laid.map((one, i) =>
      h(
        "li",
        { key: i },
        h("button", { type: "button", class: `button${i === at ? " go" : ""}`, "aria-pressed": String(i === at), onclick: () => put({ at: i }) }, `${one.piece}${one.side}`, one.turned ? icon("undo") : null),
      ),
    ),
  );
}

/** What can be done with the chosen piece. */
function pieceButtons(laid, at, pieces, put) {
  const one = laid[at];
  const name = `${one.piece}${one.side}`;
  const side = one.side === "A" ? "B" : "A";
  const set = (changes) => put({ laid: laid.map((each, i) => (i === at ? { ...each, ...changes } : each)), at });
  const move = (by) => {
    const next = [...laid];
    [next[at], next[at + by]] = [next[at + by], next[at]];
    put({ laid: next, at: at + by });
  };
  const button = (sign, words, off, onclick) => h("button", { type: "button", class: "button step", key: words, "aria-label": words, disabled: off, onclick }, icon(sign));
  return h(
    "div",
    { class: "actions laid-actions", key: "actions" },
    h("button", { type: "button", class: "button", key: "side", disabled: !pieces.some((each) => titleOf(each) === `${one.piece}${side}`), onclick: () => set({ side }) }, icon("redo"), t("ui.lay_side", { side })),
    h("button", { type: "button", class: "button", key: "turn", "aria-pressed": String(Boolean(one.turned)), onclick: () => set({ turned: !one.turned }) }, icon("undo"), t("ui.lay_turn")),
    button("back", t("ui.lay_earlier", { name }), at === 0, () => move(-1)),
    button("on", t("ui.lay_later", { name }), at === laid.length - 1, () => move(1)),
    button("cross", t("ui.lay_remove", { name }), false, () => put({ laid: laid.filter((_, i) => i !== at), at: Math.max(0, at - 1) })),
  );
}

function doubtList(found) {
  if (!found.length) return null;
  return h(
    "div",
    { class: "note", key: "doubts" },
    h("ul", {}, found.map(([word, params], i) => h("li", { key: i }, icon("alert"), " ", t(word, params)))),
    h("p", { class: "explain" }, t("ui.lay_tables_differ")),
  );
}

/** The pieces that are not laid yet; one tap lays one behind the chosen piece. */
function nextPieces(laid, at, pieces, put) {
  const left = unused(laid, pieces);
  if (!left.length) return null;
  const lay = ({ name, side }) => put({ laid: [...laid.slice(0, at + 1), { piece: name, side, turned: false }, ...laid.slice(at + 1)], at: at + 1 });
  return h(
    "section",
    { key: "next", "aria-label": t("ui.lay_next") },
    h("h3", {}, t("ui.lay_next")),
    h(
      "ul",
      { class: "track-pieces" },
      left.map((piece) => h("li", { key: titleOf(piece) }, h("button", { type: "button", class: "track-card", "aria-label": pieceWords(piece), onclick: () => lay(piece) }, trackPicture([piece], { label: pieceWords(piece) }), h("b", {}, titleOf(piece))))),
    ),
  );
}
