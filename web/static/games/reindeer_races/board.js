/* The five tracks as laid, every reindeer on them, and the path of the current play. */

import { h } from "../../lib/dom.js";
import { labelled, t } from "../../lib/words.js";
import { metaOf } from "../../parts/snapshot.js";
import { moveCard, pawn, symbol, spaceWords, trackWords } from "./symbols.js";

const MOVES = ["move", "pass", "leap", "slide", "land"]; // steps that lead to another space

/** The team of a seat, as the game has it. */
export function teamOf(live, seat) {
  return live.state.seats.find((team) => team.seat === seat) ?? null;
}

/** The current play with its seat, or null. */
export function played({ state }) {
  const team = state.seats.find((each) => each.pending);
  return team ? { ...team.pending, seat: team.seat } : null;
}

/** The highlighted track: of the current play, or of the next track card. */
function aimed(live) {
  const { state } = live;
  return state.phase === "lay" ? (laying(live)?.track ?? null) : (played(live)?.track ?? null);
}

/** Where the next track card goes: `{track, n, of}`; null once all are laid. */
export function laying({ state }) {
  let before = 0;
  for (const { track, cards } of state.tracks) {
    if (state.laid < before + cards.length) return { track, n: state.laid - before + 1, of: cards.length };
    before += cards.length;
  }
  return null;
}

/** The board. `wide`: the track drawn larger, over several lines; `only`: draws only the track of the
    play or of the next track card, and the one where the play ends; `pick(track)` chooses a track. */
export function board(live, { wide = null, only = false, pick = null } = {}) {
  const now = played(live);
  const aim = aimed(live);
  const shown = live.state.tracks.filter(({ track }) => !only || track === aim || track === now?.end?.track);
  return h(
    "ol",
    { class: "runs", key: "runs", "aria-label": t("ui.reindeer_board") },
    shown.map((track) => run(live, track, { now, aim, wide: wide === track.track, pick })),
  );
}

function run(live, track, { now, aim, wide, pick }) {
  const { track: name, length } = track;
  const across = wide && length > 8 ? (length === 14 ? 8 : 6) : length;
  const steps = now?.path.filter((step) => step.track === name && MOVES.includes(step.kind)) ?? [];
  return h(
    "li",
    { key: name, class: `run run-${name}${aim === name ? " aimed" : ""}${wide ? " wide" : ""}`, style: { "--n": length, "--across": across } },
    nameButton(name, wide, pick),
    h(
      "ol",
      { class: "spaces" },
      track.spaces.map((kind, i) => space(live, track, { kind, at: i + 1, steps, now })),
    ),
    prizes(live, track, now),
  );
}

function nameButton(name, wide, pick) {
  const words = h("span", { class: "run-word" }, trackWords(name));
  return pick
    ? h("button", { class: "run-name", "aria-pressed": String(wide), onclick: () => pick(wide ? null : name) }, symbol(name), words)
    : h("span", { class: "run-name" }, symbol(name), words);
}

function space(live, track, { kind, at, steps, now }) {
  const here = track.reindeer.filter((one) => one.space === at);
  const step = steps.findLastIndex((each) => each.space === at);
  const end = now?.end;
  const ghost = end?.kind === "space" && end.track === track.track && end.space === at;
  return h(
    "li",
    { key: at, class: `space is-${kind} ${at % 2 ? "first" : "second"}${step >= 0 ? " stepped" : ""}${ghost ? " ending" : ""}` },
    h("span", { class: "sr" }, labelled(at, spaceWords(kind))),
    symbol(kind),
    here.map(({ seat, reindeer }) => [
      h("span", { class: "sr", key: `words ${seat} ${reindeer}` }, t("ui.reindeer_of", { name: metaOf(live, seat)?.name ?? seat, n: reindeer })),
      pawn(live, seat, reindeer),
    ]),
    ghost && now.reindeer && !here.length ? pawn(live, now.seat, now.reindeer, true) : null,
    step >= 0 ? h("span", { class: "step-mark", "aria-hidden": "true" }, step + 1) : null,
  );
}

/** The remaining rewards, the highest first. */
function prizes(live, { track, rewards }, now) {
  const wins = now?.end?.kind === "reward" && now.end.track === track;
  const [first, ...rest] = rewards ?? [];
  const words = rewards?.length ? t("ui.reindeer_rewards", { values: rewards.join(", ") }) : t(rewards ? "ui.reindeer_no_reward" : "ui.reindeer_rewards_unknown");
  return h(
    "span",
    { class: `prizes${wins ? " ending" : ""}`, role: "img", "aria-label": words },
    rewards?.length === 0 ? h("span", { class: "prize none" }, "–") : h("b", { class: "prize" }, first ?? "?"),
    rest.length ? h("span", { class: "prize-rest" }, rest.map((value) => h("span", {}, value))) : null,
    wins && now.reindeer ? pawn(live, now.seat, now.reindeer, true) : null,
  );
}

/** The current play: the cards, the distance, then each step of the path. `leap(met)` turns the
    leap over that reindeer into a pass or back; null: display only. */
export function play(live, leap = null) {
  const now = played(live);
  if (!now) return null;
  let met = 0;
  return h(
    "div",
    { class: "play", key: "play" },
    h(
      "p",
      { class: "play-cards" },
      now.cards.map((card, i) => moveCard(card, i)),
      h("b", {}, t(now.distance === 1 ? "ui.reindeer_distance_one" : "ui.reindeer_distance", { n: now.distance })),
      now.track ? h("span", { class: "play-track" }, symbol(now.track), h("span", { class: "words" }, trackWords(now.track))) : null,
    ),
    now.path.length
      ? h(
          "ol",
          { class: "way", "aria-label": t("ui.reindeer_way") },
          now.path.map((step, i) => {
            const out = leaves(step, now.path[i + 1]);
            if (out && step.kind === "move") return null;
            return h("li", { key: i }, stepOf(live, { ...step, out }, ["pass", "leap"].includes(step.kind) ? met++ : null, leap));
          }),
        )
      : null,
  );
}

/** Whether a step leads off the track, where no space has a number. */
function leaves(step, after) {
  return after?.kind === "reward" || (after?.kind === "off" && step.space === 0);
}

function stepOf(live, { kind, space, out }, met, leap) {
  const words = t(`ui.reindeer_step_${kind}${out ? "_out" : ""}`, { space: space ?? "" });
  if (met === null || !leap) return h("span", { class: `way-step way-${kind}` }, words);
  return h("button", { class: `button way-step way-${kind}`, "aria-pressed": String(kind === "leap"), onclick: () => leap(met) }, words, h("small", {}, t(kind === "leap" ? "ui.reindeer_to_pass" : "ui.reindeer_to_leap")));
}
