/* Sitting down by card: while the host's set-up is open, a player's own card on a seat's reader
   seats that player there in that colour. */

import { get, send } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app, change, onUpdate } from "../../parts/app.js";
import { addPlayer, setPlayer } from "../../parts/race-draft.js";
import { icon } from "../../parts/widgets.js";

const STILL_OPEN_MS = 20000; // the service stops listening a minute after the last of these

let listening = false;
const names = new Map(); // colour -> who played it last

/** Listens to taps while the host's page is visible. `put(draft)` gets every draft with a new
    player. */
export function sitDownByCards(put) {
  if (listening || !app.me.host) return;
  listening = true;
  const follow = () => seatNewcomers(put);
  onUpdate(follow);
  setInterval(open, STILL_OPEN_MS);
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
  document.addEventListener("visibilitychange", () => (document.visibilityState === "hidden" ? close() : open()));
  fetchNames().then(open).then(follow);
}

/** The draft with the player of this colour at this seat. `seated`: seat -> colour of all who
    sat down by card; replaces a player of the draft who has no name. `names`: colour -> name;
    `part`: the game's. */
export function sitDown(draft, seat, colour, { table, part, seated = {}, names = new Map() }) {
  const at = placeFor(draft, seat, colour, seated);
  if (at < 0 && draft.players.length >= part.players.most) return draft;
  const roomy = at < 0 ? addPlayer(draft, table, part) : draft;
  const mine = at < 0 ? roomy.players.length - 1 : at;
  const there = setPlayer(setPlayer(roomy, mine, "colour", colour), mine, "seat", seat);
  const name = names.get(colour);
  const free = name && !there.players.some((player) => player.name === name);
  return free && !there.players[mine].name ? setPlayer(there, mine, "name", name) : there;
}

function placeFor({ players }, seat, colour, seated) {
  const sits = (player) => seated[player.seat] === player.colour;
  const tests = [
    (player) => player.colour === colour,
    (player) => player.seat === seat && !sits(player),
    (player) => !player.name && !sits(player),
  ];
  for (const test of tests) {
    const at = players.findIndex(test);
    if (at >= 0) return at;
  }
  return -1;
}

/** The seats with a phone but no player in the draft, which has room for one. */
export function leftOut({ seats }, { players }, part) {
  if (players.length >= part.players.most) return [];
  return seats.filter((meta) => meta.phones && !players.some(({ seat }) => seat === meta.seat));
}

/** "Not in this race yet: Seat 3, Seat 4". */
export function leftOutWords(late) {
  return t("ui.left_out", { seats: late.map(({ seat }) => t("ui.seat_n", { n: seat })).join(", ") });
}

/** Buttons for seats with a phone but no player in the draft. */
export function waitingPhones({ live, draft, put, part }) {
  const late = leftOut(live, draft, part);
  if (!late.length) return null;
  const add = (meta) => {
    const more = addPlayer(draft, live.table, part);
    put(setPlayer(more, more.players.length - 1, "seat", meta.seat));
  };
  return h(
    "div",
    { class: "waiting", key: "waiting" },
    h("p", { class: "explain" }, t("ui.waiting_lead")),
    late.map((meta, i) =>
      h(
        "button",
        { type: "button", key: meta.seat, class: "button", "data-at": i ? null : "waiting", onclick: () => add(meta) },
        icon("phone"),
        t("ui.waiting_add", { n: meta.seat }),
      ),
    ),
  );
}

async function fetchNames() {
  const players = (await get("/players"))?.players ?? [];
  for (const { name, colour } of players) if (!names.has(colour)) names.set(colour, name);
}

async function open() {
  const running = app.live?.race?.begun && !app.live.race.over;
  if (!app.part?.players.ownCards) close(); // another game was chosen meanwhile
  else if (document.visibilityState === "visible" && !running) await send("/seating", { do: "start" });
}

/** Stops listening when the page goes; `keepalive` lets the request outlive it. */
function close() {
  if (!app.live?.seating) return;
  const key = `seating-${performance.timeOrigin}-${performance.now()}`;
  fetch("/api/v1/seating", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ key, do: "stop" }),
    keepalive: true,
  }).catch(() => {}); // the service stops listening by itself after a while
}

/** Seats the players who tapped since the last state. */
function seatNewcomers(put) {
  const { seating: now, table } = app.live ?? {};
  const seated = now?.seats ?? {};
  const known = { ...app.ui.seated };
  if (!app.ui.setup || !app.part) return;
  let { setup: draft } = app.ui;
  for (const [seat, colour] of Object.entries(seated)) {
    if (known[seat] === colour) continue;
    draft = sitDown(draft, Number(seat), colour, { table, part: app.part, seated: known, names });
    known[seat] = colour;
  }
  change({ seated });
  if (draft !== app.ui.setup) put(draft);
}
