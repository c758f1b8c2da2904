/* Players of earlier races, for the set-up: one tap adds one of them, or all of the last race. */

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app, change } from "../../parts/app.js";
import { COLOURS } from "../../parts/colours.js";
import { load } from "../../parts/game-parts.js";
import { addPlayer, fromOptions, setPlayer } from "../../parts/race-draft.js";
import { icon, named, seatStyle } from "../../parts/widgets.js";
import { GAMES } from "../../games/games.js";

const OFFERED = 12;
let requested = false;

/** Buttons for earlier players who are not in the draft, and for the last race's players. */
export function earlierPlayers({ live, draft, put, part }) {
  fetchPlayers();
  const { players = [], last } = app.ui.memory ?? {};
  const seated = new Set(draft.players.map((player) => player.name.trim().toLowerCase()));
  const free = players.filter((player) => !seated.has(player.name.toLowerCase())).slice(0, OFFERED);
  const full = draft.players.length >= Math.min(part.players.most, live.table.seats.length) && draft.players.every((player) => player.name.trim());
  return [
    last
      ? h(
          "div",
          { class: "again", key: "again" },
          h("button", { type: "button", class: "button", onclick: () => sameAgain(last, live.table, put) }, icon("redo"), t("ui.same_again")),
          h("p", { class: "explain" }, t("ui.same_again_lead")),
        )
      : null,
    free.length && !full
      ? h(
          "div",
          { class: "remembered", key: "remembered", role: "group", "aria-label": t("ui.remembered") },
          h("span", { class: "choices-label", "aria-hidden": "true" }, t("ui.remembered")),
          free.map((player) =>
            h("button", { type: "button", key: player.name, class: "button", style: seatStyle(player), onclick: () => put(seatPlayer(draft, player, live.table, part)) }, icon("plus"), named(player.name)),
          ),
        )
      : null,
  ];
}

/** The draft with this player: in the first row without a name, or as one more. */
function seatPlayer(draft, { name, colour }, table, part) {
  const empty = draft.players.findIndex((player) => !player.name.trim());
  const roomy = empty < 0 ? addPlayer(draft, table, part) : draft;
  const at = empty < 0 ? roomy.players.length - 1 : empty;
  const there = setPlayer(roomy, at, "name", name);
  const known = COLOURS.some(([each]) => each === colour);
  const taken = there.players.some((player, i) => i !== at && player.name.trim() && player.colour === colour);
  return known && !taken ? setPlayer(there, at, "colour", colour) : there;
}

/** Repeats the last race's game, players and settings, except what is chosen for each race. */
async function sameAgain({ game, options, course }, table, put) {
  const part = await load(game, "setup");
  put(part.repeated({ ...fromOptions(game, part, options, table), course, courseFrom: "race" }));
}

async function fetchPlayers() {
  if (requested) return;
  requested = true;
  const [players, races] = await Promise.all([get("/players"), get("/races")]);
  const [newest] = races?.races ?? [];
  const last = newest && newest.game in GAMES ? await get(`/races/${newest.id}`) : null;
  change({ memory: { players: players?.players ?? [], last } });
}
