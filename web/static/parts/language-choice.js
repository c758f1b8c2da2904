/* The choice of this phone's language. */

import { setLanguage } from "../lib/language.js";
import { lang, t } from "../lib/words.js";
import { app } from "./app.js";
import { metaOf } from "./snapshot.js";
import { choices } from "./widgets.js";

/** The languages, each in its own words; one tap. */
export function languages() {
  const all = (document.documentElement.dataset.langs ?? lang).split(" ");
  if (all.length < 2) return null;
  const names = all.map((value) => ({ value, words: nameOf(value) }));
  return choices("lang", t("ui.own_lang"), lang, names, (value) => setLanguage(value, player()));
}

/** Whose page this is: the name at the seat, "" on every other page. */
function player() {
  return metaOf(app.live, Number(document.body.dataset.seat))?.name ?? "";
}

/** A language in its own words, "Deutsch". */
function nameOf(language) {
  return new Intl.DisplayNames([language], { type: "language" }).of(language);
}
