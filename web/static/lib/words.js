/* Sentences in the user's language, by their message keys. */

const words = new Map();

export const lang = document.documentElement.lang || "en";

/** The page gives the URL with its version, so a phone fetches each version once. */
const ADDRESS =
  document.querySelector("#words")?.href ?? `/api/v1/words?lang=${encodeURIComponent(lang)}`;

/** The locale for dates and numbers: the browser's, if it is of the same language. */
const locale = navigator.languages.find((name) => name.split("-")[0] === lang) ?? lang;

/** Fetches every `ui.*` sentence; retries while the service is away. */
export async function loadWords() {
  for (let pause = 300; ; pause = Math.min(pause * 2, 5000)) {
    try {
      const answer = await fetch(ADDRESS);
      if (answer.ok) {
        for (const [key, sentence] of Object.entries(await answer.json())) words.set(key, sentence);
        return;
      }
    } catch {
      // the service is away: retry after the pause
    }
    await new Promise((wake) => setTimeout(wake, pause));
  }
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates a name, so that right-to-left letters do not reorder the words around it. */
export function isolated(name) {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** The sentence of a key with its `{name}` parameters filled in; the key itself if unknown. */
export function t(key, params = {}) {
  const sentence = words.get(key) ?? key;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => fill(params[name]) ?? whole);
}

const fill = (value) => (typeof value === "string" ? isolated(value) : number(value));

/** A fraction in the user's locale (1.5, 1,5); any other value unchanged. */
export function number(value) {
  return typeof value === "number" && !Number.isInteger(value) ? value.toLocaleString(locale) : value;
}

/** Joins sentences; one without a final mark gets a full stop. */
export function sentences(texts) {
  return texts.filter(Boolean).map((text) => (/[.!?…:]$/.test(text) ? text : `${text}.`)).join(" ");
}

/** Words after a label, with the language's colon between them: "Course: Yukon", « Parcours : Yukon ». */
export function labelled(label, words = "") {
  return `${label}${t("ui.colon")} ${words}`;
}

/** The time of day in the user's locale, with seconds. `text`: ISO 8601. */
export function clock(text) {
  return new Date(text).toLocaleTimeString(locale);
}

/** Date and time in the user's locale. `seconds` since 1970, or ISO 8601. */
export function when(seconds) {
  const date = new Date(typeof seconds === "number" ? seconds * 1000 : seconds);
  if (Number.isNaN(date.getTime())) return "";
  return date.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}
