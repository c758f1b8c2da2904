/* The cards that a seat has to move, its first hand or after its last turn, each to be ticked off. What
   is not ticked when the seat's next turn begins comes first there, and goes when that turn has ended.
   Ticks outlast a reload, but not their turn: the same words may come again. */

import { h } from "../../lib/dom.js";
import { store, stored } from "../../lib/storage.js";
import { t } from "../../lib/words.js";
import { app, change } from "../../parts/app.js";
import { icon } from "../../parts/widgets.js";

/** The record of a seat's steps, `{turn, steps, done, up}`: those of its last turn, the ticked ones, and
    in its own turn `{first, done}`: what was left to do as it began, and what has been ticked since.
    `kept`: the record so far; `turn`: which turn it is of; `steps`: those asked now; `up`: whether the
    seat's next turn has begun; `opens`: whether that is its first one in the race. */
export function recorded(kept, { turn, steps, up, opens }) {
  const same = kept?.turn === turn ? kept : { turn, steps: [], done: [], up: null };
  if (up) return same.up ? same : { ...same, up: opens ? opening(same, steps) : begun(same, steps) };
  return { turn, steps, done: [...same.done, ...(same.up?.done ?? [])], up: null };
}

/** A seat whose steps stay the same is up again right after its own turn: none of them is late. */
function begun({ steps: before, done }, steps) {
  if (before.join("\n") === steps.join("\n")) return { first: [], done };
  return { first: before.filter((step) => !done.includes(step)), done: [] };
}

/** The first hand is due at a seat that was taken when its first turn had begun, too. */
const opening = ({ steps: before, done }, steps) => ({ first: [...new Set([...before, ...steps])].filter((step) => !done.includes(step)), done });

/** The boxes to tick; null if there is nothing to move. `up`: whether it is this seat's turn. */
export function ticks(live, meta, up) {
  const record = recordOf(live, meta, up);
  const { first, done } = record.up ?? { first: [], done: record.done };
  const all = [...first, ...meta.ticks.filter((step) => !first.includes(step))];
  const box = (step) => tick(step, { late: first.includes(step), done: done.includes(step), press: () => put(meta.seat, toggled(record, step)) });
  return all.length ? h("div", { class: "ticks", key: "ticks", role: "group", "aria-label": t("ui.still_to_do") }, all.map(box)) : null;
}

function tick(step, { late, done, press }) {
  return h(
    "button",
    { key: step, class: `tick${late ? " late" : ""}`, role: "checkbox", "aria-checked": String(done), onclick: press },
    h("span", { class: "tick-box" }, done ? icon("ok") : null),
    h("span", {}, step),
  );
}

/** "First: draw 1 card". A step is an imperative, so its first letter can be small in any language. */
const lateWords = (step) => t("ui.tick_first", { step: step[0].toLocaleLowerCase() + step.slice(1) });

/** The steps in words: `late`, what was left to do as this seat's turn began and is not ticked off, and
    the `rest`. */
export function stepWords(live, meta, up) {
  const { first, done } = recordOf(live, meta, up).up ?? { first: [], done: [] };
  return {
    late: first.filter((step) => !done.includes(step)).map(lateWords),
    rest: meta.ticks.filter((step) => !first.includes(step)),
  };
}

/** The steps of a seat that is not up which are not ticked off on this phone. */
export function stepsLeft(live, meta) {
  const { steps, done } = recordOf(live, meta, false);
  return steps.filter((step) => !done.includes(step));
}

function toggled(record, step) {
  const turned = (done) => (done.includes(step) ? done.filter((one) => one !== step) : [...done, step]);
  return record.up ? { ...record, up: { ...record.up, done: turned(record.up.done) } } : { ...record, done: turned(record.done) };
}

/** The seat's record in this state, stored if it has changed. */
function recordOf({ race }, { seat, ticks: steps, turns }, up) {
  const kept = app.ui[nameOf(seat)] ?? stored(nameOf(seat));
  const record = recorded(kept, { turn: `${race?.id} ${turns}`, steps, up, opens: turns === 0 });
  if (JSON.stringify(record) !== JSON.stringify(kept)) keep(seat, record);
  return record;
}

function put(seat, record) {
  keep(seat, record);
  change({});
}

/** Without storage it lasts as long as the page. */
function keep(seat, record) {
  app.ui[nameOf(seat)] = record;
  store(nameOf(seat), record);
}

const nameOf = (seat) => `ticks-${seat}`;
