/* The table's page: a tablet in the middle, a television on the wall. */

import { h } from "../lib/dom.js";
import { sentences, t } from "../lib/words.js";
import { app, ask, change, start, undoOrRedo } from "../parts/app.js";
import { breakButton } from "../parts/break.js";
import { openCorrection } from "../parts/correction.js";
import { deviceTroubles } from "../parts/device-troubles.js";
import { endRaceKey } from "../parts/end-race.js";
import { orderLines } from "../parts/how-it-goes.js";
import { invitation } from "../parts/invitation.js";
import { momentOf } from "../parts/moment.js";
import { knownPhones } from "../parts/phones.js";
import { playerClocks } from "../parts/player-clock.js";
import { raceResult } from "../parts/race-result.js";
import { resultWords } from "../parts/result-words.js";
import { shiftOrder } from "../parts/shift-order.js";
import { metaOf, playerOf } from "../parts/snapshot.js";
import { hasStarted } from "../parts/started-here.js";
import { asksForCard, unknownTag } from "../parts/unknown-tag.js";
import { badge, icon, logLine, named, seatStyle } from "../parts/widgets.js";
import { noRace } from "./table/no-race.js";
import { endPresentationButton, isPresentation, markPresentation, presentationButton } from "./table/presentation.js";

start({
  shows: (notice) => concerns(notice.seat) && !(mayAct() && asksForCard(notice)),
  view: ({ live, part }) => {
    markPresentation();
    return [isPresentation() ? endPresentationButton() : null, live.state ? raceView(live, part) : noRace(live)];
  },
  part: "table",
  alertsFor: () => true,
  announces: ({ live, part }) => (live.state ? sentences([turnWords(live, part), ...live.todo, ...resultWords(live)]) : ""),
});

const CRY_SIGNS = { crash: "alert", out: "cross", finish: "flag" };

let running = null; // the race that this page showed before it ended
let ending = null; // pages/table/ending.js, once it is loaded

function raceView(live, part) {
  const over = live.state.phase === "over";
  if (!over) running = live.race.id;
  const revealed = over && running === live.race.id;
  return [
    h(
      "div",
      { class: `stage${revealed ? " revealed" : ""}`, key: "stage", style: { "--count": live.state.seats.length } },
      h("h1", { class: "sr" }, t("ui.nav_table")),
      nowSection(live, part),
      playerClocks(live),
      live.race.other_rules ? h("p", { class: "note", key: "rules" }, icon("alert"), t("ui.check_board")) : null,
      missingDevices(live),
      over ? resultView(live, part) : part.view(live, mayAct() ? shiftOrder : null),
    ),
    h("aside", { class: "side", key: "side" }, mayAct() ? unknownTag(live) : null, controls(live, part), logSection(live, part), invitation(live)),
  ];
}

function resultView(live, part) {
  if (!ending) import("./table/ending.js").then((module) => (ending = module) && change({}), () => {}); // the result is shown even without it
  return [raceResult(live, part.resultNote), ending?.ending(live)];
}

/** Whether this page shows a seat's notices: a phone with seats only theirs, the table's screen all. */
function concerns(seat) {
  return seat === null || !app.me.seats.length || app.me.seats.includes(seat);
}

function mayAct() {
  return app.me.host || app.me.seats.length > 0;
}

function turnWords(live, part) {
  return live.state.phase === "over" || live.race.over ? t("ui.race_over") : part.heading(live);
}

function nowSection(live, part) {
  const { state } = live;
  const meta = state.phase === "turns" && state.turn ? metaOf(live, state.turn) : null;
  const [first, ...rest] = meta?.todo?.length ? meta.todo : live.todo;
  const cry = cryOf(live, part);
  // What the previous seat still has to do; what the seat itself is asked is below in its own words
  const before = meta ? live.todo.slice(1).filter((words) => !rest.some((own) => words.endsWith(own))) : [];
  return h(
    "section",
    { class: `hero hero-${state.phase}`, key: "hero", style: seatStyle(meta), "aria-label": t("ui.now") },
    h(
      "div",
      { class: "hero-who" },
      meta ? badge(meta) : icon(state.phase === "over" ? "flag" : "paw"),
      h("b", {}, meta ? meta.name : turnWords(live, part)),
      h(
        "span",
        { class: "hero-aside", key: before.join() },
        cry ? h("b", { class: `cry cry-${cry.tone}` }, icon(CRY_SIGNS[cry.tone]), cry.words) : null,
        before.length ? h("span", { class: "hero-told" }, icon("hand"), before.join(" · ")) : null,
        meta ? h("span", { class: "chip" }, turnWords(live, part)) : null,
      ),
    ),
    takeSeat(live),
    h("p", { class: "hero-todo", key: first }, first ?? ""),
    rest.length ? h("p", { class: "hero-more", key: rest.join() }, sentences(rest)) : null,
    orderLines(live),
    mayAct() && !live.race.over ? part.mainButton(live) : null,
    takenBack(live),
  );
}

/** What has just happened to a player, `{tone, words}`; after the race only how it was won. */
function cryOf(live, part) {
  const over = live.state.phase === "over";
  const own = over ? null : part.cry?.(live);
  const moment = momentOf(live);
  if (own || !moment || (over && playerOf(live, moment.seat)?.place !== 1)) return own ?? null;
  if (moment.cue === "out") return { tone: "out", words: t("ui.name_out", { name: moment.params.name }) };
  return { tone: "finish", words: part.finishWords?.(moment) ?? moment.text };
}

/** On a phone without a seat, the way to one: the words below ask for keys that this page lacks. Who has
    just started the race picks a name. */
function takeSeat(live) {
  if (app.me.seats.length || live.race.over) return null;
  const free = live.state.seats.filter(({ seat, played }) => !played && !metaOf(live, seat).phones);
  if (free.length && hasStarted(live.race)) {
    return h("div", { class: "take-seat", key: "names", role: "group", "aria-label": t("ui.join_title") }, h("b", {}, t("ui.join_title")), free.map(({ seat }) => nameKey(metaOf(live, seat))));
  }
  return h("a", { class: "button go take-seat", href: "/join", key: "take-seat" }, icon("hand"), t("ui.take_part"));
}

function nameKey(meta) {
  const sit = async () => {
    if ((await ask(`/seats/${meta.seat}/claim`)).ok) location.assign(`/seat/${meta.seat}`);
  };
  return h("button", { class: "button", key: meta.seat, style: seatStyle(meta), onclick: sit }, badge(meta), named(meta.name));
}

/** The last undo or redo and its device: everybody at the table must see it. */
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
      historyButton(),
      presentationButton(),
    );
  }
  const button = (which, may) =>
    h(
      "button",
      { class: "button", disabled: !may, onclick: () => undoOrRedo(which) },
      icon(which),
      t(`ui.step_${which}`),
    );
  return h(
    "div",
    { class: "controls" },
    button("undo", live.race.can_undo),
    button("redo", live.race.can_redo),
    live.race.over ? null : h("button", { class: "button", onclick: () => openCorrection(app.me.seats) }, icon("edit"), t("ui.correct")),
    part.controls(live),
    breakButton(),
    app.me.host && live.race.begun && !live.race.over && !live.on_break ? endRaceKey(live) : null,
    historyButton(),
    presentationButton(),
    live.race.begun ? null : h("a", { class: "button", href: "/setup" }, icon("back"), t("ui.reopen_setup")),
  );
}

function historyButton() {
  return h("a", { class: "button quiet", href: "/history" }, icon("history"), h("span", {}, t("ui.history")));
}

/** The log, the newest line first. The presentation leaves out the steps of a turn that its last
    line repeats. */
function logSection(live, part) {
  const steps = isPresentation() ? (part.turnSteps ?? []) : [];
  const lines = live.log.filter(({ act }) => !steps.includes(act));
  return h(
    "section",
    { class: "log", key: "log", "aria-label": t("ui.log"), tabindex: "0" },
    h("h2", {}, t("ui.log")),
    h("ol", {}, lines.reverse().map(logLine)),
  );
}

/** Players whose phone is away. */
function awayPhones(live) {
  const here = knownPhones(live).filter((phone) => phone.here || phone.mine).flatMap((phone) => phone.seats);
  const known = knownPhones(live).flatMap((phone) => phone.seats);
  return live.seats.filter(({ seat }) => playerOf(live, seat)?.status === "racing" && known.includes(seat) && !here.includes(seat));
}

/** Missing devices of the racing seats (or of the whole table), and all errors of table.toml; a
    text that several share is shown once. */
function missingDevices(live) {
  const racing = [0, ...live.state.seats.map((player) => player.seat)];
  const concerns = ({ state, seat }) => state === "refused" || racing.includes(seat);
  const lost = live.devices.filter((device) => isTrouble(device) && concerns(device));
  const gone = mayAct() || isPresentation() ? awayPhones(live) : [];
  if (!lost.length && !gone.length) return null;
  return h(
    "ul",
    { class: "troubles", key: "troubles", "aria-label": t("ui.devices") },
    deviceTroubles(lost),
    gone.map((meta) => h("li", { key: `phone ${meta.seat}` }, icon("phone"), " ", t("ui.phone_gone", { name: meta.name }))),
  );
}

/** Whether a person has to act on it. Devices with the other notes still work. */
function isTrouble({ state, note }) {
  return state !== "connected" || note.includes(".stuck") || note === "link.twin";
}
