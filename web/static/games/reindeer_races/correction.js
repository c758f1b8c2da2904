/* Reindeer Races in the correction's sheet: hands, positions, rewards, pile, turn. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { act, app } from "../../parts/app.js";
import { redraft } from "../../parts/sheet.js";
import { teamOf } from "./board.js";
import { cardButtons } from "./card-buttons.js";
import { trackWords } from "./symbols.js";
import { tileFields } from "./tile-correction.js";
import { trackCardFields } from "./track-card-correction.js";

const MOST_HAND = 7;
const MOVE_CARDS = 77;

/** Hand and status; each reindeer's space; the rewards. */
export function seatFields(live, seat, { number, choice }) {
  const team = teamOf(live, seat);
  const statuses = ["racing", "eliminated"].map((status) => [status, t(`ui.status_${status}`)]);
  return [
    number("hand", team.hand, 0, MOST_HAND),
    choice("status", team.status === "finished" ? "racing" : team.status, statuses),
    team.reindeer.map((one) => whereabouts(live, one)),
    live.state.tracks.map((track) => tiles(team, track)),
  ];
}

const changes = () => app.ui.draft.changes ?? {};

/** Sets one entry of a figure with several: `{"2": {"track", "space"}}`, `{"letter": [8]}`. */
function put(name, part, value, now) {
  const { [name]: old = {}, ...rest } = changes();
  const { [part]: _, ...others } = old;
  const same = JSON.stringify(value) === JSON.stringify(now);
  const parts = same ? others : { ...others, [part]: value };
  redraft({ changes: Object.keys(parts).length ? { ...rest, [name]: parts } : rest });
}

const spot = (one) => (one?.track ? { track: one.track, space: one.space } : null);
const written = (value) => (value ? `${value.track} ${value.space}` : "");

function whereabouts(live, one) {
  const now = spot(one);
  const wanted = changes().reindeer?.[one.reindeer];
  const value = wanted === undefined ? now : wanted;
  const spaces = live.state.tracks.flatMap(({ track, spaces: all }) => all.map((_, i) => ({ track, space: i + 1 })));
  const set = (event) => put("reindeer", one.reindeer, spaces.find((each) => written(each) === event.target.value) ?? null, now);
  const label = t("ui.reindeer_n", { n: one.reindeer });
  return h(
    "label",
    { class: `field reindeer-field${wanted === undefined ? "" : " changed"}`, key: `reindeer ${one.reindeer}` },
    h("span", {}, label),
    h(
      "select",
      { value: written(value), onchange: set },
      h("option", { value: "" }, t("ui.reindeer_beside_tracks")),
      spaces.map((each) => h("option", { value: written(each), key: written(each) }, `${trackWords(each.track)}, ${each.space}`)),
    ),
  );
}

/** The team's rewards of a track. */
function tiles(team, track) {
  const now = team.tiles.filter((tile) => tile.track === track.track).map(({ value }) => value);
  return tileFields(track, now, changes().tiles?.[track.track] ?? now, (values) => put("tiles", track.track, values, now));
}

/** Whose turn, the round, the draw pile, how the track cards lie. */
export function raceFields(live, { number, choice }) {
  const { state } = live;
  const racing = state.seats.filter((team) => team.status === "racing").map((team) => [team.seat, team.name]);
  return [
    state.phase === "turns" ? choice("turn", state.turn, racing) : null,
    number("round", state.round, 1, 999),
    number("pile", state.pile, 0, MOVE_CARDS),
    trackCardFields(live),
  ];
}

/** Turning a track card round, an early shuffle, naming a surplus discard. */
export function seatActions(live, seat) {
  const team = teamOf(live, seat);
  const laid = live.state.tracks.flatMap((track) => track.cards.filter(({ card }) => card).map(({ card }) => card));
  const name = (card) => act({ act: "discard", seat, card });
  return [
    laid.length ? flip(laid) : null,
    live.state.pile === 0 && live.state.discard
      ? h("p", { class: "actions", key: "shuffle" }, h("button", { class: "button", onclick: () => act({ act: "shuffle" }) }, t("ui.shuffled_early")))
      : null,
    team.to_name ? h("div", { key: "discards" }, h("p", {}, t("ui.discards_unnamed", { n: team.to_name })), cardButtons(live, team, name, true)) : null,
  ];
}

function flip(laid) {
  const chosen = laid.includes(app.ui.draft.flip) ? app.ui.draft.flip : null;
  return h(
    "p",
    { class: "actions", key: "flip" },
    h(
      "select",
      { value: String(chosen ?? ""), "aria-label": t("ui.reindeer_track_card"), onchange: (event) => redraft({ flip: Number(event.target.value) }) },
      h("option", { value: "" }, t("ui.reindeer_track_card")),
      [...laid].sort((a, b) => a - b).map((card) => h("option", { value: String(card), key: card }, t("ui.reindeer_track_card_n", { n: card }))),
    ),
    h("button", { class: "button", disabled: chosen === null, onclick: () => act({ act: "flip", card: chosen }) }, t("ui.reindeer_turn_round")),
  );
}
