/* Ghosts: each player's best earlier race on the course drives along, in nobody's way. After the nth
   turn it stands where the sled stood then. Each device can switch its ghosts off. */

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { store, stored } from "../../lib/storage.js";
import { t } from "../../lib/words.js";
import { app, change } from "../../parts/app.js";
import { metaOf } from "../../parts/snapshot.js";
import { icon, seatStyle } from "../../parts/widgets.js";
import { coursePieces } from "./race-course.js";

const OFF = "ghosts-off";

let fetchedFor = "";

/** The ghosts as they stand now, for a picture of the course; none while they are switched off. */
export function ghostsOf(live) {
  return isOff() ? [] : known(live).map((ghost) => placed(live, ghost)).filter(({ at }) => at && exists(coursePieces(live), at));
}

/** Whether the course, which can change during a race, has this space. */
const exists = (pieces, [i, lane, space]) => pieces && (i === pieces.length || space <= (pieces[i]?.spaces[lane - 1] ?? 0));

/** On a seat's picture: how far its sled is ahead of its ghost, and the key that switches ghosts. */
export function ghostNote(live, seat) {
  if (!known(live).some((ghost) => ghost.seat === seat)) return null;
  const words = isOff() ? "" : aheadWords(live, seat);
  return [
    words ? h("p", { class: "ghost-words", key: "ghost" }, words) : null,
    h("button", { type: "button", class: "button ghost-key", key: "ghosts", "aria-label": switchWords(), title: switchWords(), "aria-pressed": String(!isOff()), onclick: switchOver }, icon("eye")),
  ];
}

/** The key that switches the ghosts of this device off and on, in words; null without any. */
export function ghostKey(live) {
  if (!known(live).length) return null;
  return h("button", { type: "button", class: "button", key: "ghosts", onclick: switchOver }, icon("sled"), switchWords());
}

const switchWords = () => t(isOff() ? "ui.ghosts_on" : "ui.ghosts_off");

const isOff = () => stored(OFF) === true;

function switchOver() {
  store(OFF, !isOff());
  change({});
}

/** The ghosts of the race: `{seat, at: [the place at the start, after the first turn, …]}`. */
function known(live) {
  const race = `${live.boot} ${live.race.id}`;
  if (fetchedFor !== race) fetchOnce(race, live.race.id);
  return app.ui.ghosts?.race === race ? app.ui.ghosts.list : [];
}

async function fetchOnce(race, id) {
  fetchedFor = race;
  const answer = await get(`/races/${id}/ghosts`);
  if (answer && fetchedFor === race) change({ ghosts: { race, list: answer.ghosts } });
}

function placed(live, { seat, at }) {
  const meta = metaOf(live, seat);
  const turns = Math.min(meta.turns, at.length - 1);
  return { seat, ghost: true, at: at[turns], name: t("ui.ghost_of", { name: meta.name }), style: seatStyle(meta) };
}

/** "2 spaces ahead of your best race" */
function aheadWords(live, seat) {
  const { at } = live.state.seats.find((one) => one.seat === seat);
  const ghost = ghostsOf(live).find((one) => one.seat === seat);
  const pieces = coursePieces(live);
  if (!at || !ghost || !pieces) return "";
  const ahead = spacesBetween(pieces, ghost.at, at);
  if (ahead === 0) return t("ui.ghost_level");
  const way = ahead > 0 ? "ahead" : "behind";
  return Math.abs(ahead) === 1 ? t(`ui.ghost_${way}_one`) : t(`ui.ghost_${way}`, { n: Math.abs(ahead) });
}

/** How many spaces one place is ahead of another. In a bend a space counts by its share of the piece. */
export function spacesBetween(pieces, from, to) {
  return Math.round(along(pieces, to) - along(pieces, from));
}

function along(pieces, [i, lane, space]) {
  const mean = ({ spaces }) => spaces.reduce((sum, count) => sum + count, 0) / spaces.length;
  const behind = pieces.slice(0, i).reduce((sum, piece) => sum + mean(piece), 0);
  return behind + (i < pieces.length ? (mean(pieces[i]) * space) / pieces[i].spaces[lane - 1] : space);
}
