/* What every page loads first: the games, the service worker, and this phone's settings (alerts,
   language, theme, screen). */

import { h } from "../lib/dom.js";
import { setCookie } from "../lib/storage.js";
import { awake, canWake, followRace, keepAwake } from "../lib/wake-lock.js";
import { t } from "../lib/words.js";
import { addView, app, change, say } from "../parts/app.js";
import { breakButton, breakCard } from "../parts/break.js";
import { howButton } from "../parts/how-it-goes.js";
import { register } from "../parts/game-parts.js";
import { languageChoice } from "../parts/language-choice.js";
import { openSheet, sheet } from "../parts/sheet.js";
import { ownSeat } from "../parts/snapshot.js";
import { choices, icon } from "../parts/widgets.js";
import { GAMES } from "../games/games.js";
import { canVibrate, canSpeak, alerts, CHANNELS, hasChosen, setAlerts } from "./base/alerts.js";

const THEMES = ["auto", "light", "dark"];
const root = document.documentElement;
let raced = false; // this page has shown a race that was not over

register(GAMES);
if (location.protocol === "https:") navigator.serviceWorker?.register("/sw.js").catch(() => {}); // fails with an untrusted certificate
if (document.body.matches(".on-table, .on-seat")) addView("#break", breakCard);
if (document.body.matches(".on-table")) addView("#ask", soundQuestion);
addView("#own", ({ live }) => {
  followRace(Boolean(live.race?.over));
  return [bellButton(), gearButton()];
});

addView("#mine", ({ live, me }) => mySeat(ownSeat(live, me), me));
const more = document.querySelector(".more");
addEventListener("click", ({ target }) => more.contains(target) || more.removeAttribute("open"));
addEventListener("keydown", ({ key }) => key === "Escape" && more.removeAttribute("open"));

/** The link to this phone's own seat, on every page. */
function mySeat(seat, { seats }) {
  if (!seat) return null;
  const path = `/seat/${seat}`;
  const visits = "seat" in document.body.dataset && !seats.includes(Number(document.body.dataset.seat));
  return h("a", { class: `my-seat${visits ? " from-another" : ""}`, key: "mine", href: path, "aria-current": location.pathname === path ? "page" : null }, t("ui.my_seat"));
}

/** Turns all alerts on or off. */
function setAll(on) {
  setAlerts(on ? { sound: true, voice: canSpeak(), buzz: canVibrate() } : { sound: false, voice: false, buzz: false });
  change({});
}

/** Asks a device without a seat once, before a race, whether it plays sounds: the race of the last
    evening may still be on the table. */
function soundQuestion({ live }) {
  raced ||= Boolean(live.race && !live.race.over);
  if (raced || app.me.seats.length || hasChosen()) return null;
  const choose = (on) => {
    setAll(on);
    say(t(on ? "ui.asked_sounds_on" : "ui.asked_sounds_off"));
  };
  const answer = (on, word, look) => h("button", { class: `button ${look}`, key: word, onclick: () => choose(on) }, t(word));
  return h(
    "section",
    { class: "ask", key: "sounds", "aria-label": t("ui.own_bell") },
    h("span", {}, icon("bell"), " ", t("ui.ask_sounds")),
    answer(true, "ui.ask_sounds_yes", "warm"),
    answer(false, "ui.ask_sounds_no", "quiet"),
  );
}

/** Turns all alerts on or off with one tap. */
function bellButton() {
  const on = CHANNELS.some((channel) => alerts[channel]);
  const put = () => setAll(!on);
  return h(
    "button",
    { class: "button plain step", key: "bell", "aria-pressed": String(on), "aria-label": t("ui.own_bell"), title: t("ui.own_bell"), onclick: put },
    icon(on ? "bell" : "bell-off"),
  );
}

function gearButton() {
  return h(
    "button",
    { class: "button plain step", key: "gear", "aria-label": t("ui.own"), title: t("ui.own"), onclick: () => openSheet(ownSheet) },
    icon("gear"),
  );
}

function ownSheet() {
  return sheet(
    { title: t("ui.own"), lead: t("ui.own_lead"), cancel: t("ui.close") },
    breakButton(),
    app.live.race ? howButton(app.live.race.game) : null,
    h(
      "div",
      { class: "senses", role: "group", "aria-label": t("ui.own_bell") },
      channelSwitch("sound", true),
      channelSwitch("voice", canSpeak()),
      channelSwitch("buzz", canVibrate()),
      h("p", { class: "explain", key: "dark" }, t("ui.own_dark")),
    ),
    screenSetting(),
    languageChoice(),
    choices("theme", t("ui.own_theme"), theme(), THEMES.map((value) => ({ value, words: t(`ui.own_theme_${value}`) })), setTheme),
  );
}

function channelSwitch(name, can) {
  if (!can) return null;
  const put = (event) => {
    setAlerts({ [name]: event.target.checked });
    change({});
  };
  return h(
    "label",
    { class: "toggle", key: name },
    h("input", { type: "checkbox", role: "switch", checked: alerts[name], onchange: put }),
    h("span", {}, t(`ui.own_${name}`)),
  );
}

/** The switch that keeps the screen awake; over http, a link to the page about https. */
function screenSetting() {
  if (!canWake()) {
    return root.dataset.secure ? h("p", { key: "secure" }, h("a", { href: "/secure" }, t("ui.own_secure"))) : null;
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
  return root.dataset.theme || "auto";
}

function setTheme(value) {
  setCookie("theme", value);
  root.dataset.theme = value;
  change({});
}
