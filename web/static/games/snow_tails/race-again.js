/* A race on a laid course driven again, with the heat of its lines and crashes. Loaded by the page of a
   race on such a course. Nothing moves by itself where motion is off: there are only the step keys. */

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app, change } from "../../parts/app.js";
import { choices, icon, seatStyle } from "../../parts/widgets.js";
import { courseBoard } from "./course-board.js";
import { heatMarks, heatNumbers } from "./race-heat.js";
import { hottest, raceAfter } from "./race-steps.js";
import { dentCount } from "./symbols.js";

const SPEEDS = [0.5, 1, 2, 4, 8];
const PAUSE_MS = 500; // between two moves
const WIDE = 1.5; // the picture's width by its height, about
const NARROW = 0.9;

const shown = new Map(); // what the picture has shown of each sled
let fetchedFor = null;
let playing = 0; // the number of the current play, 0 while paused

/** The section; null until the moves are known. */
export function raceAgain(story) {
  fetchFor(story);
  const { drive } = app.ui;
  if (!drive?.steps.length) return null;
  const { n = 0, speed = 1, heat = "race" } = app.ui.again ?? {};
  return h(
    "section",
    { class: "part again", key: "again", "aria-label": t("ui.again") },
    h("h2", {}, icon("sled"), " ", t("ui.again")),
    picture(story, drive, n, heat),
    h("p", { class: "again-words", key: "words", role: "status" }, wordsOf(story, drive, n)),
    keys(drive, n),
    isStill() ? null : choices("again-speed", t("ui.again_speed"), speed, SPEEDS.map((value) => ({ value, words: `${value === 0.5 ? "½" : value}×` })), hurry),
    choices("again-heat", t("ui.heat"), heat, [
      { value: "none", words: t("ui.heat_none") },
      { value: "race", words: t("ui.heat_race") },
      ...(drive.races > 1 ? [{ value: "course", words: t("ui.heat_course", { n: drive.races }) }] : []),
    ], (value) => put({ heat: value })),
    heat === "none" ? null : heatNumbers(hottest(drive, heatOf(drive, heat))),
  );
}

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const heatOf = (drive, which) => drive.heat[which === "course" ? 1 : 0];
const put = (changed) => change({ again: { ...app.ui.again, ...changed } });

async function fetchFor(story) {
  if (fetchedFor === story) return;
  fetchedFor = story;
  const drive = await get(`/races/${story.id}/drive`);
  if (drive && fetchedFor === story) change({ drive });
}

function picture(story, drive, n, heat) {
  const { sleds, pieces, step } = raceAfter(drive, n);
  const leader = story.seats.find(({ place }) => step && place[step.round - 1] === 1)?.seat;
  const drawn = sleds.map((sled) => {
    const meta = story.seats.find(({ seat }) => seat === sled.seat);
    const moved = sled.seat === step?.seat;
    return { ...sled, name: meta.name, style: seatStyle(meta), path: moved ? step.path : [], leads: sled.seat === leader };
  });
  drawn.sort((one, other) => one.path.length - other.path.length);
  const over = heat === "none" ? null : (places) => heatMarks(places, hottest(drive, heatOf(drive, heat)));
  const ratio = innerWidth > 760 ? WIDE : NARROW;
  return h("div", { class: "course-place", key: "picture" }, courseBoard({ pieces, sleds: drawn, shown, ratio, over, label: t("ui.course_board") }));
}

/** "Round 2 · Ada · Speed 7 · Edge · 2 dents" */
function wordsOf(story, drive, n) {
  const step = drive.steps[n - 1];
  if (!step) return t("ui.again_start");
  const round = t("ui.round_n", { n: step.round });
  if (step.seat === null) return [round, t("ui.again_corrected")].join(" · ");
  const { name } = story.seats.find(({ seat }) => seat === step.seat);
  const met = [step.saplings.length ? "sapling" : null, step.stop].filter(Boolean).map((what) => t(`ui.mark_key_${what}`));
  return [round, name, t("ui.again_drove", { n: step.speed }), ...met, ...(step.cost ? [dentCount(step.cost)] : [])].join(" · ");
}

function keys(drive, n) {
  const most = drive.steps.length;
  const key = (sign, words, off, onclick) => h("button", { type: "button", class: "button step", key: sign, "aria-label": words, disabled: off, onclick }, icon(sign));
  return h(
    "div",
    { class: "again-keys", key: "keys" },
    isStill() ? null : h("button", { type: "button", class: "button go again-play", key: "play", onclick: () => (playing ? pause() : play()) }, icon(playing ? "pause" : "play"), t(playing ? "ui.again_pause" : "ui.again_play")),
    key("back", t("ui.again_back"), n === 0, () => jump(n - 1)),
    key("on", t("ui.again_on"), n === most, () => move(n + 1)),
    h("input", { type: "range", key: "at", min: 0, max: most, value: n, "aria-label": t("ui.again_at"), "aria-valuetext": t("ui.again_n", { n, of: most }), oninput: (event) => jump(Number(event.target.value)) }),
  );
}

/** Shows the race after n steps at once. */
function jump(n) {
  playing = 0;
  for (const { seat, at, dents } of raceAfter(app.ui.drive, n).sleds) shown.set(seat, { at, dents });
  put({ n });
}

/** Drives the next step, once. */
function move(n) {
  playing = 0;
  put({ n });
}

/** Drives the race from where it stands, from its start if it is over. */
async function play() {
  const mine = (playing = Date.now());
  if ((app.ui.again?.n ?? 0) === app.ui.drive.steps.length) {
    jump(0);
    playing = mine;
  }
  resume();
  while (playing === mine && (app.ui.again?.n ?? 0) < app.ui.drive.steps.length) {
    put({ n: (app.ui.again?.n ?? 0) + 1 });
    await arrived();
    await new Promise((on) => setTimeout(on, PAUSE_MS / speedNow()));
  }
  if (playing === mine) pause();
}

/** Stops where the sled is. */
function pause() {
  playing = 0;
  for (const drive of drives()) drive.pause();
  put({});
}

function resume() {
  for (const drive of drives()) drive.play();
}

function hurry(speed) {
  put({ speed });
  for (const drive of drives()) drive.playbackRate = speed;
}

const speedNow = () => app.ui.again?.speed ?? 1;

/** Waits until the move that is about to be drawn has been driven at the chosen speed. */
async function arrived() {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const under = drives();
  for (const drive of under) drive.playbackRate = speedNow();
  await Promise.allSettled(under.map(({ finished }) => finished));
}

/** The moves that the picture shows now. Its endless animations are none. */
function drives() {
  const board = document.querySelector(".again .course-board");
  const all = board?.getAnimations({ subtree: true }) ?? [];
  return all.filter(({ effect }) => effect.getComputedTiming().activeDuration !== Infinity);
}
