/* A race being set up: what stands in it, what it is prefilled from, and what is still wrong.

   No page and no network in here: a draft is a plain object, every change gives a new one. */

import { COLOURS } from "./colours.js";

export const MOST_PLAYERS = 5;
export const FEWEST_PLAYERS = 2;
export const PLACES = [1, 2, 3, 4, 5];
export const MOST_LIMIT = 99;
const FEWEST_CARDS = 7;
const SETTINGS = ["edition", "bonus_may_crash", "finished_count", "dnf_points"];

/** The draft of somebody who has never played here. `seats`: the table's seats. */
export function newDraft(seats) {
  const draft = {
    players: [],
    limits: [4, 4, 4],
    flag: "left",
    edition: "de",
    deck: { 1: 4, 2: 4, 3: 4, 4: 4, 5: 4 },
    bonus_may_crash: true,
    finished_count: true,
    dnf_points: 0,
  };
  return addPlayer(addPlayer(draft, seats), seats);
}

/** A draft out of the options of a race that was played or is set up. */
export function fromOptions(options, seats) {
  const draft = newDraft(seats);
  for (const name of ["limits", "flag", ...SETTINGS]) {
    if (options[name] !== undefined) draft[name] = options[name];
  }
  if (typeof options.deck === "number") {
    draft.deck = Object.fromEntries(PLACES.map((value) => [value, options.deck]));
  } else if (options.deck) draft.deck = { ...options.deck };
  if (!options.seats?.length) return draft;
  draft.players = options.seats.map(({ seat, name, colour, place }, i) => ({
    seat: seat ?? seats[i] ?? i + 1,
    name,
    colour,
    place,
  }));
  return draft;
}

/** The options to be posted. */
export function toOptions(draft) {
  const { players, limits, flag, deck } = draft;
  const settings = Object.fromEntries(SETTINGS.map((name) => [name, draft[name]]));
  const seats = players.map((player) => ({ ...player, name: player.name.trim() }));
  const counts = Object.values(deck);
  const even = counts.every((count) => count === counts[0]);
  return { seats, limits, flag, ...settings, deck: even ? counts[0] : deck };
}

/** One player more, at the first free seat, colour and start place. */
export function addPlayer(draft, seats) {
  const free = (all, field) => all.find((one) => !draft.players.some((p) => p[field] === one));
  const colours = COLOURS.map(([name]) => name);
  const player = {
    seat: free(seats, "seat") ?? null,
    name: "",
    colour: free(colours, "colour"),
    place: free(PLACES, "place"),
  };
  return { ...draft, players: [...draft.players, player] };
}

/** Sets a player's field; who had that seat, colour or place gets the player's old one. */
export function setPlayer(draft, at, field, value) {
  const old = draft.players[at][field];
  const players = draft.players.map((player, i) => {
    if (i === at) return { ...player, [field]: value };
    return field !== "name" && player[field] === value ? { ...player, [field]: old } : player;
  });
  return { ...draft, players };
}

/** What is missing or wrong: where (`players.0.name`) -> message key and parameters. */
export function faults(draft, seats) {
  const found = {};
  const { players, limits, deck } = draft;
  if (players.length < FEWEST_PLAYERS) found.players = ["ui.too_few_players", {}];
  players.forEach((player, i) => {
    if (!player.name.trim()) found[`players.${i}.name`] = ["ui.name_missing", { n: i + 1 }];
    else if (players.some((p, j) => j < i && same(p.name, player.name))) {
      found[`players.${i}.name`] = ["ui.name_twice", { name: player.name }];
    }
    if (!seats.includes(player.seat)) found[`players.${i}.seat`] = ["ui.seat_missing", { n: i + 1 }];
    if (!PLACES.includes(player.place)) found[`players.${i}.place`] = ["ui.place_missing", { n: i + 1 }];
  });
  if (!limits.length) found.limits = ["ui.course_missing", {}];
  const cards = Object.values(deck).reduce((sum, count) => sum + count, 0);
  if (cards < FEWEST_CARDS) found.deck = ["ui.deck_small", { n: FEWEST_CARDS }];
  return found;
}

function same(one, other) {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
