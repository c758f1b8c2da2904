/* Choosing this phone's language. */

import { setLanguage } from "../lib/language.js";
import { lang, t } from "../lib/words.js";
import { app } from "./app.js";
import { metaOf } from "./snapshot.js";
import { choices } from "./widgets.js";

/** The languages, each by its own name. */
export function languageChoice() {
  const all = (document.documentElement.dataset.langs ?? lang).split(" ");
  if (all.length < 2) return null;
  const names = all.map((value) => ({ value, words: nameOf(value) }));
  return choices("lang", t("ui.own_lang"), lang, names, (value) => setLanguage(value, player()));
}

/** The player whose page this is, "" on other pages. */
function player() {
  return metaOf(app.live, Number(document.body.dataset.seat))?.name ?? "";
}

/** A language's own name: "Deutsch". */
function nameOf(language) {
  return new Intl.DisplayNames([language], { type: "language" }).of(language);
}
