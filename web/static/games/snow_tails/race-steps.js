/* A race on a laid course, step by step. Pure: the drive (GET /api/v1/races/<id>/drive) gives what to
   draw after any number of steps. */

import { standing } from "./race-course.js";
import { withRowsBeyond } from "./sled-poses.js";
import { full } from "./track-piece.js";

/** The race after `n` steps: `{sleds: [{seat, at, dents}], pieces, step}`, the pieces with the saplings
    that still stand, and the last step or null. */
export function raceAfter(drive, n) {
  const sleds = new Map(drive.start.sleds.map((sled) => [sled.seat, sled]));
  let trees = drive.start.standing;
  for (const step of drive.steps.slice(0, n)) {
    for (const sled of step.sleds) sleds.set(sled.seat, sled);
    trees = step.standing ?? trees;
  }
  const pieces = withRowsBeyond(standing(drive.pieces.map(full), trees), everywhere(drive));
  return { sleds: [...sleds.values()].filter(({ at }) => at), pieces, step: drive.steps[n - 1] ?? null };
}

/** All spaces of the race, so that its picture has room for them from the start. */
const everywhere = (drive) => drive.steps.flatMap(({ path, sleds }) => [...path, ...sleds.flatMap(({ at }) => (at ? [at] : []))]);

/** The heat with where it lies and its share of the hottest, from 0 to 1: `{lines, spaces}`. */
export function hottest(drive, { lines, spaces }) {
  const most = Math.max(1, ...lines.map(({ dents }) => dents));
  const crashes = ({ edge, sled, sapling }) => edge + sled + sapling;
  const worst = Math.max(1, ...spaces.map(crashes));
  return {
    lines: lines.map((line) => ({ ...line, ...drive.lines[line.line - 1], share: line.dents / most })),
    spaces: spaces.map((space) => ({ ...space, count: crashes(space), share: crashes(space) / worst })),
  };
}
