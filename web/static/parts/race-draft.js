/* The draft of a race in the set-up: its players, and what is wrong with them. The other fields
   of a draft are its game's (the part `setup` of games/games.js).

   Pure: a draft is a plain object, every change gives a new one. */

import { COLOURS } from "./colours.js";

/** The first draft on this device. `table`: its seats, perhaps with their own colours; `part`: the
    game's; `waiting`: the seats with a phone, which come first and all play. */
export function newDraft(game, part, table, waiting = []) {
  let draft = { game, players: [], ...part.fresh() };
  const many = Math.min(Math.max(part.players.fewest, waiting.length), part.players.most);
  const rest = table.seats.filter((seat) => !waiting.includes(seat));
  const chosen = [...waiting, ...rest].slice(0, many).sort((a, b) => a - b);
  while (draft.players.length < many) draft = addPlayer(draft, table, part, chosen);
  return draft;
}

/** A draft from the options of an earlier race. `state`: of a race whose set-up is reopened. */
export function fromOptions(game, part, options, table, state = null) {
  const draft = { ...newDraft(game, part, table), ...part.fromOptions(options, state) };
  if (!options.seats?.length) return draft;
  const own = [...Object.keys(part.players.own), ...(part.players.shared ?? [])];
  draft.players = options.seats.map((player, i) => ({
    seat: player.seat ?? table.seats[i] ?? i + 1,
    name: player.name,
    colour: player.colour,
    ...Object.fromEntries(own.map((field) => [field, player[field]])),
  }));
  return draft;
}

/** The options to post. */
export function toOptions(draft, part) {
  const seats = draft.players.map((player) => ({ ...player, name: player.name.trim() }));
  if (part.players.clockwise) seats.sort((a, b) => a.seat - b.seat);
  return { seats, ...part.toOptions(draft, seats) };
}

/** The draft with the same players, guests and clocks at another game. */
export function changeGame(draft, game, part, table) {
  const bare = { game, players: [], clock: draft.clock, guests: draft.guests, ...part.fresh() };
  const sit = (next, { seat, name, colour }) => {
    const { players } = addPlayer(next, table, part);
    return { ...next, players: [...next.players, { ...players.at(-1), seat, name, colour }] };
  };
  const moved = draft.players.slice(0, part.players.most).reduce(sit, bare);
  return moved.players.length < part.players.fewest ? addPlayer(moved, table, part) : moved;
}

/** The draft with one more player, at the first free one of `seats`, in its own colour or else the
    first free one, and so on. */
export function addPlayer(draft, table, part, seats = table.seats) {
  const free = (all, field) => all.find((one) => !draft.players.some((player) => player[field] === one)) ?? null;
  const own = Object.entries(part.players.own).map(([field, all]) => [field, free(all, field)]);
  const seat = free(seats, "seat");
  const its = table.colours?.[table.seats.indexOf(seat)];
  const rank = (colour) => (colour === its ? 0 : table.colours?.includes(colour) ? 2 : 1); // another seat's comes last
  const colours = COLOURS.map(([name]) => name).sort((one, other) => rank(one) - rank(other));
  const player = { seat, name: "", colour: free(colours, "colour"), ...Object.fromEntries(own) };
  return { ...draft, players: [...draft.players, player] };
}

/** Sets a player's field; another player with that seat, colour or place gets the old one. */
export function setPlayer(draft, at, field, value) {
  const old = draft.players[at][field];
  const players = draft.players.map((player, i) => {
    if (i === at) return { ...player, [field]: value };
    return field !== "name" && player[field] === value ? { ...player, [field]: old } : player;
  });
  return { ...draft, players };
}

/** What is missing or wrong: where (`players.0.name`) -> message key and parameters. */
export function faults(draft, seats, part) {
  const found = {};
  const { players } = draft;
  const { fewest, most } = part.players;
  if (players.length < fewest) found.players = ["ui.too_few_players", { n: fewest }];
  if (players.length > most) found.players = ["ui.too_many_players", { n: most }];
  const named = players.filter(({ name }) => name.trim()).length;
  players.forEach((player, i) => {
    if (!player.name.trim() && named > 0 && named < fewest) found[`players.${i}.name`] = ["ui.too_few_players", { n: fewest }];
    else if (!player.name.trim()) found[`players.${i}.name`] = ["ui.name_missing", { n: i + 1 }];
    else if (players.some((other, j) => j < i && same(other.name, player.name))) {
      found[`players.${i}.name`] = ["ui.name_twice", { name: player.name }];
    }
    if (!seats.includes(player.seat)) found[`players.${i}.seat`] = ofPlayer(player, i, "ui.seat_missing", "ui.seat_missing_of");
  });
  return { ...found, ...part.faults(draft) };
}

/** What is wrong with a player, who is given by name or, without one, by number. */
export function ofPlayer({ name }, at, byNumber, byName) {
  return name.trim() ? [byName, { name: name.trim() }] : [byNumber, { n: at + 1 }];
}

function same(one, other) {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
