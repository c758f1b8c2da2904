/* The laid course of the race: its pieces as they are driven, fetched once for each course. */

import { get } from "../../lib/api.js";
import { app, change } from "../../parts/app.js";
import { full } from "./track-piece.js";

let fetching = ""; // the id of the course that is being fetched

/** The pieces of the race's course, with all their saplings; null until they are fetched. */
export function wholeCourse({ state }) {
  if (app.ui.course?.id === state.course) return app.ui.course.pieces;
  if (fetching !== state.course) fetchCourse(state.course);
  return null;
}

async function fetchCourse(wanted) {
  fetching = wanted;
  const found = await get("/course");
  fetching = "";
  if (found) change({ course: { id: found.id, pieces: found.pieces.map(full) } });
}

/** The pieces with the saplings that still stand; null until they are fetched. */
export function coursePieces(live) {
  const pieces = wholeCourse(live);
  return pieces && standing(pieces, live.state.saplings);
}

/** These pieces with the saplings that still stand. */
export function standing(pieces, saplings) {
  const stands = (i, at) => saplings.some((one) => one.join() === [i, ...at].join());
  return pieces.map((piece, i) => ({ ...piece, saplings: piece.saplings.filter((at) => stands(i, at)) }));
}
