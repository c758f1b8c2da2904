/* What every page of the hall shares: its state, its stream, and this browser's language and
   theme. */

import { draw, h } from "../../lib/dom.js";
import { follow } from "../../lib/event-stream.js";
import { setLanguage } from "../../lib/language.js";
import { setCookie } from "../../lib/storage.js";
import { lang, loadWords, t, when } from "../../lib/words.js";
import { choices } from "../../parts/widgets.js";

const root = document.documentElement;

/** `now`: what the service last sent. `linked`: whether the stream is connected. `ui`: the page's
    own state. */
export const hall = { now: JSON.parse(document.querySelector("#now")?.textContent ?? "null"), linked: true, refused: "", ui: {} };

let page = null;
let due = false;
let words = false;

/** Starts a page. `view(hall)` describes the content of #page; `of`: the stream's query, such as
    `table=t1`. */
export async function start(view, of = "") {
  page = view;
  follow({
    url: (window) => `/api/v1/stream?lang=${lang}&window=${window}${of && `&${of}`}`,
    event: "hall",
    take: (now) => change({}, { now }),
    linked: (linked, refused) => (hall.linked !== linked || hall.refused !== refused) && change({}, { linked, refused }),
  });
  await loadWords();
  words = true;
  render();
}

/** Changes the page's own state, and draws it in the next frame. */
export function change(ui, more = {}) {
  Object.assign(hall.ui, ui);
  Object.assign(hall, more);
  if (due) return;
  due = true;
  requestAnimationFrame(render);
}

function render() {
  due = false;
  if (!words) return;
  draw(document.querySelector("#page"), page(hall));
  draw(document.querySelector("#away"), notCurrent());
  const own = document.querySelector("#own");
  if (own) draw(own, settings());
}

/** Says that what is shown may be old: the hall is away from this browser, or its broker from it. */
function notCurrent() {
  const { broker } = hall.now ?? {};
  if (hall.refused) return h("p", { class: "away" }, hall.refused);
  if (!hall.linked) return h("p", { class: "away" }, t("ui.hall_unlinked"));
  if (broker && !broker.connected) return h("p", { class: "away" }, t("ui.hall_broker_away", { since: when(broker.since) }), " ", broker.text);
  return null;
}

function settings() {
  const names = new Intl.DisplayNames([lang], { type: "language" });
  const languages = (root.dataset.langs ?? lang).split(" ").map((value) => ({ value, words: new Intl.DisplayNames([value], { type: "language" }).of(value) ?? names.of(value) }));
  const themes = ["auto", "light", "dark"].map((value) => ({ value, words: t(`ui.own_theme_${value}`) }));
  return h(
    "details",
    { class: "hall-settings", key: "settings" },
    h("summary", {}, t("ui.hall_own")),
    choices("lang", t("ui.own_lang"), lang, languages, (value) => setLanguage(value)),
    choices("theme", t("ui.own_theme"), root.dataset.theme || "auto", themes, setTheme),
  );
}

function setTheme(value) {
  setCookie("theme", value);
  root.dataset.theme = value;
  change({});
}
