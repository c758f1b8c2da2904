/* The owner's track pieces: all of them as pictures, and a sheet that describes one. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app, change, say } from "../../parts/app.js";
import { closeSheet, openSheet, redraft, sheet } from "../../parts/sheet.js";
import { icon } from "../../parts/widgets.js";
import { pieceWords, trackPicture } from "./track-drawing.js";
import { keepPhoto, photoOf } from "./track-photo.js";
import { KINDS, entryOf, faultOf, firstTool, fresh as freshPiece, full, otherSide, titleOf } from "./track-piece.js";
import { pieceFields } from "./track-fields.js";

/** A box without pieces. */
export function fresh() {
  return { pieces: [] };
}

/** The box's sections. */
export function sections(form) {
  return [form.put ? newPiece(form) : null, allPieces(form)];
}

function newPiece(form) {
  return h(
    "section",
    { class: "part", key: "new" },
    h("h2", {}, t("ui.track_new")),
    h("p", { class: "explain" }, t("ui.track_new_lead")),
    h(
      "div",
      { class: "actions" },
      KINDS.map((kind) => h("button", { class: "button", key: kind, onclick: () => describe(form, freshPiece(kind, form.box.pieces)) }, icon("plus"), t(`ui.track_kind_${kind}`))),
    ),
  );
}

function allPieces({ box, put }) {
  if (!box.pieces.length) return null;
  return h(
    "section",
    { class: "part", key: "pieces" },
    h("h2", {}, t("ui.track_pieces", { count: box.pieces.length })),
    h(
      "ol",
      { class: "track-pieces" },
      box.pieces.map((piece) =>
        h(
          "li",
          { key: titleOf(piece) },
          put
            ? h("button", { class: "track-card", onclick: () => describe({ box, put }, full(piece), piece) }, pictureOf(piece), h("b", {}, pieceWords(piece)))
            : h("div", { class: "track-card" }, pictureOf(piece), h("b", {}, pieceWords(piece))),
        ),
      ),
    ),
  );
}

const pictureOf = (piece) => trackPicture([piece], { label: t("ui.track_picture", { name: titleOf(piece) }) });

/** Opens the sheet of a piece; `was`: its entry in the box, if it has one. */
function describe(form, piece, was = null) {
  openSheet(() => pieceSheet(form, was), { ...piece, tool: firstTool(piece), photo: photoOf(titleOf(piece)) });
}

function pieceSheet(form, was) {
  const { draft } = app.ui;
  const { tool, from, photo, wrong, confirming, ...piece } = draft;
  const { pieces } = app.ui.box ?? form.box;
  const fault = faultOf(piece, pieces.filter((each) => !was || titleOf(each) !== titleOf(was)));
  const keep = (next) => save(form, was, piece, next);
  return sheet(
    {
      title: pieceWords(piece),
      buttons: [
        h("button", { class: "button go", key: "save", disabled: Boolean(fault), onclick: () => keep(closeSheet) }, icon("ok"), t("ui.track_save")),
        h("button", { class: "button", key: "other", disabled: Boolean(fault), onclick: () => keep(() => describe(form, otherSide(piece))) }, icon("redo"), t("ui.track_save_other")),
        was ? h("button", { class: `button${confirming ? " warm" : ""}`, key: "remove", onclick: () => (confirming ? remove(form, was) : askSure()) }, icon("cross"), t(confirming ? "ui.sure" : "ui.track_remove")) : null,
      ],
    },
    pieceFields({ piece, tool, from, photo, wrong, put: redraft }),
    fault ? h("p", { class: "fault", key: "fault", role: "status" }, icon("alert"), t(fault)) : null,
  );
}

/** Puts a piece into the box, and goes on if the service took it; else the box stays as it was and
    the sheet open. */
async function save({ put }, was, piece, next) {
  const before = app.ui.box;
  const { photo } = app.ui.draft;
  const entry = entryOf({ ...piece, name: piece.name.trim() });
  const title = titleOf(was ?? entry);
  await put((box) => {
    const at = box.pieces.findIndex((each) => titleOf(each) === title);
    const pieces = [...box.pieces];
    pieces.splice(at < 0 ? pieces.length : at, at < 0 ? 0 : 1, entry);
    return { ...box, pieces };
  });
  if (app.ui.unsaved) {
    change({ box: before, unsaved: false });
    return;
  }
  keepPhoto(titleOf(entry), photo);
  next();
}

function askSure() {
  redraft({ confirming: true });
  say(t("ui.sure"));
}

async function remove({ put }, was) {
  await put((box) => ({ ...box, pieces: box.pieces.filter((each) => titleOf(each) !== titleOf(was)) }));
  closeSheet();
}
