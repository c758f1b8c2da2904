/* The table is right and the companion is not: figures set by hand. Loaded when first opened. */

import { act, app } from "./core.js";
import { h } from "./dom.js";
import { icon, stepper } from "./parts.js";
import { limitsOf, mayShuffle, metaOf, unnamedOf } from "./race.js";
import { closeSheet, redraft, sheet } from "./sheet.js";
import { t } from "./words.js";

const RANGES = { left: [1, 5], brake: [1, 5], right: [1, 5], dents: [0, 4], dogs: [0, 40], deck: [0, 100] };

/** The sheet. `may.host`: every seat and the race itself; else only `may.seats`. */
export function correction(live, may) {
  const seats = live.state.seats.filter((sled) => may.host || may.seats.includes(sled.seat));
  if (!seats.length) return null;
  const seat = app.ui.draft.seat ?? seats.find((sled) => live.up.includes(sled.seat))?.seat ?? seats[0].seat;
  const race = seat === 0;
  const sled = live.state.seats.find((each) => each.seat === seat);
  const save = h(
    "button",
    { class: "button go", disabled: !Object.keys(wish()).length, onclick: () => set(seat) },
    icon("ok"),
    t("ui.correct_save"),
  );
  return sheet(
    { title: t("ui.correct_title"), lead: t("ui.correct_lead"), keys: [save] },
    tabs(live, seats, seat, may),
    race ? raceFields(live) : [sledFields(live, sled), cards(live, sled)],
    race ? sure("end", t("ui.end_race"), { act: "end" }) : null,
    sled?.status === "racing" ? sure(`retire ${seat}`, t("ui.retire", { name: sled.name }), { act: "retire", seat }) : null,
  );
}

const wish = () => app.ui.draft.wish ?? {};

function tabs(live, seats, chosen, may) {
  const tab = (seat, words) =>
    h(
      "button",
      {
        key: seat,
        class: "button tab",
        "aria-pressed": String(seat === chosen),
        onclick: () => redraft({ seat, wish: {}, sure: null }),
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
  const asked = app.ui.draft.sure === name;
  const press = async () => {
    if (!asked) redraft({ sure: name });
    else if ((await act(body, { sure: true })).ok) closeSheet();
  };
  return h(
    "p",
    { key: name },
    h("button", { class: `button${asked ? " warm" : ""}`, onclick: press }, asked ? t("ui.sure") : words),
  );
}

async function set(seat) {
  const body = seat ? { act: "correct", seat, set: wish() } : { act: "correct", set: wish() };
  if ((await act(body, { sure: true })).ok) closeSheet();
}

function put(now, field, value) {
  const next = { ...wish(), [field]: value };
  if (JSON.stringify(value) === JSON.stringify(now)) delete next[field];
  redraft({ wish: next });
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

/** What happened to the cards unseen: an early shuffle, what a surplus discard was. */
function cards(live, sled) {
  const unnamed = unnamedOf(sled);
  const key = (words, body) => h("button", { class: "button", key: words, onclick: () => act(body) }, words);
  const { seat } = sled;
  return [
    mayShuffle(live, sled)
      ? h("p", { class: "actions", key: "shuffle" }, key(t("ui.shuffled_early"), { act: "shuffle", seat }))
      : null,
    unnamed
      ? h(
          "div",
          { class: "actions", key: "discards", role: "group", "aria-label": t("ui.discards_unnamed", { n: unnamed }) },
          h("p", {}, t("ui.discards_unnamed", { n: unnamed })),
          [1, 2, 3, 4, 5].map((value) => key(t("ui.discarded_n", { value }), { act: "discard", seat, value })),
        )
      : null,
  ];
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
