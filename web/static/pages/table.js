/* The table's page: a tablet in the middle, a television at the wall. */

import { h } from "../lib/dom.js";
import { sentences, t } from "../lib/words.js";
import { act, app, start, step } from "../parts/app.js";
import { openCorrection } from "../parts/correction.js";
import { invitation } from "../parts/invitation.js";
import { phonesNow } from "../parts/phones.js";
import { result } from "../parts/race-result.js";
import { openSheet } from "../parts/sheet.js";
import { metaOf, playerOf } from "../parts/snapshot.js";
import { isAsked, naming } from "../parts/unknown-tag.js";
import { badge, icon, logLine, paint } from "../parts/widgets.js";
import { noRace } from "./table/no-race.js";
import { showEnd, showing, showKey } from "./table/presentation.js";

start({
  hears: (notice) => !(mayAct() && isAsked(notice)),
  view: ({ live, part }) => {
    document.documentElement.toggleAttribute("data-show", showing());
    return [showing() ? showEnd() : null, live.state ? raceView(live, part) : noRace(live)];
  },
  part: "table",
  feels: () => true,
  says: ({ live, part }) => (live.state ? sentences([turnWords(live, part), ...live.todo]) : ""),
});

function raceView(live, part) {
  const over = live.state.phase === "over";
  return [
    h(
      "div",
      { class: "stage", key: "stage" },
      h("h1", { class: "sr" }, t("ui.nav_table")),
      hero(live, part),
      troubles(live),
      over ? result(live, part.resultNote) : part.race(live, mayAct() ? move : null),
    ),
    h("aside", { class: "side", key: "side" }, mayAct() ? naming(live) : null, controls(live, part), log(live), invitation(live)),
  ];
}

function mayAct() {
  return app.me.host || app.me.seats.length > 0;
}

/** Moves a seat in the proposed order, one place after the other: that is how it is told. */
async function move(seat, by) {
  for (let left = Math.abs(by); left > 0; left -= 1) {
    const answer = await act({ act: "shift", seat, by: Math.sign(by) }, { sure: left === Math.abs(by) });
    if (!answer.ok) return;
  }
}

function turnWords(live, part) {
  return live.state.phase === "over" || live.race.over ? t("ui.race_over") : part.heading(live);
}

function hero(live, part) {
  const { state } = live;
  const meta = state.phase === "turns" && state.turn ? metaOf(live, state.turn) : null;
  const [first, ...rest] = meta?.todo?.length ? meta.todo : live.todo;
  const told = meta ? live.todo.slice(1) : []; // what the seat before it still has to do
  return h(
    "section",
    { class: `hero hero-${state.phase}`, key: "hero", style: paint(meta), "aria-label": t("ui.now") },
    h(
      "div",
      { class: "hero-who" },
      meta ? badge(meta) : icon(state.phase === "over" ? "flag" : "paw"),
      h("b", {}, meta ? meta.name : turnWords(live, part)),
      h(
        "span",
        { class: "hero-aside", key: told.join() },
        told.length ? h("span", { class: "hero-told" }, icon("hand"), told.join(" · ")) : null,
        meta ? h("span", { class: "chip" }, turnWords(live, part)) : null,
      ),
    ),
    h("p", { class: "hero-todo", key: first }, first ?? ""),
    rest.length ? h("p", { class: "hero-more", key: rest.join() }, sentences(rest)) : null,
    mayAct() && !live.race.over ? part.ask(live) : null,
    takenBack(live),
  );
}

/** What was taken back or done again last, and from where: everybody at the table must see it. */
function takenBack({ log: entries }) {
  const last = entries.at(-1);
  if (last?.act !== "undo" && last?.act !== "redo") return null;
  return h(
    "p",
    { class: "hero-back", key: "back" },
    icon(last.act),
    ` ${last.events[0].text} `,
    h("span", { class: "log-from" }, last.from),
  );
}

function controls(live, part) {
  if (!mayAct()) {
    return h(
      "div",
      { class: "controls" },
      h("p", { class: "watching" }, icon("eye"), t("ui.watching"), " ", h("a", { href: "/join" }, t("ui.take_part"))),
      historyKey(),
      showKey(),
    );
  }
  const key = (which, may) =>
    h(
      "button",
      { class: "button", disabled: !may, onclick: () => step(which) },
      icon(which),
      t(`ui.step_${which}`),
    );
  return h(
    "div",
    { class: "controls" },
    key("undo", live.race.can_undo),
    key("redo", live.race.can_redo),
    live.race.over ? null : h("button", { class: "button", onclick: () => openCorrection(app.me.seats) }, icon("edit"), t("ui.correct")),
    part.controls(live),
    historyKey(),
    showKey(),
    live.race.begun ? null : h("a", { class: "button", href: "/setup" }, icon("back"), t("ui.reopen_setup")),
  );
}

function historyKey() {
  return h("a", { class: "button quiet", href: "/history" }, icon("history"), h("span", {}, t("ui.history")));
}

function log(live) {
  return h(
    "section",
    { class: "log", key: "log", "aria-label": t("ui.log"), tabindex: "0" },
    h("h2", {}, t("ui.log")),
    h("ol", {}, [...live.log].reverse().map(logLine)),
  );
}

/** Players whose phone is not there. */
function awayPhones(live) {
  const here = phonesNow(live).filter((phone) => phone.here || phone.mine).flatMap((phone) => phone.seats);
  const known = phonesNow(live).flatMap((phone) => phone.seats);
  return live.seats.filter(({ seat }) => playerOf(live, seat)?.status === "racing" && known.includes(seat) && !here.includes(seat));
}

/** Devices of the seats that race (or of the whole table) that are not there; what several have in
    common is said once. */
function troubles(live) {
  const racing = [0, ...live.state.seats.map((player) => player.seat)];
  const lost = live.devices.filter(({ state, seat }) => state !== "connected" && racing.includes(seat));
  const gone = mayAct() || showing() ? awayPhones(live) : [];
  if (!lost.length && !gone.length) return null;
  const words = [...new Set(lost.map(({ text }) => text))];
  return h(
    "ul",
    { class: "troubles", key: "troubles", "aria-label": t("ui.devices") },
    words.map((text) => h("li", { key: text }, icon("unplug"), " ", troubleWords(text, lost.filter((device) => device.text === text)))),
    gone.map((meta) => h("li", { key: `phone ${meta.seat}` }, icon("phone"), " ", t("ui.phone_gone", { name: meta.name }))),
  );
}

function troubleWords(text, lost) {
  if (!text) return lost.map(({ state, seat }) => t(`ui.device_${state}`, { seat })).join(" ");
  const seats = [...new Set(lost.map(({ seat }) => seat))].filter(Boolean).map((seat) => t("ui.seat_n", { n: seat }));
  return seats.length ? `${seats.join(", ")}: ${text}` : text;
}
