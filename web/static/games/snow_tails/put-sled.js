/* A sled put on another space of the laid course, where the table is right: one piece after the other,
   large enough for a thumb. Loaded when first opened. */

import { send } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app } from "../../parts/app.js";
import { closeSheet, redraft, sheet } from "../../parts/sheet.js";
import { mayAct, metaOf } from "../../parts/snapshot.js";
import { badge, icon, named, seatStyle } from "../../parts/widgets.js";
import { coursePieces } from "./race-course.js";
import { refusal } from "./refusal.js";
import { frameOf } from "./sled-poses.js";
import { halo, token } from "./sled-tokens.js";
import { sledOf } from "./sled.js";
import { placedPieces, pieceWords } from "./track-drawing.js";
import { joined } from "./track-geometry.js";

/** The sheet's first draft: a seat's sled, on its piece. */
export function putDraft(live, seat) {
  return { seat, piece: pieceOf(live, seat) };
}

const pieceOf = (live, seat) => Math.min(sledOf(live, seat).at?.[0] ?? 0, (coursePieces(live)?.length ?? 1) - 1);

/** The sheet: which sled, and the piece with the spaces on which it can be put. */
export function putSheet(live) {
  const pieces = coursePieces(live);
  if (!pieces || live.race.over) return null;
  const { seat, piece, refused } = app.ui.draft;
  const name = sledOf(live, seat).name;
  return sheet(
    { title: t("ui.put_title", { name }), lead: t("ui.put_lead"), cancel: t("ui.close") },
    sledKeys(live, seat),
    refused ? refusal(refused, post) : null,
    steps(pieces, piece),
    picture(live, pieces, seat, piece),
  );
}

/** The sleds that this device may move, if there are several. */
function sledKeys(live, chosen) {
  const may = live.state.seats.filter(({ seat, status }) => mayAct(app.me, seat) && status !== "eliminated");
  if (may.length < 2) return null;
  const key = ({ seat, name }) =>
    h("button", { class: "button tab", key: seat, "aria-pressed": String(seat === chosen), onclick: () => redraft({ ...putDraft(live, seat), refused: null }) }, badge(metaOf(live, seat)), named(name));
  return h("div", { class: "tabs", key: "sleds", role: "group", "aria-label": t("ui.put_which") }, may.map(key));
}

/** The way along the course, piece by piece. */
function steps(pieces, piece) {
  const step = (by, sign, words) =>
    h("button", { class: "button step", key: words, "aria-label": words, disabled: !pieces[piece + by], onclick: () => redraft({ piece: piece + by }) }, icon(sign));
  return h(
    "p",
    { class: "put-steps", key: "steps" },
    step(-1, "back", t("ui.put_back")),
    h("b", { role: "status" }, t("ui.put_piece", { n: piece + 1, all: pieces.length, piece: pieceWords(pieces[piece]) })),
    step(1, "on", t("ui.put_on")),
  );
}

/** The piece with its neighbours, driven upward; each of its spaces is a key. */
function picture(live, pieces, seat, piece) {
  const [before, after] = [Math.max(piece - 1, 0), Math.min(piece + 1, pieces.length - 1)];
  const places = joined(pieces.slice(before, after + 1));
  const from = ([i, ...at]) => [i - before, ...at];
  const sleds = live.state.seats.filter(({ at }) => at && places[from(at)[0]]).map((sled) => ({ ...sled, at: from(sled.at), path: [], style: seatStyle(metaOf(live, sled.seat)), up: sled.seat === seat }));
  const put = (at, i) => post([{ act: "correct", seat, set: { at: [before + i, ...at] }, reason: "moved" }]);
  const words = ([lane, space], i) => t("ui.put_space", { piece: before + i + 1, lane, space });
  return h(
    "svg",
    { class: "track put-track", key: `piece ${piece}`, viewBox: frameOf([places[piece - before]], 0.7).join(" "), role: "group", "aria-label": t("ui.put_which_space") },
    placedPieces(places, { tap: put, words }),
    sleds.map((sled) => halo(places, sled)),
    sleds.map((sled) => token(places, sled)),
  );
}

/** Posts the correction, with its remedy two of them; a refusal is shown in the sheet. */
async function post(acts) {
  for (const act of acts) {
    const answer = await send("/acts", { act });
    if (!answer.ok) return redraft({ refused: answer.error });
  }
  closeSheet();
}
