/* The registry of games and the loader of their parts. The base page registers the games
   (games/games.js says what a part is); nothing here knows one by name. */

import { staticUrl } from "../lib/static-url.js";

/** Game -> `{icon, buttons?, parts}`, as registered. */
export const games = {};

const STYLED = ["seat", "table", "setup", "room", "box", "courses"];
const LONGEST_PAUSE_MS = 5000;

const coming = new Map(); // "game part" -> promise of it
const here = new Map(); // "game part" -> the module

/** Registers games. */
export function register(more) {
  Object.assign(games, more);
}

/** The part, if it is loaded; else null. */
export function part(game, name) {
  return here.get(`${game} ${name}`) ?? null;
}

/** Loads a part and its styles, once; retries while the service is away. */
export function load(game, name) {
  const which = `${game} ${name}`;
  if (!coming.has(which)) coming.set(which, bring(game, name).then((module) => here.set(which, module) && module));
  return coming.get(which);
}

/** Applies the styles of this game alone: a page that stays open from race to race has loaded others. */
export function dressFor(game) {
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"][href*="/games/"]')) {
    const media = sheet.getAttribute("href").includes(`/games/${game}/`) ? "all" : "not all";
    if ((sheet.media || "all") !== media) sheet.media = media;
  }
}

async function bring(game, name) {
  const styles = ["game", ...STYLED.filter((each) => each === name)].map((each) => applyStyle(staticUrl(`games/${game}/${each}.css`)));
  const [module] = await Promise.all([code(games[game].parts[name]), ...styles]);
  return module;
}

async function code(fetched) {
  for (let pause = 300; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await fetched();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await new Promise((wake) => setTimeout(wake, pause));
    }
  }
}

/** Adds the style sheet of this address unless the page has it; resolves when it applies. */
export function applyStyle(href) {
  if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return null;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  const done = new Promise((ready) => (link.onload = link.onerror = ready));
  document.head.append(link);
  return done;
}
