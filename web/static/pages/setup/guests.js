/* Guests in the set-up: who has given name and colour at the seat of a phone has a row at once. */

import { app, onUpdate } from "../../parts/app.js";
import { addPlayer, setPlayer } from "../../parts/race-draft.js";

let listening = false;

/** Puts guests into the draft from now on. `put(draft)` gets every draft with a new one. */
export function seatGuests(put) {
  if (listening) return;
  listening = true;
  onUpdate(() => follow(put));
  queueMicrotask(() => follow(put));
}

function follow(put) {
  if (!app.ui.setup || !app.part) return;
  const draft = withGuests(app.ui.setup, app.live, app.part);
  if (draft !== app.ui.setup) put(draft);
}

/** The draft with the guests who are new or have changed name or colour. What the host changes in
    their rows stays: the draft knows them by seat. */
export function withGuests(draft, { seats, state, table }, part) {
  const isGuest = (meta) => meta.phones && meta.name && !state?.seats.some((player) => player.seat === meta.seat);
  const known = ({ guests }, { seat, name, colour }) => guests?.[seat]?.name === name && guests[seat].colour === colour;
  const sit = (next, meta) => (known(next, meta) ? next : withGuest(next, meta, seats, table, part));
  return seats.filter(isGuest).reduce(sit, draft);
}

/** The draft with this guest: in the row of that name or of that seat, else in an empty one without a
    phone, or one more. */
function withGuest(draft, { seat, name, colour }, seats, table, part) {
  const guests = { ...draft.guests, [seat]: { name, colour } };
  const hasPhone = (player) => seats.some((meta) => meta.seat === player.seat && meta.phones);
  const tests = [
    (player) => player.name.trim().toLowerCase() === name.toLowerCase(),
    (player) => player.seat === seat,
    (player) => !player.name.trim() && !hasPhone(player),
  ];
  const found = tests.map((test) => draft.players.findIndex(test)).find((at) => at >= 0);
  if (found === undefined && draft.players.length >= part.players.most) return { ...draft, guests };
  const roomy = found === undefined ? addPlayer(draft, table, part) : draft;
  const set = (next, [field, value]) => setPlayer(next, found ?? roomy.players.length - 1, field, value);
  return Object.entries({ seat, name, colour }).reduce(set, { ...roomy, guests });
}
