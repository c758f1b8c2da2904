/* A photo laid behind a piece while it is described. It stays on this phone, while the page is open. */

import { h } from "../../lib/dom.js";
import { shrinkImage } from "../../lib/shrink-image.js";
import { t } from "../../lib/words.js";
import { icon } from "../../parts/widgets.js";

const CENTRED = { x: 0, y: 0, size: 1, tilt: 0 };
const SLIDERS = [
  ["x", -8, 8, 0.1],
  ["y", -8, 8, 0.1],
  ["size", 0.4, 4, 0.02],
  ["tilt", -180, 180, 1],
];

const kept = new Map();

/** The photo behind a piece of this title, null if there is none. */
export const photoOf = (title) => kept.get(title) ?? null;

/** Keeps a piece's photo (or null for none) until the page is left. */
export function keepPhoto(title, photo) {
  kept.set(title, photo);
}

/** The photo as an element of the piece's picture, which has this `viewBox`. `x`, `y`: how far it is
    moved, in lanes; `tilt` in degrees. */
export function photoImage({ url, x, y, size, tilt }, viewBox) {
  const [left, top, width, height] = viewBox.split(" ").map(Number);
  const [cx, cy] = [left + width / 2, top + height / 2];
  const transform = `translate(${x + cx} ${y + cy}) rotate(${tilt}) scale(${size}) translate(${-cx} ${-cy})`;
  return h("image", { key: "photo", class: "track-photo", href: url, x: left, y: top, width, height, transform });
}

/** The fields that choose a photo and fit it to the piece. `put` gets the changed `photo`, or
    `wrong` for a file that is no picture. */
export function photoFields({ photo, wrong, put }) {
  return h(
    "div",
    { class: "track-photo-fields", key: "photo" },
    photo ? SLIDERS.map((each) => slider(photo, each, put)) : null,
    h(
      "p",
      { class: "actions" },
      h("label", { class: "button upload" }, icon("eye"), t("ui.track_photo_choose"), h("input", { type: "file", accept: "image/*", onchange: (event) => choose(event, photo, put) })),
      photo ? h("button", { type: "button", class: "button", onclick: () => put({ photo: null }) }, icon("cross"), t("ui.track_photo_remove")) : null,
    ),
    wrong ? h("p", { class: "fault", role: "alert" }, icon("alert"), t("ui.course_picture_wrong")) : null,
    photo ? h("p", { class: "explain" }, t("ui.track_photo_kept")) : null,
  );
}

function slider(photo, [name, min, max, step], put) {
  const set = (event) => put({ photo: { ...photo, [name]: Number(event.target.value) } });
  return h("label", { key: name }, t(`ui.track_photo_${name}`), h("input", { type: "range", min, max, step, value: String(photo[name]), oninput: set }));
}

/** A new photo lies as the last one did: both sides are often taken from one place. */
async function choose(event, photo, put) {
  const [file] = event.target.files;
  if (!file) return;
  const url = await shrinkImage(file);
  put(url ? { photo: { ...CENTRED, ...photo, url }, wrong: false } : { wrong: true });
  event.target.value = "";
}
