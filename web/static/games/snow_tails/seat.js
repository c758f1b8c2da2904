/* Snow Tails on a seat's phone: the sled's cards, the sum, the value buttons, the finish. */

import { h } from "../../lib/dom.js";
import { holdHandlers } from "../../lib/press-and-hold.js";
import { labelled, t } from "../../lib/words.js";
import { act, app, change, toast } from "../../parts/app.js";
import { correctableFigure, openCorrection } from "../../parts/correction.js";
import { openSheet } from "../../parts/sheet.js";
import { mayAct, metaOf } from "../../parts/snapshot.js";
import { toolbar } from "../../parts/toolbar.js";
import { figure, icon, stepper } from "../../parts/widgets.js";
import { markChips, markWords } from "./marks.js";
import { orderRow, orderStep } from "./order.js";
import { bigPawsOf, crossesFinish, hasCrashed, limitsOf, mayShuffle, moveWords, sharesFinish, sledOf, speedOf, unnamedOf } from "./sled.js";
import { card, course, dents, dentWords, drift, lineWords, roadSign } from "./symbols.js";
import { endKeys, lateKeys, markKeys } from "./turn.js";
import { watching } from "./watching.js";

const SLOTS = ["left", "brake", "right"];
const VALUES = [1, 2, 3, 4, 5];

/** The race order, the own place in it, the round, the Big Paws. */
export function chips(live, seat) {
  const ordering = live.state.phase === "order"; // then the to-do names the proposed place
  const here = ordering || live.up.includes(seat); // the order has it marked, and "Your turn" needs the width
  const { position: place, played } = sledOf(live, seat) ?? {};
  const position = here ? null : place;
  return [
    live.state.phase === "turns" ? orderRow(live) : null,
    h("span", { class: "chip round", key: "round" }, t("ui.round_n", { n: live.state.round })),
    bigPawsOf(live.state) === seat ? h("span", { class: "chip paws", key: "paws" }, icon("paw"), h("span", {}, t("ui.big_paws"))) : null,
    played ? h("span", { class: "chip", key: "played" }, icon("gear"), t(`ui.played_${played}`)) : null,
    position ? h("span", { class: "chip", key: "position" }, t("ui.position_n", { n: position })) : null, // "Your turn" comes in its place
  ];
}

/** "out" or "crash", in whose form the page stands; null in the usual one. */
export function danger(live, seat) {
  const sled = sledOf(live, seat);
  return sled?.status === "eliminated" ? "out" : hasCrashed(sled) ? "crash" : null;
}

/** The sled's cards and figures; for one that is out the others' race. Across the finish, where the
    sled stands is asked in their place, so that OK keeps its own. */
export function mat(live, seat) {
  const sled = sledOf(live, seat);
  if (sled.status === "eliminated") return watching(live, seat);
  const laid = sled.pending?.slots ?? [];
  const asks = mayAct(app.me, seat) && live.up.includes(seat) && asksSpace(live, sled);
  return h(
    "section",
    { class: `mat${asks ? " asks" : ""}`, key: "mat", "aria-label": t("ui.sled") },
    toolbar(
      { class: "mat-lies", key: "lies" },
      h("div", { class: "mat-cards" }, SLOTS.map((kind) => place(live, sled, kind, laid.includes(kind)))),
      hasCrashed(sled) ? crash() : sum(sled),
      figures(live, sled),
    ),
    asks ? finish() : null,
  );
}

function place(live, sled, kind, fresh) {
  const lies = card({ kind, value: sled[kind], of: metaOf(live, sled.seat), fresh });
  return h("span", { class: "mat-slot", key: kind }, slot(live, sled, kind, lies), h("small", { "aria-hidden": "true" }, t(`ui.slot_${kind}`)));
}

/** A card on the sled, `shown`. In the seat's turn it is also the place for the card being played:
    a tap lays it there or takes it back. While others play, the answer to a tap says so. A long press
    corrects, between the turns a tap. */
function slot(live, sled, kind, shown) {
  const { seat, pending } = sled;
  const races = live.state.phase === "turns" && sled.status === "racing";
  if (!races || sled.played || !mayAct(app.me, seat)) return correctableFigure(live, seat, kind, sled[kind], shown);
  const plays = live.up.includes(seat);
  const laid = Boolean(pending?.slots.includes(kind));
  const { class: looks, ...props } = shown.props;
  const correct = () => openCorrection(app.me.seats, { seat, field: kind });
  const tap = () => (plays ? lay(sled, kind) : act({ act: "slot", seat, slot: kind }));
  return {
    ...shown,
    tag: "button",
    props: {
      ...props,
      class: `${looks} figure-key${plays ? ` target${isLit(live, seat, kind) ? " lit" : ""}` : ""}`,
      "aria-label": slotWords(sled, kind, plays, laid),
      "aria-pressed": plays ? String(laid || app.ui.slot === kind) : null,
      ...holdHandlers(tap, correct),
    },
  };
}

const isLit = (live, seat, kind) => metaOf(live, seat).keys?.[kind]?.press?.enabled || app.ui.slot === kind;

/** The value there, and what a tap does with the card being played. */
function slotWords(sled, kind, plays, laid) {
  const { pending } = sled;
  const value = `${t(`ui.field_${kind}`)} ${sled[kind]}`;
  if (!plays) return value;
  return labelled(value, laid ? t("ui.take_back") : pending ? t("ui.lay_here", { value: pending.value }) : t("ui.lay_next_here"));
}

/** The preview of the value played last, until the service answers. */
let onItsWay = null;

/** Lays the chosen value there or takes it back; before a value is chosen, it chooses the place. */
async function lay({ seat, pending }, kind) {
  if (onItsWay ? (await onItsWay).ok : pending) return act({ act: "slot", seat, slot: kind });
  return change({ slot: app.ui.slot === kind ? null : kind });
}

/** In the place of the sum: the move is over. */
const crash = () => h("p", { class: "sum cry-crash", key: "crash" }, icon("alert"), h("b", {}, t("ui.say_crash")));

function sum(sled) {
  return h(
    "p",
    { class: "sum", key: "sum" },
    h(
      "span",
      { class: "sum-figures", key: `${speedOf(sled)} ${sled.drift}` },
      t("ui.sum", { left: sled.left, right: sled.right, brake: sled.brake }),
      h("b", {}, speedOf(sled)),
      drift(sled),
    ),
    sled.pending?.slots.length
      ? null // the instruction says it in words
      : h("span", { class: "sum-words" }, moveWords(sled).map(([key, params]) => t(key, params)).join(", ")),
  );
}

function figures(live, sled) {
  const crossing = (sled.pending?.marks ?? []).filter((what) => what === "line").length;
  const correctable = (field, value, shown) => correctableFigure(live, sled.seat, field, value, shown);
  return h(
    "div",
    { class: "mat-figures" },
    correctable("dents", dentWords(sled), dents(sled)),
    correctable("dogs", sled.dogs, figure("hand", t("ui.hand"), sled.dogs)),
    correctable("deck", sled.deck, figure("deck", t("ui.deck"), sled.deck)),
    sled.status === "finished" ? null : correctable("lines", lineWords(sled), roadSign(sled.next_limit)),
    course(limitsOf(live), sled.lines, crossing),
  );
}

/** What a screen reader hears besides the to-do: what is noted, what it costs, what is asked. */
export function announces(live, seat) {
  const sled = sledOf(live, seat);
  if (!sled?.pending) return [];
  const asks = live.up.includes(seat) && asksSpace(live, sled);
  return [...markWords(sled.pending), ...(asks ? [t("ui.over_finish")] : [])];
}

/** The values to play or what is noted, what happened, where the finish was crossed, the turn's end. */
export function buttons(live, seat) {
  const sled = sledOf(live, seat);
  if (live.state.phase === "order") return orderStep(live, metaOf(live, seat).keys.ok.press.text);
  if (sled.played) return sled.at ? onCourse()?.courseMove(live, sled) : null;
  if (sled.status !== "racing") return live.state.to_move ? onCourse()?.courseMove(live, sled) : null;
  const up = live.up.includes(seat);
  return [
    valuesOrMarks(seat, sled, up),
    sled.at ? (onCourse()?.courseMove(live, sled) ?? h("div", { class: "course-move", key: "course-move" })) : markKeys(live, sled),
    endKeys(live, sled),
    sled.at ? onCourse()?.courseEnds(sled) : null,
  ];
}

let courseParts; // course-move.js, which only races on a laid course need; null while it is fetched

/** What stands in the place of the marks on a laid course; null until it is there. */
function onCourse() {
  if (courseParts === undefined) fetchCourseParts();
  return courseParts;
}

async function fetchCourseParts() {
  courseParts = null;
  courseParts = await import("./course-move.js");
  change({});
}

/** No sled needs the seat's five buttons or the offered acts beside them: `buttons`, `extras` and
    the sled's own places do all of it. */
export const ownButtons = () => true;

/** The values. The marks of this move take their place, and nothing shifts: after a mark the cards
    cannot be changed. */
function valuesOrMarks(seat, sled, up) {
  const marked = sled.pending?.marks.length && !namesDiscard(sled);
  return h("div", { class: `values-place${marked ? " marked" : ""}`, key: "values" }, values(seat, sled, up), marked ? markChips(sled) : null);
}

/** The value buttons; each shows how many of its cards are unseen since the last shuffle. While
    a discard is being named, they name it. */
function values(seat, sled, up) {
  const naming = namesDiscard(sled);
  const press = (value) => (naming ? nameDiscard(seat, value) : play(seat, value));
  return toolbar(
    { class: `values${naming ? " naming" : ""}`, key: "values", "aria-label": naming ? t("ui.name_discard") : t("ui.values") },
    VALUES.map((value) => {
      const unseen = sled.unseen[value] ?? 0;
      return h(
        "button",
        {
          key: value,
          class: `value${unseen && (up || naming) ? "" : " idle"}`,
          "aria-pressed": String(!naming && sled.pending?.value === value),
          "aria-label": naming ? t("ui.discarded_n", { value }) : t("ui.value_key", { value, n: unseen }),
          onclick: () => press(value),
        },
        h("b", {}, value),
        h("small", {}, t("ui.n_unseen", { n: unseen })),
      );
    }),
  );
}

/** Plays a value, at once on the place that was chosen before it. */
async function play(seat, value) {
  const slot = app.ui.slot ? { slot: app.ui.slot } : {};
  const asked = act({ act: "tap", seat, card: { value }, ...slot });
  onItsWay = asked;
  const answer = await asked;
  if (onItsWay === asked) onItsWay = null;
  if (answer.ok && slot.slot) change({ slot: null });
}

const namesDiscard = (sled) => Boolean(app.ui.naming) && unnamedOf(sled) > 0;

async function nameDiscard(seat, value) {
  const answer = await act({ act: "discard", seat, value });
  change({ naming: false });
  if (answer.ok) toast({ text: t("ui.discarded_n", { value }), sign: "ok", undoes: answer.data.version, seat });
}

/** Asks for the discarded card, or no longer. */
function toggleNaming(naming) {
  change({ naming: !naming });
  if (!naming) toast({ text: t("ui.discard_which"), sign: "hand" });
}

const asksSpace = (live, sled) => crossesFinish(live, sled) && sharesFinish(live, sled);

/** Where the sled stands past the line; the keys that end the turn send it. */
function finish() {
  const { rows, lane } = app.ui; // undefined until a player enters it
  const put = (name, label, value, min) =>
    h(
      "div",
      { class: "field", key: name },
      h("span", { "aria-hidden": "true" }, label),
      stepper({ label, value, min, max: 20, set: (number) => change({ [name]: number }) }),
    );
  return h(
    "div",
    { class: "finish", key: "finish" },
    h("p", {}, icon("flag"), t("ui.over_finish")),
    put("rows", t("ui.finish_rows"), rows, 0),
    put("lane", t("ui.finish_lane"), lane, 1),
  );
}

/** What if, an early shuffle, naming a discard, events forgotten in the last turn. Those go once a
    card lies, so that nobody takes them for the marks of this move. */
export function extras(live, seat) {
  const sled = sledOf(live, seat);
  if (sled.played) return [];
  const playing = sled.status === "racing" || live.state.phase === "order";
  if (!playing) return sled.status === "finished" ? lateKeys(live, sled) : [];
  const naming = namesDiscard(sled);
  const plans = sled.status === "racing" && !sled.pending?.slots.length;
  const toggle = { class: "button extra", key: "naming", "aria-pressed": String(naming), onclick: () => toggleNaming(naming) };
  return [
    plans ? h("button", { class: "button extra", key: "what-if", onclick: () => openWhatIf(seat) }, t("ui.what_if")) : null,
    mayShuffle(live, sled)
      ? h("button", { class: "button extra", key: "shuffle", onclick: () => act({ act: "shuffle", seat }) }, t("ui.shuffled_early"))
      : null,
    unnamedOf(sled) && sled.status === "racing" && live.state.phase !== "order" ? h("button", toggle, t(naming ? "ui.cancel" : "ui.name_discard")) : null,
    live.up.includes(seat) && !sled.pending?.slots.length ? lateKeys(live, sled) : null,
  ];
}

async function openWhatIf(seat) {
  const { whatIf, whatIfDraft } = await import("./what-if.js");
  openSheet((live) => whatIf(live, seat), whatIfDraft());
}
