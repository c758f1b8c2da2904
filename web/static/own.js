/* What belongs to this phone alone: what it lets hear and feel, its language, dark or light. Loaded
   with every page. */

import { also, app, change } from "./core.js";
import { h } from "./dom.js";
import { canBuzz, canSpeak, feel, SENSES, setFeel } from "./feel.js";
import { setCookie, speak } from "./language.js";
import { choices, icon } from "./parts.js";
import { metaOf } from "./race.js";
import { awake, canWake, keepAwake } from "./secure.js";
import { openSheet, sheet } from "./sheet.js";
import { lang, t } from "./words.js";

const THEMES = ["auto", "light", "dark"];
const frame = document.documentElement;

also("#own", () => [bell(), gear()]);

/** One tap: everything that this phone had on, or its sounds, and off again. */
function bell() {
  const on = SENSES.some((sense) => feel[sense]);
  const put = () => {
    setFeel(on ? { sound: false, voice: false, buzz: false } : { sound: true, voice: canSpeak(), buzz: canBuzz() });
    change({});
  };
  return h(
    "button",
    { class: "button plain step", key: "bell", "aria-pressed": String(on), "aria-label": t("ui.own_bell"), title: t("ui.own_bell"), onclick: put },
    icon(on ? "bell" : "bell-off"),
  );
}

function gear() {
  return h(
    "button",
    { class: "button plain step", key: "gear", "aria-label": t("ui.own"), title: t("ui.own"), onclick: () => openSheet(ownSheet) },
    icon("gear"),
  );
}

function ownSheet() {
  return sheet(
    { title: t("ui.own"), lead: t("ui.own_lead"), cancel: t("ui.close") },
    h(
      "div",
      { class: "senses", role: "group", "aria-label": t("ui.own_bell") },
      sense("sound", true),
      sense("voice", canSpeak()),
      sense("buzz", canBuzz()),
      h("p", { class: "explain", key: "dark" }, t("ui.own_dark")),
    ),
    screen(),
    languages(),
    choices("theme", t("ui.own_theme"), theme(), THEMES.map((value) => ({ value, words: t(`ui.own_theme_${value}`) })), setTheme),
  );
}

function sense(name, can) {
  if (!can) return null;
  const put = (event) => {
    setFeel({ [name]: event.target.checked });
    change({});
  };
  return h(
    "label",
    { class: "toggle", key: name },
    h("input", { type: "checkbox", role: "switch", checked: feel[name], onchange: put }),
    h("span", {}, t(`ui.own_${name}`)),
  );
}

/** The screen stays awake where it can; else the way to where it could. */
function screen() {
  if (!canWake()) {
    return frame.dataset.secure ? h("p", { key: "secure" }, h("a", { href: "/secure" }, t("ui.own_secure"))) : null;
  }
  const put = async (event) => {
    await keepAwake(event.target.checked);
    change({});
  };
  return h(
    "label",
    { class: "toggle", key: "awake" },
    h("input", { type: "checkbox", role: "switch", checked: awake(), onchange: put }),
    h("span", {}, t("ui.own_awake")),
  );
}

/** The languages, each in its own words; one tap. */
export function languages() {
  const all = (frame.dataset.langs ?? lang).split(" ");
  if (all.length < 2) return null;
  const names = all.map((value) => ({ value, words: nameOf(value) }));
  return choices("lang", t("ui.own_lang"), lang, names, (value) => speak(value, player()));
}

/** Whose page this is: the name at the seat, "" on every other page. */
function player() {
  return metaOf(app.live, Number(document.body.dataset.seat))?.name ?? "";
}

/** A language in its own words, "Deutsch". */
function nameOf(language) {
  return new Intl.DisplayNames([language], { type: "language" }).of(language);
}

function theme() {
  return frame.dataset.theme || "auto";
}

function setTheme(value) {
  setCookie("theme", value);
  frame.dataset.theme = value;
  change({});
}
