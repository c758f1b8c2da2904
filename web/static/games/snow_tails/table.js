/* Snow Tails on the table's page: one lane for each sled, front first, readable from the other
   end of the room; accepting the order, changing the course. */

import { h } from "../../lib/dom.js";
import { draggedBy, grip } from "../../lib/drag.js";
import { t } from "../../lib/words.js";
import { act, app, change } from "../../parts/app.js";
import { correctableFigure } from "../../parts/correction.js";
import { openSheet } from "../../parts/sheet.js";
import { finishes } from "../../parts/moment.js";
import { metaOf, shownOrder } from "../../parts/snapshot.js";
import { badge, figure, icon, named, seatStyle } from "../../parts/widgets.js";
import { markSigns } from "./marks.js";
import { answers, movable, onlyQuestion } from "./order.js";
import { bigPawsOf, hasCrashed, limitsOf, offersBonus, sledOf, speedOf } from "./sled.js";
import { card, course, dents, dentWords, drift, lineWords, roadSign } from "./symbols.js";

export const turnSteps = ["tap", "slot", "mark", "unmark"];

/** The heading: the round, or the order step before it. */
export function heading({ state }) {
  return t(state.phase === "order" ? "ui.order_step" : "ui.round_n", { n: state.round });
}

/** A crash of the sled that is up. */
export function cry({ state }) {
  const up = state.phase === "turns" ? state.seats.find(({ seat }) => seat === state.turn) : null;
  return hasCrashed(up) ? { tone: "crash", words: t("ui.say_crash") } : null;
}

/** The button that accepts the proposed order, or the two answers to the only open question. */
export function mainButton(live) {
  if (live.state.phase !== "order") return null;
  if (onlyQuestion(live)) return answers(live, onlyQuestion(live));
  const accept = () => act({ act: "order", seats: live.state.proposed_order }, { sure: true });
  return h("button", { class: "button big go", key: "accept", onclick: accept }, icon("ok"), t("ui.accept_order"));
}

/** The button that changes the course, for the host. */
export function controls(live) {
  const ghosts = live.state.saplings && !live.race.over ? onCourse()?.ghostKey(live) : null;
  if (!live.race.begun || live.race.over || !app.me.host) return [ghosts];
  return [ghosts, h("button", { class: "button", key: "course", onclick: openCourse }, icon("flag"), t("ui.course"))];
}

async function openCourse() {
  if (app.live.state.course) {
    const { relaySheet, relayDraft } = await import("./relay-sheet.js");
    return openSheet(relaySheet, relayDraft(app.live));
  }
  const { courseSheet, courseDraft } = await import("./course-sheet.js");
  return openSheet(courseSheet, courseDraft(app.live));
}

/** The laid course, if there is one, and the lanes. `move(seat, by)` moves a seat in the proposed
    order; null without that right. */
export function view(live, move) {
  if (!live.state.course) return lanes(live, move);
  return h("div", { class: "laid-race", key: "race" }, onCourse()?.courseOnTable(live), lanes(live, move));
}

let courseParts; // course-on-table.js, which only races on a laid course need; null while it is fetched

function onCourse() {
  if (courseParts === undefined) fetchCourseParts();
  return courseParts;
}

async function fetchCourseParts() {
  courseParts = null;
  courseParts = await import("./course-on-table.js");
  change({});
}

function lanes(live, move) {
  const order = shownOrder(live);
  return h(
    "ol",
    { class: `lanes lanes-${live.state.phase}`, key: "lanes", style: { "--n": order.length }, "aria-label": t("ui.race_order") },
    order.map((seat, index) => lane(live, sledOf(live, seat), index, move)),
  );
}

function lane(live, sled, index, move) {
  const meta = metaOf(live, sled.seat) ?? { ...sled, todo: [] };
  const ordering = live.state.phase === "order";
  const up = !ordering && live.up.includes(sled.seat);
  const place = ordering ? index + 1 : (sled.position ?? null);
  const across = finishes(live, sled.seat);
  const { dy, held } = draggedBy(app.ui.drag, sled.seat, movable(live, sled.seat));
  return h(
    "li",
    {
      key: sled.seat,
      class: `lane is-${sled.status}${up ? " is-up" : ""}${across ? " across" : ""}${held ? " held" : ""}`,
      style: { ...seatStyle(meta), "--dy": `${dy}px` },
      "aria-current": up ? "step" : null,
    },
    h("span", { class: "lane-place" }, sled.status === "eliminated" ? icon("cross") : (place ?? "–")),
    who(live, sled, meta),
    sled.status === "eliminated" ? out() : figures(live, sled, meta),
    ordering && move ? moveButtons(live, sled.seat, move) : null,
  );
}

function who(live, sled, meta) {
  const { state } = live;
  return h(
    "span",
    { class: "lane-who" },
    h("span", { class: "lane-name", style: { "--letters": longestWord(sled.name) } }, badge(meta), h("b", {}, named(sled.name))),
    h(
      "span",
      { class: "lane-note" },
      sled.status === "finished" ? mark("flag", sled.place ? t("ui.place_n", { n: sled.place }) : t("ui.finished")) : null,
      state.doubts?.includes(sled.seat) ? mark("alert", t("ui.line_forgotten")) : null,
      sled.pending ? mark("hand", pendingWords(sled.pending)) : null,
      bigPawsOf(state) === sled.seat ? mark("paw", t("ui.big_paws")) : null,
      sled.played ? mark("gear", t(`ui.played_${sled.played}`)) : null,
    ),
  );
}

const longestWord = (name) => Math.max(...name.split(/\s/).map((word) => word.length));

function mark(name, words) {
  return h("span", { class: `mark mark-${name}` }, icon(name), words);
}

/** The current move in words: the marks, before them the card and its slots. */
function pendingWords(pending) {
  const slots = pending.slots.map((slot) => t(`ui.slot_${slot}`));
  const words = pending.marks.length ? markSigns(pending) : [t("ui.card_n", { n: pending.value }), ...slots];
  return words.join(" · ");
}

function out() {
  return h("span", { class: "lane-out" }, t("ui.eliminated"));
}

function figures(live, sled, meta) {
  const laid = sled.pending?.slots ?? [];
  const crossing = (sled.pending?.marks ?? []).filter((what) => what === "line").length;
  const correctable = (field, value, shown) => correctableFigure(live, sled.seat, field, value, shown);
  return [
    correctable(
      "left",
      `${sled.left}, ${t("ui.field_brake")} ${sled.brake}, ${t("ui.field_right")} ${sled.right}`,
      h(
        "span",
        { class: "lane-cards" },
        ["left", "brake", "right"].map((kind) =>
          card({ kind, value: sled[kind], of: meta, fresh: laid.includes(kind) }),
        ),
      ),
    ),
    h(
      "span",
      { class: "lane-speed", key: `${speedOf(sled)} ${sled.drift}` },
      h("span", { class: "sr" }, t("ui.speed")),
      h("b", {}, speedOf(sled)),
      drift(sled),
    ),
    h(
      "span",
      { class: `lane-bonus${offersBonus(sled) ? " offered" : ""}` },
      sled.bonus > 0
        ? [icon("star"), h("span", { class: "sr" }, t("ui.bonus")), h("b", {}, `+${sled.bonus}`)]
        : null,
    ),
    correctable("dents", dentWords(sled), dents(sled)),
    correctable(
      "dogs",
      `${sled.dogs}, ${t("ui.deck")} ${sled.deck}`,
      h("span", { class: "lane-hand" }, figure("hand", t("ui.hand"), sled.dogs), figure("deck", t("ui.deck"), sled.deck)),
    ),
    h(
      "span",
      { class: "lane-course" },
      sled.status === "finished" ? null : correctable("lines", lineWords(sled), roadSign(sled.next_limit)),
      course(limitsOf(live), sled.lines, crossing),
    ),
  ];
}

function moveButtons(live, seat, move) {
  const around = movable(live, seat);
  const at = around.indexOf(seat);
  if (around.length < 2 || onlyQuestion(live)) return null;
  const name = metaOf(live, seat)?.name ?? seat;
  const button = (by, iconName, word, off) =>
    h(
      "button",
      {
        class: "button step",
        "aria-label": t(word, { name }),
        disabled: off,
        onclick: () => move(seat, by),
      },
      icon(iconName),
    );
  const dragged = grip(seat, around, { now: () => app.ui.drag, put: (drag) => change({ drag }), drop: move });
  return h(
    "span",
    { class: "lane-move" },
    h("span", { class: "grip", "aria-hidden": "true", ...dragged }, icon("grip")), // the buttons beside it do the same
    button(-1, "up", "ui.move_forward", at === 0),
    button(1, "down", "ui.move_back", at === around.length - 1),
  );
}
