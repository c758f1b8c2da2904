/* Reindeer Races on a seat's phone: the board, the current play, the cards, the choices. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { act, app, change } from "../../parts/app.js";
import { metaOf } from "../../parts/snapshot.js";
import { figure } from "../../parts/widgets.js";
import { board, laying, play, played, teamOf } from "./board.js";
import { currentBox } from "./box-contents.js";
import { cardButtons } from "./card-buttons.js";
import { landingButtons } from "./move-end.js";
import { rewardButtons, valueButtons } from "./reward-values.js";
import { OBJECTS, exampleChip, pawn, symbol, trackCard, trackWords } from "./symbols.js";
import { teams } from "./teams.js";
import { pointsOf } from "./tile-list.js";
import { layButtons } from "./track-card-laying.js";

export { tilesNote as resultNote } from "./teams.js";

/** The points. */
export function chips(live, seat) {
  const team = teamOf(live, seat);
  return team ? [h("span", { class: "chip", key: "points" }, figure("star", t("ui.reindeer_points"), pointsOf(team)))] : [];
}

/** The current play, the tracks, everybody's rewards. The track of a play is drawn large, and
    alone unless the player wants to see all; while track cards are laid, only the one that is next.
    While a landing is asked for, its keys are the track. */
export function mat(live, seat) {
  const now = played(live);
  const mine = live.up.includes(seat) ? now : null;
  const only = Boolean(now?.track && !app.ui.all);
  const lays = live.state.phase === "lay";
  const pick = (track) => change(now?.track ? { all: only } : { wide: track });
  const choosing = mine && !mine.track;
  if (mine?.asked) return h("section", { class: "reindeer-mat", key: "mat", "aria-label": t("ui.reindeer_board") }, play(live, (met) => leap(seat, mine, met)));
  return h(
    "section",
    { class: `reindeer-mat${live.race.begun ? "" : " unbegun"}`, key: "mat", "aria-label": t("ui.reindeer_board") },
    play(live, mine ? (met) => leap(seat, mine, met) : null),
    h(
      "div",
      { class: `with-chip${choosing ? " choosing" : ""}`, key: "board" },
      board(live, { wide: now?.track ?? (choosing || lays ? null : (app.ui.wide ?? null)), only: only || lays, pick: choosing || lays ? null : pick }),
      exampleChip(live),
    ),
    lays ? null : teams(live),
  );
}

/** Turns "Bond!" into a pass, or a pass into "Bond!"; all later reindeer on the path are leapt over
    again. */
function leap(seat, { reindeer, leaps }, met) {
  return act({ act: "reindeer", seat, reindeer, leaps: [...leaps.slice(0, met), !leaps[met]] });
}

/** The choices of this moment: a track card, cards, a track, a reindeer, where it lands, which
    reward. */
export function buttons(live, seat) {
  if (live.state.phase === "lay") return laid(live, seat);
  const team = teamOf(live, seat);
  if (team?.status !== "racing") return null;
  if (live.state.phase === "rewards") return live.up.includes(seat) ? valueButtons(seat, team) : null;
  if (app.ui.naming && team.to_name) return cardButtons(live, team, (card) => name(seat, card), true);
  const now = live.up.includes(seat) ? team.pending : null;
  return [
    now && !now.track ? trackButtons(seat, now) : null,
    now?.track ? herd(live, seat, now) : null,
    now?.asked ? landingButtons(live, seat, now) : null,
    now?.end?.kind === "reward" ? rewardButtons(live, seat, now) : null,
    cardButtons(live, team, (card) => act({ act: "tap", seat, card })),
  ];
}

/** While track cards are laid, their keys do everything: OK would only refuse. */
export function ownButtons({ state }) {
  return state.phase === "lay";
}

/** Where OK answers where the reindeer stops: the answer that also ends the turn, `{text, go}`, so that
    OK is not pressed twice. `press`: what OK does. Else null. */
export function shortOk(live, seat, press) {
  if (press?.act?.act !== "land" || !press.enabled) return null;
  const go = async () => {
    if ((await act(press.act, { sure: true })).ok) await act({ act: "done", seat });
  };
  return { text: t("ui.reindeer_stops_done", { space: press.act.end }), go };
}

function laid(live, seat) {
  const next = laying(live);
  const lying = live.state.tracks.flatMap((track) => track.cards).map(({ card }) => card).filter(Boolean);
  const lay = (card) => act({ act: "tap", seat, card: { kind: "track", card } });
  return next ? layButtons({ next, count: live.state.laid, lying, pairs: currentBox()?.tracks, lay }) : null;
}

/** The choice of a track, for elves alone. */
function trackButtons(seat, { tracks }) {
  return h(
    "div",
    { class: "reindeer-keys", key: "tracks", role: "group", "aria-label": t("ui.reindeer_which_track") },
    OBJECTS.map((track) =>
      h(
        "button",
        { class: `button herd-key${tracks.includes(track) ? "" : " idle"}`, key: track, "aria-label": trackWords(track), onclick: () => act({ act: "track", seat, track }) },
        symbol(track),
      ),
    ),
  );
}

/** The reindeer that can move; shown even if there is only one. */
function herd(live, seat, { candidates, reindeer, track }) {
  const team = teamOf(live, seat);
  const where = (n) => {
    const one = team.reindeer[n - 1];
    return one.track === track ? t("ui.reindeer_on_space", { space: one.space }) : t("ui.reindeer_enters");
  };
  return h(
    "div",
    { class: "reindeer-keys", key: "herd", role: "group", "aria-label": t("ui.reindeer_which") },
    candidates.map((n) =>
      h(
        "button",
        { class: "button herd-key", key: n, "aria-pressed": String(n === reindeer), "aria-label": `${t("ui.reindeer_n", { n })}, ${where(n)}`, onclick: () => act({ act: "reindeer", seat, reindeer: n }) },
        pawn(live, seat, n),
        h("small", {}, where(n)),
      ),
    ),
  );
}

async function name(seat, card) {
  await act({ act: "discard", seat, card });
  change({ naming: false });
}

/** What is on the space, or the track card that would be turned, as it lies. */
export function extraSign({ state }, does) {
  if (does?.action) return symbol(does.action);
  if (does?.act !== "flip") return null;
  const { spaces, cards } = state.tracks.findLast((track) => track.cards.some(({ card }) => card));
  const at = 2 * cards.findLastIndex(({ card }) => card);
  return h("span", { "aria-hidden": "true" }, trackCard(spaces.slice(at, at + 2)));
}

/** Turning the last track card while they are laid; later an early shuffle, naming a discard. */
export function extras(live, seat) {
  if (live.state.phase === "lay") {
    const offered = metaOf(live, seat).extra ?? [];
    return offered.map((key) => h("button", { class: "button extra", key: key.text, onclick: () => act(key.act) }, extraSign(live, key.act), key.text));
  }
  const team = teamOf(live, seat);
  if (live.state.phase !== "turns" || team?.status !== "racing") return [];
  const naming = Boolean(app.ui.naming && team.to_name);
  return [
    live.state.pile === 0 && live.state.discard
      ? h("button", { class: "button extra", key: "shuffle", onclick: () => act({ act: "shuffle" }) }, t("ui.shuffled_early"))
      : null,
    team.to_name
      ? h("button", { class: "button extra", key: "naming", "aria-pressed": String(naming), onclick: () => change({ naming: !naming }) }, naming ? t("ui.cancel") : t("ui.name_discard"))
      : null,
  ].filter(Boolean);
}
