/* The page's app: one state (the newest snapshot and the page's own), one render. */

import { get, send } from "../lib/api.js";
import { draw, h } from "../lib/dom.js";
import { follow } from "../lib/event-stream.js";
import { lang, loadWords, t } from "../lib/words.js";
import { dressFor, games, load, part as partOf } from "./game-parts.js";
import { drawNotice } from "./notice-card.js";
import { mayAct, metaOf } from "./snapshot.js";
import { icon } from "./widgets.js";

const TOAST_MS = 10000;
const READ_MS = 4000; // a notice that lay shorter comes again after the newer one

/** Notices that are no refusals or alerts, with their icons. */
const NEWS = { "phones.host": "phone", "phones.no_host": "phone", "phones.taken_over": "phone", "learn.started": "ok", "learn.ended": "ok", "table.put_back": "undo" };

/** `live`: the newest snapshot (GET /state). `me`: this device's rights. `ui`: the page's own
    state. `part`: the page's part of its game (games/games.js), null while there is no game.
    `refused`: why this window gets no stream, "" if it does. */
export const app = { live: null, part: null, me: { seats: [], host: false, phone: null }, linked: false, refused: "", toast: null, ui: {} };

const places = new Map(); // selector -> view of another element than #page
const listeners = new Set();
let page = null;
let renderDue = false;
let wordsLoaded = false;
let lastNotice = null; // number of the newest notice that was seen
let held = []; // numbers of those that wait for this phone's own number
let covered = []; // the service's notices that a newer one covered before they were read
let announced = "";
let hasConnected = false; // the stream was connected before

/** Starts a page. `view(app)` describes the content of #page; `shows(notice)`: whether a notice
    is shown here, by default the general ones and those of this phone's seats; `announces(app)`: the sentence that a screen reader hears when it changes;
    `alertsFor(seat)`: whether this page sounds alerts for a seat. `part`: the part of a game
    without which the page is not drawn; `game(app)`: of which game. */
export async function start({ view, shows = isGeneralOrOwn, announces = () => "", alertsFor = () => false, part = null, game = onTable }) {
  page = { view, shows, announces, alertsFor, part, game };
  const words = loadWords();
  takeEmbeddedState();
  const likely = document.documentElement.dataset.game;
  if (games[likely]?.parts[part]) load(likely, part); // before the first state names the game
  follow({
    url: (window) => `/api/v1/stream?lang=${lang}&window=${window}${app.live && !app.refused ? `&v=${app.live.boot}.${app.live.version}` : ""}`,
    event: "state",
    take: receive,
    linked: (is, refused) => {
      if (app.linked !== is || app.refused !== refused) change({}, { linked: is, refused });
      if (is && !hasConnected && app.me.phone === null) fetchRights(); // the stream gave this phone its number
      hasConnected ||= is;
    },
  });
  await words;
  wordsLoaded = true;
  render();
}

/** Takes the state that was embedded in the page, to draw it before the stream is connected. */
function takeEmbeddedState() {
  const given = document.querySelector("#now");
  if (!given) return;
  const { live, me } = JSON.parse(given.textContent);
  showNotices(live.notices, true);
  Object.assign(app, { live, me, linked: true });
}

/** Draws `view(app)` into another element of the base page, too. */
export function addView(place, view) {
  places.set(place, view);
}

/** Calls `listener(was, live, {alertsFor, refused})` for every new state until the service
    restarts. */
export function onUpdate(listener) {
  listeners.add(listener);
}

/* Draws at once on input, so that it acts on the newest state. */
for (const input of ["pointerdown", "keydown", "focusin"]) addEventListener(input, () => renderDue && render(), true);

/** Changes the page's own state and redraws in the next animation frame. */
export function change(ui, more = {}) {
  Object.assign(app.ui, ui);
  Object.assign(app, more);
  if (renderDue) return;
  renderDue = true;
  requestAnimationFrame(render);
}

/** Posts (or puts) to the API and shows a refusal; without a connection it fails at once. A notice that
    was shown before goes, and so do those of seats that it covered. Gives the answer of `send`. */
export async function ask(path, body, method) {
  const shown = app.toast;
  const answer = await send(path, body, method, { patient: app.linked });
  if (!answer.ok) toast(answer.error);
  else {
    covered = covered.filter(({ seat }) => seat === null);
    if (shown && app.toast === shown) closeToast();
  }
  return answer;
}

/** Posts an act of the game. `sure`: refused if the table has changed since it was last shown. */
export function act(body, { sure = false } = {}) {
  return ask("/acts", sure ? { act: body, version: app.live.version } : { act: body });
}

/** Undoes or redoes one act, exactly the one that `version` shows. */
export function undoOrRedo(which, version = app.live.version) {
  return ask(`/${which}`, { version });
}

/** Fetches the rights of this device. */
export async function fetchRights() {
  const me = await get("/me");
  if (!me) return;
  change({}, { me });
  showNotices(app.live?.notices ?? []);
}

/** Shows a notice or refusal: `{text, remedy?, n?, seat?, sign?, undoes?, press?}`. With `sign`, the
    name of an icon, it reports what was done; with `undoes`, the version that shows an act, it offers
    to undo that act, or calls `press`. What went wrong here stays until it is closed or something is done.
    The newest lies on top: one of the service that it covers comes again after it. */
export function toast(notice) {
  if (!notice || (app.toast?.text === notice.text && app.toast.n !== undefined)) return;
  const { toast: shown } = app;
  clearTimeout(shown?.timer);
  if (shown?.n !== undefined && shown.text !== notice.text && performance.now() - shown.since < READ_MS) covered.push(shown);
  const timer = notice.sign || !isOwn(notice) ? setTimeout(() => app.toast?.timer === timer && closeToast(), TOAST_MS) : null;
  change({}, { toast: { ...notice, timer, since: performance.now() } });
}

/** Whether this page caused it, or it concerns the page's seat or one of this phone's. */
const isOwn = ({ n, seat }) => n === undefined || app.me.seats.includes(seat) || String(seat) === document.body.dataset.seat;

function isGeneralOrOwn(notice) {
  return notice.seat === null || isOwn(notice);
}

function closeToast() {
  dropToast();
  change({});
}

function receive(live) {
  const was = app.live;
  const anew = was?.boot !== live.boot;
  app.live = live;
  if (!anew) dropRefusal(live.up.filter((seat) => !was.up.includes(seat)));
  const refused = showNotices(live.notices ?? [], anew);
  dropResolved(live.notices ?? []);
  if (anew || was.rights !== live.rights) fetchRights();
  render();
  if (!anew) for (const listener of listeners) listener(was, live, { alertsFor: page.alertsFor, refused });
}

/** Shows the notices that are for this page, the newest on top, and gives them. One for a single phone, or
    for all but one, waits until this phone has its number. */
function showNotices(notices, anew = false) {
  const newest = notices.at(-1)?.n ?? 0;
  if (anew || lastNotice === null) lastNotice = newest;
  const due = notices.filter(({ n }) => n > lastNotice || held.includes(n));
  held = app.me.phone === null ? due.filter(namesPhone).map(({ n }) => n) : [];
  const fresh = due.filter((notice) => !held.includes(notice.n) && isForThisPhone(notice) && page.shows(notice));
  lastNotice = Math.max(lastNotice, newest);
  for (const notice of fresh) toast({ sign: NEWS[notice.key], ...notice });
  return fresh;
}

/** Hides the toast of a notice that was resolved meanwhile, perhaps on another device. */
function dropResolved(notices) {
  const { toast: shown } = app;
  if (shown?.n !== undefined && !notices.some(({ n }) => n === shown.n)) dropToast();
}

/** Hides a refusal with its remedy once these seats are up: it was of the turn before. */
function dropRefusal(seats) {
  if (app.toast?.remedy?.length && seats.includes(app.toast.seat ?? seats[0])) dropToast();
}

/** Takes the notice away; one that it covered and that is not resolved yet comes again. */
function dropToast() {
  clearTimeout(app.toast?.timer);
  app.toast = null;
  covered = covered.filter(({ n }) => app.live.notices?.some((notice) => notice.n === n));
  toast(covered.pop());
}

const namesPhone = ({ params }) => (params?.only ?? params?.but) !== undefined;

/** Whether a notice is for this phone: some are for one only, or for all but one. */
function isForThisPhone({ params }) {
  return (params?.only ?? app.me.phone) === app.me.phone && params?.but !== app.me.phone;
}

function render() {
  renderDue = false;
  const frame = document.documentElement;
  frame.toggleAttribute("data-away", !app.linked);
  if (!app.live || !wordsLoaded || !partIsReady()) return;
  for (const part of document.querySelectorAll("[data-if-simulated]")) {
    part.hidden = !app.live.simulated;
  }
  draw(document.querySelector("#away"), app.linked && !app.refused ? null : awayBar());
  draw(document.querySelector("#page"), page.view(app));
  for (const [place, view] of places) draw(document.querySelector(place), view(app));
  drawNotice(document.querySelector("#toast"), app.toast, app.toast ? toastKeys(app.toast) : [], closeToast);
  announce(page.announces(app));
}

const onTable = ({ live }) => live.race?.game;

/** Whether the page's part of its game is loaded; until then the page stays as it is. */
function partIsReady() {
  const game = page.part && page.game(app);
  app.part = game ? partOf(game, page.part) : null;
  if (game && !app.part) load(game, page.part).then(() => change({}));
  if (app.part) dressFor(game);
  return !game || Boolean(app.part);
}

function announce(sentence) {
  if (sentence === announced) return;
  announced = sentence;
  document.querySelector("#say").textContent = sentence;
}

/** Lets a screen reader say these words, again if they were its last; besides what the page announces.
    With a sheet open they are said there: it hears nothing of the page below. */
export function say(words) {
  const place = document.querySelector("dialog[open] .sheet-say") ?? document.querySelector("#say");
  place.textContent = "";
  requestAnimationFrame(() => (place.textContent = words));
}

function awayBar() {
  return h("p", { class: "away" }, icon("plug"), app.refused || t("ui.not_connected"));
}

function toastKeys(notice) {
  return [
    notice.undoes ? h("button", { class: "button", onclick: notice.press ?? (() => undoOrRedo("undo", notice.undoes)) }, t("ui.step_undo")) : null,
    notice.remedy?.length && mayAct(app.me, notice.seat)
      ? h("button", { class: "button", onclick: () => applyRemedy(notice) }, remedyWords(notice))
      : null,
  ];
}

/** What the remedy claims: whose turn is over, whose it is, or else that the companion is wrong. */
function remedyWords({ remedy: [first], params }) {
  if (first.act === "done") return t("ui.remedy_done", { name: params.name });
  const up = metaOf(app.live, first.set?.turn);
  return up ? t("ui.remedy_turn", { name: up.name }) : t("ui.table_is_right");
}

async function applyRemedy(notice) {
  closeToast();
  if (notice.n !== undefined && notice.seat) {
    await ask(`/seats/${notice.seat}/remedy`, { n: notice.n });
    return;
  }
  for (const body of notice.remedy) {
    const answer = await act(body);
    if (!answer.ok) return;
  }
}
