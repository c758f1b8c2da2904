/* A seat's phone: everything that the seat's buttons and reader can do, for one thumb. */

import { h } from "../lib/dom.js";
import { languageOf, setLanguage } from "../lib/language.js";
import { labelled, lang, sentences, t } from "../lib/words.js";
import { act, app, ask, fetchRights, start } from "../parts/app.js";
import { openCorrection } from "../parts/correction.js";
import { howKeys, momentLines } from "../parts/how-it-goes.js";
import { playerClock } from "../parts/player-clock.js";
import { raceResult } from "../parts/race-result.js";
import { resultWords } from "../parts/result-words.js";
import { buttonHandlers, seatButtons } from "../parts/seat-buttons.js";
import { openSheet } from "../parts/sheet.js";
import { mayAct, metaOf, playerOf } from "../parts/snapshot.js";
import { asksForCard, unknownTag } from "../parts/unknown-tag.js";
import { badge, icon, named, seatStyle } from "../parts/widgets.js";
import { followTurn, followedNote, takeFocus } from "./seat/follow-turn.js";
import { guest, guestKnown } from "./seat/guest.js";
import { keepInSight } from "./seat/in-sight.js";
import { settleAfterSteps, settles } from "./seat/settle.js";
import { step, tellTakenBack } from "./seat/taken-back.js";
import { stepWords, ticks } from "./seat/ticks.js";

const SEAT = Number(document.body.dataset.seat);
const MEDALS = [1, 2, 3];

start({
  view: ({ live, part }) => seatView(live, part),
  part: "seat",
  shows: (notice) => [SEAT, null].includes(notice.seat) && !(mayAct(app.me, SEAT) && asksForCard(notice)),
  alertsFor: (seat) => seat === SEAT,
  announces: ({ live, part }) => sentences(spoken(live, part)),
});

let begun = { turn: "", words: "", call: [] }; // the newest turn of this seat, its call and the words then

/** What a screen reader hears when it changes: the news first, for the rest was heard before. As a
    turn begins, that is whose it is; on a phone with several seats also what the last turn brought. */
function spoken(live, part) {
  const meta = metaOf(live, SEAT);
  if (!meta) return live.todo;
  const { late, rest } = stepWords(live, meta, isTurn(live));
  const words = [...(part?.announces?.(live, SEAT) ?? []), ...late, ...meta.todo, ...rest, ...(live.state ? resultWords(live) : [])];
  const turn = isTurn(live) ? `${live.race.id} ${meta.turns}` : "";
  if (turn !== begun.turn) begun = { turn, words: words.join(), call: callOf(live, meta) };
  return turn && words.join() === begun.words ? [...begun.call, ...words] : words;
}

function callOf(live, { name }) {
  const yours = t("ui.your_turn");
  if (app.me.seats.length < 2) return [yours];
  return [...(live.log.at(-1)?.events ?? []).map((event) => event.text), labelled(name, yours)];
}

const isTurn = (live) => live.up.includes(SEAT) && live.state.phase === "turns";

followTurn(SEAT);
tellTakenBack(SEAT);
settleAfterSteps();
keepInSight(SEAT);

function seatView(live, part) {
  const meta = metaOf(live, SEAT);
  if (!meta) return h("p", { class: "lead" }, t("ui.no_such_seat", { n: SEAT }));
  followLanguage(meta);
  document.title = `${nameOf(meta)} · ${t("ui.app")}`;
  const up = live.up.includes(SEAT);
  const player = playerOf(live, SEAT);
  const over = live.state?.phase === "over";
  const danger = player && !over ? part.danger?.(live, SEAT) : null;
  return h(
    "div",
    { class: `phone${up ? " is-up" : ""}${settles() ? " settles" : ""}${danger ? ` in-${danger}` : ""}`, style: seatStyle(meta), key: "phone" },
    head(live, meta, part),
    todo(live, meta, danger),
    mayAct(app.me, SEAT) ? unknownTag(live, SEAT) : null,
    over ? raceResult(live, part.resultNote) : player ? part.mat(live, SEAT) : null,
    player?.played && !over ? watchPlayed() : null,
    mayAct(app.me, SEAT) && !app.ui.gaveBack ? thumb(live, meta, player && !over ? part : null) : player?.played && !over ? null : claim(meta),
    momentLines(live, SEAT),
  );
}

const nameOf = ({ name, seat }) => name ?? t("ui.seat_n", { n: seat });

/** Switches to the language that this player chose here. */
function followLanguage({ name }) {
  const wanted = name && app.me.seats.includes(SEAT) ? languageOf(name) : lang;
  if (wanted && wanted !== lang) setLanguage(wanted);
}

function head(live, meta, part) {
  return h(
    "div",
    { class: `phone-head${ownsSeveral() ? " shares" : ""}`, key: "head" },
    badge(meta),
    h("h1", {}, named(nameOf(meta))),
    part?.chips(live, SEAT),
    playerClock(live, SEAT),
    isTurn(live)
      ? h("span", { class: "chip warm your-turn" }, icon("paw"), t("ui.your_turn"))
      : null,
    meta.device === "lost" ? h("span", { class: "chip warn" }, icon("unplug"), t("ui.seat_device_lost")) : null,
    ownSeats(live),
  );
}

/** What to do now. Who is out of the race reads what the others wait for. */
function todo(live, meta, danger) {
  const words = meta.todo?.length ? [...meta.todo, ...(danger === "out" ? live.todo.slice(0, 1) : [])] : live.todo;
  const [first, ...rest] = words.length ? words : [live.state ? "" : t(!isGuest() || guestKnown(meta) ? "ui.no_race" : "ui.guest_title")];
  return h(
    "section",
    { class: "phone-todo", key: "todo", "aria-label": labelled(nameOf(meta), t("ui.now")) },
    medal(live),
    h("p", { class: "todo-first", key: first, made: takeFocus }, danger === "out" ? icon("cross") : null, first),
    rest.length ? h("p", { class: "todo-more", key: rest.join() }, sentences(rest)) : null,
    live.state && !live.race.over && !playerOf(live, SEAT) ? h("p", { class: "todo-more" }, t("ui.plays_next")) : null,
    ticks(live, meta, isTurn(live)),
    followedNote(live, SEAT),
    live.state ? null : before(live, meta),
  );
}

/** The medal of places 1 to 3, from the finish on; the words say the place, too. */
function medal({ state }) {
  const one = [...(state?.seats ?? []), ...(state?.result ?? [])].find(({ seat, place }) => seat === SEAT && MEDALS.includes(place));
  return one ? h("span", { class: `medal medal-${one.place}`, key: "medal", "aria-hidden": "true" }, one.place) : null;
}

/** Without a race: the host sets one up, the others say who they are, and wait. */
function before(live, meta) {
  if (app.me.host) return h("a", { class: "button go", href: "/setup" }, icon("flag"), t("ui.start_race"));
  return isGuest() ? guest(live, meta) : null;
}

const isGuest = () => app.me.seats.includes(SEAT) && !app.me.host;

const ownsSeveral = () => app.me.seats.length > 1 && app.me.seats.includes(SEAT);

/** Links to the other seats of this phone, marking those whose turn it is. */
function ownSeats(live) {
  if (app.me.seats.includes(SEAT)) app.ui.sat = true;
  if (!ownsSeveral()) return null;
  const link = (seat) =>
    h(
      "a",
      {
        key: seat,
        class: `button own-seat${live.up.includes(seat) ? " warm" : ""}`,
        href: `/seat/${seat}`,
        style: seatStyle(metaOf(live, seat)),
        "aria-current": seat === SEAT ? "page" : null,
      },
      live.up.includes(seat) ? icon("paw") : null,
      badge(metaOf(live, seat)),
      h("span", { class: "own-seat-name" }, named(nameOf(metaOf(live, seat)))),
      live.up.includes(seat) ? h("span", { class: "sr" }, t("ui.is_up")) : null,
    );
  return h("nav", { class: "own-seats", key: "own-seats", "aria-label": t("ui.own_seats") }, app.me.seats.map(link));
}

/** In place of the way to a seat that the table plays: to watch, or to another seat. */
function watchPlayed() {
  return h(
    "section",
    { class: "claim", key: "played" },
    h("a", { class: "button", href: "/" }, icon("eye"), t("ui.just_watch")),
    app.me.seats.length ? null : h("a", { class: "button", href: "/join" }, t("ui.join_title")),
  );
}

/** The way to this seat, and to another one: that comes first after leaving this one. */
function claim(meta) {
  const left = Boolean(app.ui.gaveBack);
  const words = app.ui.sat && !left ? "ui.seat_lost" : meta.phones ? "ui.seat_claimed" : "ui.seat_free";
  return h(
    "section",
    { class: "claim thumb", key: "claim" },
    left ? h("a", { key: "another", class: "button big go", href: "/join" }, t("ui.join_title")) : null,
    h("p", {}, t(words)),
    h(
      "button",
      { class: `button${left ? "" : " big go"}`, onclick: () => changeRights("claim") },
      icon("phone"),
      t(meta.phones ? "ui.play_along" : "ui.claim"),
    ),
    meta.phones
      ? h("button", { class: "button", onclick: () => changeRights("claim", { take: true }) }, t("ui.take_over"))
      : null,
    left ? null : h("a", { key: "another", class: "button", href: "/join" }, t("ui.other_seat")),
  );
}

async function changeRights(what, body) {
  const answer = await ask(`/seats/${SEAT}/${what}`, body);
  if (!answer.ok) return;
  app.ui.gaveBack = what === "release"; // so the page does not report the seat as lost
  await fetchRights();
}

/** The controls. `part`: the game's, null if nobody plays here now. */
function thumb(live, meta, part) {
  const own = part?.ownButtons?.(live, SEAT);
  const short = meta.keys ? part?.shortOk?.(live, SEAT, meta.keys.ok?.press) : null;
  const press = (button, hold) => (short && button === "ok" && !hold ? short.go() : ask(`/seats/${SEAT}/press`, { button, hold }));
  const keys = short ? { ...meta.keys, ok: { ...meta.keys.ok, press: { ...meta.keys.ok.press, text: short.text } } } : meta.keys;
  return h(
    "section",
    { class: "thumb", key: "thumb", "aria-label": t("ui.controls") },
    part?.buttons(live, SEAT),
    meta.keys && live.state.phase !== "over" && !own ? seatButtons(keys, buttonHandlers(press)) : null,
    footer(live),
    extras(live, own ? {} : meta, part),
    live.race ? howKeys(live.race.game) : null,
    happened(live),
  );
}

/** Buttons for holds and for a game's other acts. They come and go, so they stand below the buttons
    and undo, which must not move under the thumb. */
function extras(live, meta, part) {
  const buttons = [...(meta.extra ?? []).map((key) => extraButton(key, part?.extraSign?.(live, key.act))), ...(part?.extras(live, SEAT) ?? [])];
  if (!buttons.length && !part) return null;
  return h("div", { class: "extras", key: "extras", role: "group", "aria-label": t("ui.more_keys") }, buttons);
}

function extraButton({ text, enabled, act: does }, sign) {
  return h(
    "button",
    { key: text, class: `button extra${enabled ? "" : " idle"}`, onclick: () => does && act(does) },
    sign,
    text,
  );
}

function footer(live) {
  const button = (which) =>
    h(
      "button",
      { class: "button", title: which === "undo" ? live.race.undoes?.text : null, disabled: !live.race[`can_${which}`], onclick: () => step(which, SEAT) },
      icon(which),
      h("span", {}, t(`ui.step_${which}`)),
    );
  return h(
    "div",
    { class: "phone-foot", key: "foot" },
    live.race ? [button("undo"), button("redo")] : null,
    live.state && !live.race.over
      ? h("button", { class: "button", onclick: () => openCorrection([SEAT], { seat: SEAT }) }, icon("edit"), h("span", {}, t("ui.correct")))
      : null,
    app.me.seats.includes(SEAT)
      ? h("button", { class: "button", onclick: () => leave(playerOf(live, SEAT)) }, icon("cross"), h("span", {}, t("ui.release")))
      : null,
    h("a", { class: "button", href: "/" }, icon("eye"), h("span", {}, t("ui.nav_table"))),
  );
}

/** What happened last, below everything that a turn needs. */
function happened({ log }) {
  const last = log?.at(-1);
  if (!last) return null;
  const words = sentences(last.events.map((event) => event.text));
  return h("a", { class: "happened", key: "last", href: "/history" }, h("small", { class: "last" }, words));
}

/** Leaves the seat. In a race there are two ways: a sheet says what happens to the player. */
async function leave(player) {
  if (player?.status !== "racing") {
    await changeRights("release");
    return;
  }
  const { leaveSheet: leaving } = await import("./seat/leave.js");
  openSheet((live) => leaving(live, SEAT));
}
