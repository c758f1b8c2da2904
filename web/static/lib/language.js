/* The language of this phone, and of each player who uses it: a player's choice at a seat is
   restored there even after another player chose a different one. Stored on this phone only. */

import { setCookie, store, stored } from "./storage.js";

const KEY = "companion.languages";

const same = (name) => name.trim().toLowerCase();

/** Switches the language and reloads. `player`: who chose it, "" for nobody. */
export function setLanguage(language, player = "") {
  if (player) store(KEY, { ...stored(KEY), [same(player)]: language });
  setCookie("lang", language);
  if (document.cookie.includes(`lang=${language}`)) location.reload(); // without cookies it would reload forever
}

/** The language that this player chose here; undefined if none. */
export function languageOf(player) {
  return stored(KEY)?.[same(player)];
}
