/* The picture of a laid course, and the track pieces that it needs. */

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app, change } from "../../parts/app.js";
import { icon } from "../../parts/widgets.js";
import { resolved } from "./track-course.js";
import { trackPicture } from "./track-drawing.js";

/** The path of the box with the track pieces, of its page and in the interface. */
export const BOX = "/boxes/snow_tails";

let fetchedAt = "";

/** The track pieces in force; null until they are fetched, empty if there are none. */
export function trackPieces({ boot }) {
  fetchOnce(boot);
  return app.ui.trackPieces ?? null;
}

async function fetchOnce(boot) {
  if (fetchedAt === boot) return;
  fetchedAt = boot;
  await fetchPieces();
}

/** Fetches the track pieces in force anew. */
export async function fetchPieces() {
  const found = await get(BOX);
  const box = found?.in_force === "example" ? (await get(`${BOX}/example`))?.box : found?.box;
  if (found) change({ trackPieces: box?.pieces ?? [] });
}

/** The picture of a laid course; null while a piece of it is unknown. */
export function coursePicture({ name, laid }, pieces) {
  const found = resolved(laid, pieces ?? []);
  return found.length && found.every(Boolean) ? trackPicture(found, { label: t("ui.course_picture_of", { name }) }) : null;
}

/** The picture of a course of the book, marked if its pieces are invented. */
export function laidCourse(course, live) {
  if (!course.laid.length) return null;
  return [
    coursePicture(course, trackPieces(live)),
    course.example ? h("p", { class: "explain", key: "example" }, icon("alert"), " ", t("ui.lay_invented")) : null,
  ];
}
