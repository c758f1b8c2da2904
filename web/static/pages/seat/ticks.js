/* The cards that a seat has to move after its last turn, each to be ticked off. They go by themselves
   with the seat's next turn. Ticks outlast a reload, but not their turn: the same words may come again. */

import { h } from "../../lib/dom.js";
import { store, stored } from "../../lib/storage.js";
import { t } from "../../lib/words.js";
import { app, change } from "../../parts/app.js";
import { icon } from "../../parts/widgets.js";

/** The boxes to tick; null if there is nothing to move. */
export function ticks({ race }, { seat, ticks: steps, turns }) {
  const done = tickedOf(race, seat, turns);
  const put = (step) => {
    const now = done.includes(step) ? done.filter((one) => one !== step) : [...done, step];
    const ticked = { turn: turnOf(race, turns), done: now };
    store(nameOf(seat), ticked, "sessionStorage");
    change({ ticked });
  };
  const tick = (step) =>
    h(
      "button",
      { key: step, class: "tick", role: "checkbox", "aria-checked": String(done.includes(step)), onclick: () => put(step) },
      h("span", { class: "tick-box" }, done.includes(step) ? icon("ok") : null),
      step,
    );
  return steps.length ? h("div", { class: "ticks", key: "ticks", role: "group", "aria-label": t("ui.still_to_do") }, steps.map(tick)) : null;
}

/** The steps of a seat that are not ticked off on this phone. */
export function stepsLeft({ race }, { seat, ticks: steps, turns }) {
  const kept = stored(nameOf(seat), "sessionStorage");
  return kept?.turn === turnOf(race, turns) ? steps.filter((step) => !kept.done.includes(step)) : steps;
}

/** The ticked steps of the page's own seat. Without storage they last as long as the page. */
function tickedOf(race, seat, turns) {
  const kept = app.ui.ticked ?? stored(nameOf(seat), "sessionStorage");
  return kept?.turn === turnOf(race, turns) ? kept.done : [];
}

const turnOf = (race, turns) => `${race?.id} ${turns}`;
const nameOf = (seat) => `ticked-${seat}`;
