/* The sheet for correcting figures by hand, where the table is right and the companion is not.
   Loaded when first opened. */

import { h } from "../lib/dom.js";
import { sentences, t } from "../lib/words.js";
import { act, app, say, toast } from "./app.js";
import { endRace } from "./end-race.js";
import { closeSheet, redraft, sheet } from "./sheet.js";
import { metaOf, playerOf } from "./snapshot.js";
import { strikeButton } from "./turn-time.js";
import { icon, named, stepper } from "./widgets.js";

const REASONS = ["forgotten", "misread", "moved", "agreed", "other"];

/** The sheet. `part`: the game's. `may.host`: every seat and the race itself; else only
    `may.seats`. */
export function correction(live, part, may) {
  const seats = live.state.seats.filter((player) => may.host || may.seats.includes(player.seat));
  if (!seats.length) return null;
  const seat = app.ui.draft.seat ?? seats.find((player) => live.up.includes(player.seat))?.seat ?? seats[0].seat;
  const race = seat === 0;
  const player = playerOf(live, seat);
  const save = h(
    "button",
    { class: "button go", disabled: !Object.keys(changes()).length, onclick: () => set(seat) },
    icon("ok"),
    t("ui.correct_save"),
  );
  return sheet(
    { title: t("ui.correct"), lead: t("ui.correct_lead"), buttons: [save] },
    tabs(live, seats, seat, may),
    h("div", { class: "fields", key: `fields ${seat}` }, race ? part.raceFields(live, fields(live)) : part.seatFields(live, seat, fields(live))),
    reasonButtons(),
    race ? null : part.seatActions(live, seat),
    timeButton(seat),
    race ? confirmButton("end", t("ui.end_race"), endFromHere) : null,
    player?.status === "racing" ? confirmButton(`retire ${seat}`, t("ui.retire", { name: player.name }), () => act({ act: "retire", seat }, { sure: true })) : null,
  );
}

/** Strikes the time of the seat's last turn; null without one. */
function timeButton(seat) {
  const timed = app.ui.draft.timed?.[seat];
  return timed ? h("p", { key: `time ${seat}` }, strikeButton(seat, timed, "ui.strike_last_time")) : null;
}

const changes = () => app.ui.draft.changes ?? {};

/** Optional reasons for the correction; a second press clears the reason. */
function reasonButtons() {
  const chosen = app.ui.draft.reason;
  const button = (reason) =>
    h(
      "button",
      {
        class: "button tab",
        key: reason,
        "aria-pressed": String(reason === chosen),
        onclick: () => redraft({ reason: reason === chosen ? undefined : reason }),
      },
      t(`ui.reason_${reason}`),
    );
  return h(
    "div",
    { class: "why", key: "why", role: "group", "aria-label": t("ui.correct_why") },
    h("p", { "aria-hidden": "true" }, t("ui.correct_why")),
    h("div", { class: "tabs" }, REASONS.map(button)),
  );
}

function tabs(live, seats, chosen, may) {
  const tab = (seat, words) =>
    h(
      "button",
      {
        key: seat,
        class: "button tab",
        "aria-pressed": String(seat === chosen),
        onclick: () => redraft({ seat, changes: {}, sure: null, field: null }),
      },
      words,
    );
  return h(
    "div",
    { class: "tabs" },
    seats.map((player) => tab(player.seat, named(player.name))),
    may.host ? tab(0, t("ui.the_race")) : null,
  );
}

/** Ends the race and leaves the sheet at once: the page goes to the result. */
function endFromHere() {
  closeSheet();
  return endRace();
}

/** A button that asks for confirmation, for what must not happen by mistake. `does` gives an answer. */
function confirmButton(name, words, does) {
  const confirming = app.ui.draft.sure === name;
  const press = async () => {
    if (confirming) {
      if ((await does()).ok) closeSheet();
      return;
    }
    redraft({ sure: name });
    say(t("ui.sure"));
  };
  return h(
    "p",
    { key: name },
    h("button", { class: `button${confirming ? " warm" : ""}`, onclick: press }, confirming ? t("ui.sure") : words),
  );
}

async function set(seat) {
  const { reason } = app.ui.draft;
  const body = { act: "correct", ...(seat ? { seat } : {}), set: changes(), ...(reason ? { reason } : {}) };
  const answer = await act(body, { sure: true });
  if (!answer.ok) return;
  closeSheet();
  const text = sentences(answer.data.events.map((event) => event.text));
  if (text) toast({ text, sign: "edit", undoes: answer.data.version, seat });
}

function put(now, field, value) {
  const next = { ...changes(), [field]: value };
  if (JSON.stringify(value) === JSON.stringify(now)) delete next[field];
  redraft({ changes: next });
}

/** The makers of a game's fields; each shows the changed value, or the current one. */
const fields = (live) => ({
  number: (name, now, min, max) => field(now, name, min, max),
  choice: (name, now, options) => choice(now, name, options),
  order: (now) => h("fieldset", { class: "field order", key: "order" }, h("legend", {}, t("ui.field_order")), orderList(live, now)),
});

function field(now, name, min, max) {
  const value = changes()[name] ?? now;
  return h(
    "div",
    { class: `field${name in changes() ? " changed" : ""}`, key: name, made: (node) => tapped(node, name) },
    h("span", { "aria-hidden": "true" }, t(`ui.field_${name}`)),
    stepper({ label: t(`ui.field_${name}`), value, min, max, set: (number) => put(now, name, number) }),
  );
}

/** Focuses the field of the figure that was tapped when the sheet opens. */
function tapped(node, name) {
  if (app.ui.draft.field !== name) return;
  requestAnimationFrame(() => node.querySelector("input").focus());
}

function choice(now, name, options) {
  const value = name in changes() ? changes()[name] : now;
  return h(
    "label",
    { class: `field${name in changes() ? " changed" : ""}`, key: name },
    h("span", {}, t(`ui.field_${name}`)),
    h(
      "select",
      { value: String(value), onchange: (event) => put(now, name, options[event.target.selectedIndex][0]) },
      options.map(([option, words]) => h("option", { value: String(option) }, words)),
    ),
  );
}

function orderList(live, now) {
  const order = changes().order ?? now;
  const swap = (at, to) => {
    const next = [...order];
    [next[at], next[to]] = [next[to], next[at]];
    put(now, "order", next);
  };
  const button = (name, at, by) =>
    h(
      "button",
      {
        class: "button step",
        "aria-label": t(by < 0 ? "ui.move_forward" : "ui.move_back", { name }),
        disabled: at + by < 0 || at + by >= order.length,
        onclick: () => swap(at, at + by),
      },
      icon(by < 0 ? "up" : "down"),
    );
  return h(
    "ol",
    { class: "order-list" },
    order.map((seat, at) => {
      const name = metaOf(live, seat)?.name ?? seat;
      return h("li", { key: seat }, h("span", {}, `${at + 1}. `, named(name)), button(name, at, -1), button(name, at, 1));
    }),
  );
}
