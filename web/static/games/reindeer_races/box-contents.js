/* The content of the game's box, for pages that show cards before they are laid. */

import { get } from "../../lib/api.js";
import { app, change } from "../../parts/app.js";

const PATH = "/boxes/reindeer_races";
let requested = false;

/** The box that a new race would get; null until fetched, or if there is none. */
export function currentBox() {
  fetchBox();
  return app.ui.reindeerBox ?? null;
}

/** What GET /boxes says of this game; null until fetched. */
export function boxStatus() {
  fetchBox();
  return app.ui.reindeerBoxStatus ?? null;
}

async function fetchBox() {
  if (requested) return;
  requested = true;
  const status = await get(PATH);
  const example = status?.in_force === "example" ? await get(`${PATH}/example`) : null;
  change({ reindeerBoxStatus: status, reindeerBox: status?.box ?? example?.box ?? null });
}
