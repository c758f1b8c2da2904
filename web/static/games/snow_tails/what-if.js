/* What if: a turn tried out without changing the table. Every number comes from the rules (POST
   /api/v1/preview). Loaded when first opened. */

import { query } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app } from "../../parts/app.js";
import { redraft, sheet } from "../../parts/sheet.js";
import { metaOf } from "../../parts/snapshot.js";
import { choices, icon } from "../../parts/widgets.js";
import { limitsOf, sledOf, speedOf } from "./sled.js";
import { coursePreview } from "./course-move.js";
import { card, drift } from "./symbols.js";

const SLOTS = ["left", "brake", "right"];
const MOST_LINES = 3;

/** The sheet's first draft. */
export function whatIfDraft() {
  return { value: null, slots: [], tried: "", ahead: null };
}

/** A seat's sheet. */
export function whatIf(live, seat) {
  const sled = sledOf(live, seat);
  if (sled?.status !== "racing" || live.race.over) return null;
  const { value, slots, ahead } = app.ui.draft;
  tryAgain(live, seat, sled);
  return sheet(
    { title: t("ui.what_if"), lead: t("ui.what_if_lead"), cancel: t("ui.close") },
    choices("what-if-value", t("ui.values"), value, [1, 2, 3, 4, 5].map((n) => valueOption(n, sled)), (n) => redraft({ value: n })),
    h(
      "div",
      { class: "choices", key: "slots", role: "group", "aria-label": t("ui.what_if_slots") },
      h("span", { class: "choices-label", "aria-hidden": "true" }, t("ui.what_if_slots")),
      h("div", { class: "tabs as-they-lie" }, SLOTS.map((slot) => slotKey(slot, slots))),
    ),
    h("div", { class: "tried", key: "tried", role: "status" }, ahead ? outcome(live, seat, ahead) : null),
  );
}

function valueOption(value, sled) {
  return { value, words: String(value), note: `×${sled.unseen[value] ?? 0}` };
}

function slotKey(slot, slots) {
  const on = slots.includes(slot);
  const next = on ? slots.filter((each) => each !== slot) : [...slots, slot];
  return h(
    "button",
    { key: slot, class: "button tab", "aria-pressed": String(on), onclick: () => redraft({ slots: next }) },
    t(`ui.slot_${slot}`),
  );
}

/** Asks the rules when the choice or the table has changed. */
async function tryAgain(live, seat, sled) {
  const { value, slots } = app.ui.draft;
  const wanted = JSON.stringify([value, slots, live.boot, live.race.acts, live.log.at(-1)?.n]);
  if (wanted === app.ui.draft.tried) return;
  app.ui.draft.tried = wanted;
  if (!value || !slots.length) {
    redraft({ ahead: null });
    return;
  }
  const ahead = await tryTurn(live, seat, sled, turn(live, seat, value, slots));
  if (app.ui.draft.tried === wanted) redraft({ ahead });
}

/** The acts that lead to this turn, as if it were this seat's turn now. */
function turn(live, seat, value, slots) {
  return [
    ...(live.state.phase === "order" ? [{ act: "order" }] : []),
    { act: "correct", set: { turn: seat } },
    { act: "tap", seat, card: { value } },
    ...slots.map((slot) => ({ act: "slot", seat, slot })),
  ];
}

/** `{played, ends}`: the move, and its end with no line crossed, one line, two lines …; or
    `{text}`, why it is refused. */
async function tryTurn(live, seat, sled, acts) {
  const played = await query("/preview", { acts });
  if (!played.ok) return { text: played.error.text };
  const moves = sledIn(played, seat).speed > 0;
  const most = moves && !sled.at ? Math.min(MOST_LINES, limitsOf(live).length + 1 - sled.lines) : 0;
  const line = { act: "mark", seat, what: "line" };
  const ends = Array.from({ length: most + 1 }, (_, lines) =>
    query("/preview", { acts: [...acts, ...Array(lines).fill(line), { act: "done", seat }] }),
  );
  return { played: sledIn(played, seat), ends: upToOut((await Promise.all(ends)).filter((end) => end.ok), seat) };
}

/** Without the ends beyond the line that eliminates the sled, unless a later line, the finish,
    saves it. */
function upToOut(ends, seat) {
  const outs = ends.map((end) => sledIn(end, seat).status === "eliminated");
  const first = outs.indexOf(true);
  return first < 0 ? ends : ends.slice(0, Math.max(first, outs.lastIndexOf(false)) + 1);
}

const sledIn = ({ data }, seat) => data.state.seats.find((sled) => sled.seat === seat);

function outcome(live, seat, { text, played, ends }) {
  if (text) return h("p", { class: "note" }, icon("alert"), " ", text);
  const limits = [...limitsOf(live), null].slice(sledOf(live, seat).lines);
  const { slots } = app.ui.draft;
  return [
    h(
      "p",
      { class: "sum", key: "sum" },
      SLOTS.map((kind) => card({ kind, value: played[kind], of: metaOf(live, seat), fresh: slots.includes(kind) })),
      h("span", { class: "sum-figures" }, t("ui.sum", played), h("b", {}, speedOf(played)), drift(played)),
      played.bonus > 0
        ? h("span", { class: "chip warm" }, icon("star"), t("ui.bonus_n", { n: played.bonus }))
        : null,
    ),
    sledOf(live, seat).at ? coursePreview(live, seat, played) : null,
    h(
      "dl",
      { class: "ends", key: "ends" },
      ends.map((end, lines) => [
        h("dt", { key: `line ${lines}` }, sledOf(live, seat).at ? t("ui.what_if_course") : linesWords(limits.slice(0, lines))),
        h("dd", { key: `end ${lines}` }, endWords(end, seat)),
      ]),
    ),
  ];
}

function linesWords(crossed) {
  if (!crossed.length) return t("ui.what_if_no_line");
  const names = crossed.map((limit) => limit ?? t("ui.finish"));
  return t("ui.what_if_lines", { limits: names.join(", ") });
}

/** The events of the turn's end for this seat, without the sum shown above. */
function endWords({ data }, seat) {
  const [, ...after] = data.events.at(-1);
  const own = after.filter((event) => event.seat === seat && event.key !== "snow_tails.turn");
  return own.map((event) => event.text).join(" ") || t("ui.what_if_nothing");
}
