/* The buttons of a turn: what happened on the way, and the ways to end it. The words and the danger
   of each come from the service (`extra`). */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { act, app, change, say, toast } from "../../parts/app.js";
import { closeSheet, openSheet, sheet } from "../../parts/sheet.js";
import { metaOf } from "../../parts/snapshot.js";
import { toolbar } from "../../parts/toolbar.js";
import { icon } from "../../parts/widgets.js";
import { markName } from "./marks.js";
import { nextIsFinish, sledOf } from "./sled.js";

const MARKS = ["line", "sapling", "edge", "sled"];
const TWICE_MS = 1500; // the key of a forgotten line turns into that of the next one, so a double tap would add both
const SURE_MS = 5000; // as long as a seat's menu stays open (table/notices.py)

/** What can have happened in this move; at a seat that is not up, the way to what was forgotten. */
export function markKeys(live, sled) {
  const keys = acts(live, sled.seat, "mark").filter((key) => !key.act.late);
  const up = live.up.includes(sled.seat);
  return toolbar(
    { class: "mark-keys", key: "mark-keys", "aria-label": t("ui.what_happened") },
    up
      ? MARKS.map((what) => markKey(live, sled, what, keys.some((key) => key.act.what === what)))
      : lateKeys(live, sled),
  );
}

/** The way to what can have been forgotten in the last turn, in a sheet, so that nothing of it stands
    beside what is asked now. A seat that is asked about a forgotten line has its key at once. */
export function lateKeys(live, sled) {
  const late = lateOf(live, sled);
  const asked = late.filter(({ act: does }) => does.what === "line" && live.state.doubts.includes(sled.seat));
  const open = () => openSheet((now) => lateSheet(now, sledOf(now, sled.seat)));
  return [
    ...asked.map((key) => lateKey(key, sled)),
    late.length ? h("button", { key: "late", class: "button extra", onclick: open }, t("ui.late")) : null,
  ];
}

/** The sheet; null once nothing can be added any more. */
function lateSheet(live, sled) {
  const late = sled ? lateOf(live, sled) : [];
  return late.length ? sheet({ title: t("ui.late"), lead: t("ui.late_lead") }, late.map((key) => lateKey(key, sled))) : null;
}

const lateOf = (live, sled) => acts(live, sled.seat, "mark").filter((key) => key.act.late);

/** One of these keys. The one that ends the race has to be tapped twice. */
function lateKey({ text, act: does, warn }, sled) {
  const sure = app.ui.sure === text;
  const press = () => (warn === "out" && !sure ? askSure(text) : addLate(does, sled));
  return h("button", { key: text, class: `button extra${warn ? ` warns-${warn}` : ""}`, onclick: press }, warn === "out" && sure ? t("ui.tap_again_out") : text);
}

let addedAt = -TWICE_MS;

/** Adds it, says what was added, and offers to take exactly that back. */
async function addLate(does, { next_limit: limit }) {
  if (performance.now() - addedAt < TWICE_MS) return;
  addedAt = performance.now();
  const answer = await act(does);
  if (!answer.ok) return;
  closeSheet();
  toast({ text: t("ui.late_added", { what: markName(does.what, { limit }) }), sign: "ok", undoes: answer.data.version, seat: does.seat });
}

function markKey(live, sled, what, enabled) {
  const finish = what === "line" && nextIsFinish(live, sled);
  return h(
    "button",
    { key: what, class: `button extra${enabled ? "" : " idle"}`, onclick: () => act({ act: "mark", seat: sled.seat, what }) },
    t(finish ? "ui.finish" : `ui.mark_key_${what}`),
  );
}

/** The ways to end the turn, side by side and of equal size. Before a card is played, only OK. */
export function endKeys(live, { seat }) {
  const [plain, bonus] = acts(live, seat, "done");
  return h(
    "div",
    { class: `pads ends-turn${bonus ? " two" : ""}`, key: "pads", role: "group", "aria-label": t("ui.end_turn") },
    bonus ? endKey("bonus", bonus) : null,
    endKey("ok", plain ?? { text: t("ui.button_done"), act: { act: "done", seat, bonus: false }, idle: true }),
  );
}

/** One of these buttons. The one that ends the race has to be tapped twice. */
function endKey(kind, { text, act: does, warn, idle }) {
  const sure = warn === "out" && app.ui.sure === text;
  const words = sure ? t("ui.tap_again_out") : text;
  return h(
    "button",
    {
      key: kind,
      class: `pad pad-${kind}${idle ? " idle" : ""}${warn ? ` warns-${warn}` : ""}`,
      "aria-label": kind === "ok" ? `${t("ui.button_ok")}, ${words}` : words,
      onclick: () => (warn === "out" && !sure ? askSure(text) : end(does)),
    },
    h("span", { class: "pad-sign" }, icon(kind === "ok" ? "ok" : "star"), kind === "ok" ? h("b", {}, t("ui.button_ok")) : null),
    h("span", { class: "pad-text" }, words),
  );
}

/** Ends the turn, with the place past the finish if one was entered. */
async function end(does) {
  const { rows, lane } = app.ui;
  const answer = await act({ ...does, rows, lane }); // JSON leaves out what is undefined
  if (answer.ok) change({ rows: undefined, lane: undefined });
}

function askSure(text) {
  change({ sure: text });
  say(t("ui.tap_again_out"));
  setTimeout(() => app.ui.sure === text && change({ sure: null }), SURE_MS);
}

const acts = (live, seat, name) => (metaOf(live, seat).extra ?? []).filter((key) => key.act?.act === name);
