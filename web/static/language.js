/* The language of this phone, and of each player who uses it: who chose one at a seat gets it back
   there, also where somebody else has chosen another one since. Kept on this phone only. */

const KEPT = "companion.languages";
const YEAR_S = 365 * 24 * 3600;

/** Keeps something for a year, for the service to read. */
export function setCookie(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_S}; samesite=strict`;
}

/** Shows everything in this language from now on; `player` is who chose it, "" for nobody. */
export function speak(language, player = "") {
  if (player) keep({ ...kept(), [same(player)]: language });
  setCookie("lang", language);
  if (document.cookie.includes(`lang=${language}`)) location.reload(); // and not for ever without cookies
}

/** The language that this player chose here; undefined if none. */
export function languageOf(player) {
  return kept()[same(player)];
}

const same = (name) => name.trim().toLowerCase();

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {}; // no storage here, or not ours
  }
}

function keep(languages) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(languages));
  } catch {
    // without storage the phone's own language is all that lasts
  }
}
