/* The laid course of the race: its pieces as they are driven. */

import { trackPieces } from "./course-picture.js";
import { resolved } from "./track-course.js";

/** The pieces of the race's course with the saplings that still stand; null until they are known. */
export function coursePieces(live) {
  const pieces = resolved(live.race.options.laid ?? [], trackPieces(live) ?? []);
  return pieces.length && pieces.every(Boolean) ? standing(pieces, live.state.saplings) : null;
}

/** The pieces with the saplings that still stand. */
export function standing(pieces, saplings) {
  const stands = (i, at) => saplings.some((one) => one.join() === [i, ...at].join());
  return pieces.map((piece, i) => ({ ...piece, saplings: piece.saplings.filter((at) => stands(i, at)) }));
}
