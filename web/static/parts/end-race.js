/* Ending a race early: the key, at its second tap, and the way to the result. */

import { h } from "../lib/dom.js";
import { focusOn } from "../lib/focus.js";
import { t } from "../lib/words.js";
import { act, app, change, onUpdate, say } from "./app.js";

let awaited = false; // this page has ended the race, and does not show the result yet

onUpdate(showResult);

/** The key that ends the race at its second tap, unless the table has changed meanwhile. */
export function endRaceKey({ version }) {
  const sure = app.ui.endsRace === version;
  const askSure = () => {
    change({ endsRace: version });
    say(t("ui.sure"));
  };
  return h("button", { class: `button${sure ? " warm" : ""}`, key: "end-race", onclick: sure ? endRace : askSure }, t(sure ? "ui.sure" : "ui.end_race"));
}

/** Ends the race and goes to its result. Gives the answer. */
export async function endRace() {
  awaited = true;
  const answer = await act({ act: "end" }, { sure: true });
  awaited &&= answer.ok;
  showResult();
  return answer;
}

/** Goes to the result once the page has it: it stands at the top. */
function showResult() {
  if (!awaited || !app.live.race?.over) return;
  awaited = false;
  scrollTo(0, 0);
  const result = document.querySelector(".result");
  if (result) focusOn(result);
}
