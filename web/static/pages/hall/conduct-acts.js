/* What the director's page of a tournament sends, and what it says about it. */

import { send } from "../../lib/api.js";
import { t } from "../../lib/words.js";
import { change, hall } from "./base.js";
import { path } from "./tournament-parts.js";

/** Posts to a call of the tournament; says what happened until more happens, or why not. Gives
    whether it was done. */
export async function post(call, body = {}) {
  change({ said: t("ui.hall_tour_working"), wrong: false, until: Infinity });
  const answer = await send(path(hall.now, call), body, "POST", { patient: false });
  if (answer.ok) change({ said: answer.data.said, until: answer.data.count });
  else change({ said: answer.error.text, wrong: true });
  return answer.ok;
}

/** Posts an act of the tournament. */
export const act = (one, more = {}) => post("acts", { act: one, ...more });
