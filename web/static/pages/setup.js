/* Setting up a race: game, players, and the game's settings. The draft is stored in this
   browser. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { store, stored, storeText } from "../lib/storage.js";
import { t } from "../lib/words.js";
import { countForSeason } from "../parts/add-to-season.js";
import { app, ask, change, start, toast } from "../parts/app.js";
import { goTo } from "../parts/form-fields.js";
import { load } from "../parts/game-parts.js";
import { howFolded } from "../parts/how-it-goes.js";
import { changeGame, faults, fromOptions, newDraft, toOptions } from "../parts/race-draft.js";
import { sitDownNote } from "../parts/sit-down-note.js";
import { noteStart, pageAfterStart } from "../parts/started-here.js";
import { icon, loading } from "../parts/widgets.js";
import { GAMES } from "../games/games.js";
import { gameChoice } from "./setup/game-choice.js";
import { seatGuests } from "./setup/guests.js";
import { playersSection } from "./setup/players.js";
import { leftOut, leftOutWords, sitDownByCards } from "./setup/sit-down.js";

const KEY = "companion.draft";
const WANTED_GAME = new URLSearchParams(location.search).get("game");

start({
  view: ({ live, part }) => setupView(live, part),
  part: "setup",
  game: ({ ui }) => ui.setup?.game,
});

function setupView(live, part) {
  if (app.ui.setup === undefined) prefill(live);
  if (!app.ui.setup || !part) return loading(); // a stored draft names the game before its part is here
  const { setup: draft } = app.ui;
  seatGuests(put);
  if (part.players.ownCards) sitDownByCards(put);
  const wrong = faults(draft, live.table.seats, part);
  const form = { live, draft, wrong: app.ui.tried ? wrong : {}, put, part };
  return h(
    "form",
    { class: "setup", key: "setup", novalidate: true, onsubmit: (event) => submit(event, live, wrong, part) },
    h("h1", { key: "title" }, t(reopens(live) ? "ui.setup_reopened" : "ui.setup_title")),
    app.me.host ? null : h("p", { class: "note", key: "rights" }, icon("key"), " ", t("ui.setup_host"), " ", h("a", { href: "/join#pin" }, t("ui.nav_join"))),
    running(live) ? h("p", { class: "note", key: "running" }, icon("alert"), t("ui.race_running")) : null,
    gameChoice(form, (game) => choose(game, live), live.proposal?.game, Boolean(WANTED_GAME) || reopens(live)),
    part.players.ownCards ? sitDownNote(live) : null,
    playersSection(form),
    part.sections(form),
    startPart(live, wrong, part),
  );
}

const phoneSeats = ({ seats }) => seats.filter((meta) => meta.phones).map((meta) => meta.seat);
const reopens = (live) => Boolean(live.race && !live.race.begun && !live.race.over);
const running = (live) => Boolean(live.race && live.race.begun && !live.race.over);

/** Fills the draft from the race that can be reopened, from the stored draft, or from the last
    race; but never from another game than the requested one. */
async function prefill(live) {
  app.ui.setup = null;
  const wanted = WANTED_GAME in GAMES ? WANTED_GAME : null;
  const typed = reopens(live) ? null : unfinished();
  if (typed && typed.game === (wanted ?? typed.game)) {
    change({ setup: typed });
    return;
  }
  const race = await lastRace(live);
  const game = wanted ?? live.proposal?.game ?? race?.game ?? Object.keys(GAMES)[0];
  const part = await load(game, "setup");
  const same = race?.game === game;
  const again = reopens(live);
  change({ setup: same ? { ...fromOptions(game, part, race.options, live.table, again ? live.state : null), course: race.course, courseFrom: again ? "host" : "race", clock: race.clock } : newDraft(game, part, live.table, phoneSeats(live)) });
}

/** The stored draft, if its game is known. */
function unfinished() {
  const draft = stored(KEY);
  return draft?.game in GAMES ? draft : null;
}

/** The race on the table, or the newest saved one; with the name of its course. */
async function lastRace({ race }) {
  const id = race?.id ?? (await get("/races"))?.races[0]?.id;
  return id ? ((await get(`/races/${id}`)) ?? race) : null;
}

/** Switches to another game, with the same players. */
async function choose(game, live) {
  const part = await load(game, "setup");
  put(changeGame(app.ui.setup, game, part, live.table));
  change({ tried: false });
}

function put(draft) {
  store(KEY, draft);
  change({ setup: draft });
}

/** The start button, which stays in sight with the first thing missing, or else with what the race
    will be; below, what is seldom needed. */
function startPart(live, wrong, part) {
  const afresh = () => put(newDraft(app.ui.setup.game, part, live.table, phoneSeats(live)));
  return [
    h(
      "div",
      { class: "part launch", key: "launch" },
      launchNote(live, wrong, part),
      h(
        "button",
        { class: "button big go", type: "submit", disabled: Boolean(app.ui.starting) },
        icon("flag"),
        t(reopens(live) ? "ui.setup_save" : "ui.start_race"),
      ),
    ),
    h(
      "div",
      { class: "actions", key: "seldom" },
      h("button", { class: "button", type: "button", onclick: afresh }, t("ui.start_afresh")),
      howFolded(app.ui.setup.game),
    ),
  ];
}

/** What is missing, whom the race leaves out, or the course: a tap goes there. An alarm once the
    host has tried to start. */
function launchNote(live, wrong, part) {
  const [fault] = Object.entries(wrong);
  const late = leftOut(live, app.ui.setup, part);
  const [where, ...words] = fault
    ? [fault[0], icon("alert"), t(...fault[1])]
    : late.length
      ? ["waiting", icon("phone"), leftOutWords(late)]
      : (part.brief?.(app.ui.setup) ?? []);
  const alarms = Boolean(app.ui.tried && (fault || late.length));
  return h(
    "div",
    { class: `launch-note${alarms ? " missing" : ""}`, key: "note", role: alarms ? "alert" : null },
    where ? h("button", { type: "button", class: "button plain", onclick: () => goTo(where) }, words) : null,
  );
}

async function submit(event, live, wrong, part) {
  event.preventDefault();
  const late = leftOut(live, app.ui.setup, part).map(({ seat }) => seat).join();
  const [first] = Object.keys(wrong);
  const asks = first ?? (late && app.ui.late !== late ? "waiting" : null); // asked once, then it starts without them
  change({ tried: true, late: first ? app.ui.late : late });
  if (asks) {
    goTo(asks);
    return;
  }
  change({ starting: true });
  const { game, course = "", clock = false } = app.ui.setup;
  const body = { game, options: toOptions(app.ui.setup, part), course, clock };
  if (live.race?.over) await countForSeason(live.race.id);
  const answer = await ask("/races", reopens(live) ? { ...body, replace: live.race.id } : body);
  change({ starting: false });
  if (!answer.ok) return;
  storeText(KEY, null);
  noteStart(answer.data.id);
  toast({ text: t("ui.race_started"), sign: "flag" });
  location.assign(pageAfterStart(body.options));
}
