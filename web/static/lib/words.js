/* The sentences of this reader's language, by their message keys. */

const words = new Map();

export const lang = document.documentElement.lang || "en";

/** The page names the sentences of its own version: a phone fetches each version once. */
const ADDRESS =
  document.querySelector("#words")?.href ?? `/api/v1/words?lang=${encodeURIComponent(lang)}`;

/** How this reader writes days and times: as the browser does, if it is of the same language. */
const locale = navigator.languages.find((name) => name.split("-")[0] === lang) ?? lang;

/** Fetches every `ui.*` sentence once; waits and tries again while the service is away. */
export async function loadWords() {
  for (let pause = 300; ; pause = Math.min(pause * 2, 5000)) {
    try {
      const answer = await fetch(ADDRESS);
      if (answer.ok) {
        for (const [key, sentence] of Object.entries(await answer.json())) words.set(key, sentence);
        return;
      }
    } catch {
      // the service is away: the same again after the pause
    }
    await new Promise((wake) => setTimeout(wake, pause));
  }
}

/** The sentence of a key with its `{name}` parameters; the key itself where there is none. */
export function t(key, params = {}) {
  const sentence = words.get(key) ?? key;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => number(params[name]) ?? whole);
}

/** A part of a whole as this reader writes it (1.5, 1,5); everything else as it is. */
export function number(value) {
  return typeof value === "number" && !Number.isInteger(value) ? value.toLocaleString(locale) : value;
}

/** Sentences one after the other; what ends without a sign gets a full stop. */
export function sentences(texts) {
  return texts.filter(Boolean).map((text) => (/[.!?…:]$/.test(text) ? text : `${text}.`)).join(" ");
}

/** The time of day as this reader writes it, to the second; `text`: as ISO 8601. */
export function clock(text) {
  return new Date(text).toLocaleTimeString(locale);
}

/** A day and time as this reader writes it; `seconds` since 1970. */
export function when(seconds) {
  const date = new Date(typeof seconds === "number" ? seconds * 1000 : seconds);
  if (Number.isNaN(date.getTime())) return "";
  return date.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}
