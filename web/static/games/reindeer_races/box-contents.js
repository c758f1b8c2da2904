/* What is in the game's box, for pages that show cards before they lie on the table. */

import { get } from "../../lib/api.js";
import { app, change } from "../../parts/app.js";

const PATH = "/boxes/reindeer_races";
let asked = false;

/** The box that a race gets which starts now; null while it is on its way, or where there is none. */
export function inForce() {
  learn();
  return app.ui.reindeerBox ?? null;
}

/** What a race gets that starts now, "saved", "example" or "none"; null while it is on its way. */
export function force() {
  learn();
  return app.ui.reindeerTold ?? null;
}

async function learn() {
  if (asked) return;
  asked = true;
  const told = await get(PATH);
  const example = told?.in_force === "example" ? await get(`${PATH}/example`) : null;
  change({ reindeerTold: told, reindeerBox: told?.box ?? example?.box ?? null });
}
