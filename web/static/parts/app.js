/* One state, one render: what the service said last, what this page adds, and how it is drawn. */

import { get, send } from "../lib/api.js";
import { draw, h } from "../lib/dom.js";
import { follow } from "../lib/event-stream.js";
import { lang, loadWords, t } from "../lib/words.js";
import { games, load, part as partOf } from "./game-parts.js";
import { mayAct } from "./snapshot.js";
import { icon } from "./widgets.js";

const TOAST_MS = 10000;
const REMEDY_MS = 40000; // an offer to set something right stays longer than a mere no

/** `live`: the newest snapshot (GET /state). `me`: this device's rights. `ui`: the page's own. `part`:
    the page's part of its game (games/games.js), null while there is no game. */
export const app = { live: null, part: null, me: { seats: [], host: false, phone: null }, linked: false, toast: null, ui: {} };

const places = new Map(); // selector -> view, beside the page itself
const listeners = new Set();
let page = null;
let due = false;
let worded = false;
let known = null; // number of the newest notice that was dealt with
let spoken = "";
let met = false; // the stream has stood before

/** Starts a page. `view(app)` gives what stands in #page; `hears(notice)` whether it is shown here;
    `says(app)` the sentence that a screen reader hears when it changes; `feels(seat)` whether this
    page calls out what happens to a seat. `part`: the part of a game without which the page is not
    drawn; `game(app)`: of which game. */
export async function start({ view, hears = () => true, says = () => "", feels = () => false, part = null, game = onTable }) {
  page = { view, hears, says, feels, part, game };
  const words = loadWords();
  begin();
  const likely = document.documentElement.dataset.game;
  if (part && likely in games) load(likely, part); // before the first state says so
  follow({
    url: () => `/api/v1/stream?lang=${lang}${app.live ? `&v=${app.live.boot}.${app.live.version}` : ""}`,
    event: "state",
    take,
    linked: (is) => {
      if (app.linked !== is) change({}, { linked: is });
      if (is && !met && app.me.phone === null) learnMe(); // the stream gave this phone its number
      met ||= is;
    },
  });
  await words;
  worded = true;
  render();
}

/** The state that came with the page: it is drawn while the stream is still on its way. */
function begin() {
  const given = document.querySelector("#now");
  if (!given) return;
  const { live, me } = JSON.parse(given.textContent);
  hearNotices(live.notices, true);
  Object.assign(app, { live, me, linked: true });
}

/** Draws `view(app)` in this place of the frame, too. */
export function also(place, view) {
  places.set(place, view);
}

/** Tells `hear(was, live, {feels, refused})` of every new state of the same run of the service. */
export function onNews(hear) {
  listeners.add(hear);
}

/* Whoever acts meets what was changed last, though no frame has shown it yet. */
for (const hand of ["pointerdown", "keydown", "focusin"]) addEventListener(hand, () => due && render(), true);

/** Changes the page's own state and draws it in the next frame. */
export function change(ui, more = {}) {
  Object.assign(app.ui, ui);
  Object.assign(app, more);
  if (due) return;
  due = true;
  requestAnimationFrame(render);
}

/** Posts (or puts) to the API and says what was refused; without a connection it says so at once.
    Gives the answer of `send`. */
export async function ask(path, body, method) {
  const answer = await send(path, body, method, { patient: app.linked });
  if (!answer.ok) toast(answer.error);
  else if (app.toast) change({}, { toast: null });
  return answer;
}

/** Does an act of the game. `sure`: refused if the table has changed since it was last shown. */
export function act(body, { sure = false } = {}) {
  return ask("/acts", sure ? { act: body, version: app.live.version } : { act: body });
}

/** Takes back or does again one action, exactly the one that is shown. */
export function step(which) {
  return ask(`/${which}`, { version: app.live.version });
}

/** Learns anew what this device may do. */
export async function learnMe() {
  const me = await get("/me");
  if (me) change({}, { me });
}

/** Shows a passing notice or refusal: `{text, remedy?, n?, seat?}`. */
export function toast(notice) {
  if (!notice || (app.toast?.text === notice.text && app.toast.n !== undefined)) return;
  clearTimeout(app.toast?.timer);
  const timer = setTimeout(
    () => app.toast?.timer === timer && change({}, { toast: null }),
    notice.remedy?.length ? REMEDY_MS : TOAST_MS,
  );
  change({}, { toast: { ...notice, timer } });
}

function take(live) {
  const was = app.live;
  const anew = was?.boot !== live.boot;
  app.live = live;
  const refused = hearNotices(live.notices ?? [], anew);
  dropSettled(live.notices ?? []);
  if (anew || was.rights !== live.rights) learnMe();
  render();
  if (!anew) for (const hear of listeners) hear(was, live, { feels: page.feels, refused });
}

function hearNotices(notices, anew) {
  const newest = notices.at(-1)?.n ?? 0;
  if (anew || known === null) known = newest;
  const fresh = notices.filter((notice) => notice.n > known && meant(notice) && page.hears(notice));
  known = Math.max(known, newest);
  if (fresh.length) toast(fresh.at(-1));
  return fresh;
}

/** What was settled meanwhile, perhaps on another device, is shown no longer. */
function dropSettled(notices) {
  const { toast: shown } = app;
  if (shown?.n === undefined || notices.some(({ n }) => n === shown.n)) return;
  clearTimeout(shown.timer);
  app.toast = null;
}

/** Whether a notice is for this phone: some are for one only, or for all but one. */
function meant({ params }) {
  return (params?.only ?? app.me.phone) === app.me.phone && params?.but !== app.me.phone;
}

function render() {
  due = false;
  const frame = document.documentElement;
  frame.toggleAttribute("data-away", !app.linked);
  if (!app.live || !worded || !parted()) return;
  for (const part of document.querySelectorAll("[data-if-simulated]")) {
    part.hidden = !app.live.simulated;
  }
  draw(document.querySelector("#away"), app.linked ? null : awayBar());
  draw(document.querySelector("#page"), page.view(app));
  for (const [place, view] of places) draw(document.querySelector(place), view(app));
  draw(document.querySelector("#toast"), app.toast ? toastCard(app.toast) : null);
  speak(page.says(app));
}

const onTable = ({ live }) => live.race?.game;

/** Whether the page's part of its game is there; while it is on its way the page stays as it is. */
function parted() {
  const game = page.part && page.game(app);
  app.part = game ? partOf(game, page.part) : null;
  if (game && !app.part) load(game, page.part).then(() => change({}));
  return !game || Boolean(app.part);
}

function speak(sentence) {
  if (sentence === spoken) return;
  spoken = sentence;
  document.querySelector("#say").textContent = sentence;
}

function awayBar() {
  return h("p", { class: "away" }, icon("plug"), t("ui.not_connected"));
}

function toastCard(notice) {
  return h(
    "div",
    { class: "toast", key: notice.n ?? notice.text },
    icon("alert"),
    h("p", {}, notice.text),
    notice.remedy?.length && mayAct(app.me, notice.seat)
      ? h("button", { class: "button warm", onclick: () => setRight(notice) }, t("ui.table_is_right"))
      : null,
    h(
      "button",
      { class: "button plain", "aria-label": t("ui.close"), onclick: () => change({}, { toast: null }) },
      icon("cross"),
    ),
  );
}

async function setRight(notice) {
  change({}, { toast: null });
  if (notice.n !== undefined && notice.seat) {
    await ask(`/seats/${notice.seat}/remedy`, { n: notice.n });
    return;
  }
  for (const body of notice.remedy) {
    const answer = await act(body);
    if (!answer.ok) return;
  }
}
