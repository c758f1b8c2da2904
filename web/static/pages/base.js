/* What belongs to this phone alone: what it lets hear and feel, its language, dark or light. Loaded
   with every page. */

import { h } from "../lib/dom.js";
import { setCookie } from "../lib/storage.js";
import { awake, canWake, keepAwake } from "../lib/wake-lock.js";
import { t } from "../lib/words.js";
import { also, app, change } from "../parts/app.js";
import { register } from "../parts/game-parts.js";
import { languages } from "../parts/language-choice.js";
import { openSheet, sheet } from "../parts/sheet.js";
import { choices, icon } from "../parts/widgets.js";
import { GAMES } from "../games/games.js";
import { canBuzz, canSpeak, feel, SENSES, setFeel } from "./base/alerts.js";

const THEMES = ["auto", "light", "dark"];
const frame = document.documentElement;

register(GAMES);
if (location.protocol === "https:") navigator.serviceWorker?.register("/sw.js").catch(() => {}); // an untrusted certificate
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

function theme() {
  return frame.dataset.theme || "auto";
}

function setTheme(value) {
  setCookie("theme", value);
  frame.dataset.theme = value;
  change({});
}
