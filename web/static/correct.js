/* The table is right and the companion is not: figures set by hand. Loaded when first opened. */

import { act, app, change } from "./core.js";
import { h } from "./dom.js";
import { icon, stepper } from "./parts.js";
import { limitsOf, metaOf } from "./race.js";
import { t } from "./words.js";

const RANGES = { left: [1, 5], brake: [1, 5], right: [1, 5], dents: [0, 4], dogs: [0, 40], deck: [0, 100] };

/** The dialog. `may.host`: every seat and the race itself; else only `may.seats`. */
export function correction(live, may) {
  const seats = live.state.seats.filter((sled) => may.host || may.seats.includes(sled.seat));
  if (!seats.length) return null;
  const seat = app.ui.correctSeat ?? seats.find((sled) => live.up.includes(sled.seat))?.seat ?? seats[0].seat;
  const race = seat === 0;
  const sled = live.state.seats.find((each) => each.seat === seat);
  return h(
    "dialog",
    {
      class: "sheet",
      key: "correct",
      "aria-labelledby": "correct-title",
      made: (dialog) => dialog.showModal(),
      oncancel: close,
    },
    h("h2", { id: "correct-title" }, t("ui.correct_title")),
    h("p", {}, t("ui.correct_lead")),
    tabs(live, seats, seat, may),
    race ? raceFields(live) : sledFields(live, sled),
    race ? sure("end", t("ui.end_race"), { act: "end" }) : null,
    sled?.status === "racing" ? sure(`retire ${seat}`, t("ui.retire", { name: sled.name }), { act: "retire", seat }) : null,
    h(
      "p",
      { class: "actions" },
      h("button", { class: "button go", disabled: !Object.keys(wish()).length, onclick: () => save(seat) }, icon("ok"), t("ui.correct_save")),
      h("button", { class: "button", onclick: close }, t("ui.cancel")),
    ),
  );
}

const wish = () => app.ui.wish ?? {};

function close() {
  change({ correct: null, correctSeat: undefined, wish: {}, sure: null });
}

function tabs(live, seats, chosen, may) {
  const tab = (seat, words) =>
    h(
      "button",
      {
        key: seat,
        class: "button tab",
        "aria-pressed": String(seat === chosen),
        onclick: () => change({ correctSeat: seat, wish: {}, sure: null }),
      },
      words,
    );
  return h(
    "div",
    { class: "tabs" },
    seats.map((sled) => tab(sled.seat, sled.name)),
    may.host ? tab(0, t("ui.the_race")) : null,
  );
}

/** A key for what is not done by mistake: it asks once more. */
function sure(name, words, body) {
  const asked = app.ui.sure === name;
  const press = async () => {
    if (!asked) change({ sure: name });
    else if ((await act(body, { sure: true })).ok) close();
  };
  return h(
    "p",
    { key: name },
    h("button", { class: `button${asked ? " warm" : ""}`, onclick: press }, asked ? t("ui.sure") : words),
  );
}

async function save(seat) {
  const set = wish();
  const answer = await act(seat ? { act: "correct", seat, set } : { act: "correct", set }, { sure: true });
  if (answer.ok) close();
}

function put(now, field, value) {
  const next = { ...wish(), [field]: value };
  if (JSON.stringify(value) === JSON.stringify(now)) delete next[field];
  change({ wish: next });
}

function field(now, name, min, max) {
  const value = wish()[name] ?? now ?? 0;
  return h(
    "div",
    { class: `field${name in wish() ? " changed" : ""}`, key: name },
    h("span", { "aria-hidden": "true" }, t(`ui.field_${name}`)),
    stepper({ label: t(`ui.field_${name}`), value, min, max, set: (number) => put(now, name, number) }),
  );
}

function choice(now, name, options) {
  const value = name in wish() ? wish()[name] : now;
  return h(
    "label",
    { class: `field${name in wish() ? " changed" : ""}`, key: name },
    h("span", {}, t(`ui.field_${name}`)),
    h(
      "select",
      { value: String(value), onchange: (event) => put(now, name, options[event.target.selectedIndex][0]) },
      options.map(([option, words]) => h("option", { value: String(option) }, words)),
    ),
  );
}

function sledFields(live, sled) {
  const lines = limitsOf(live).length + 1;
  const statuses = ["racing", "finished", "eliminated"].map((status) => [status, t(`ui.status_${status}`)]);
  const places = live.state.seats.map((_, i) => [i + 1, t("ui.place_n", { n: i + 1 })]);
  return h(
    "div",
    { class: "fields", key: sled.seat },
    Object.entries(RANGES).map(([name, [min, max]]) => field(sled[name], name, min, max)),
    field(sled.lines, "lines", 0, lines),
    choice(sled.status, "status", statuses),
    choice(sled.place, "place", [[null, t("ui.no_place")], ...places]),
  );
}

function raceFields(live) {
  const { state } = live;
  const names = state.seats.map((sled) => [sled.seat, sled.name]);
  return h(
    "div",
    { class: "fields", key: "race" },
    state.phase === "turns" ? choice(state.turn, "turn", names.filter(([seat]) => state.order.includes(seat))) : null,
    field(state.round, "round", 1, 999),
    choice(state.big_paws, "big_paws", [[null, t("ui.nobody")], ...names]),
    h("fieldset", { class: "field order" }, h("legend", {}, t("ui.field_order")), orderList(live)),
  );
}

function orderList(live) {
  const order = wish().order ?? live.state.order;
  const swap = (at, to) => {
    const next = [...order];
    [next[at], next[to]] = [next[to], next[at]];
    put(live.state.order, "order", next);
  };
  const key = (name, at, by) =>
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
      return h("li", { key: seat }, h("span", {}, `${at + 1}. ${name}`), key(name, at, -1), key(name, at, 1));
    }),
  );
}
