/* The wall's screen: as many tables as fit, going round by itself. A finger or a key stops it for
   a while. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { change, hall, start } from "./base.js";
import { tableCard } from "./cards.js";

const ROUND_MS = 12000;
const REST_MS = 60000;
const CARD_REM = 28; // as in cards.css
const CARD_HEIGHT_REM = 26; // of a race of five

let restUntil = 0;

start(({ now, ui }) => {
  const pages = inPages(now.tables);
  const at = (ui.at ?? 0) % pages.length;
  return [
    h("h1", { key: "title", class: "sr" }, t("ui.hall_wall")),
    h("div", { class: "hall-cards", key: "cards" }, pages[at].map((table) => tableCard(table))),
    now.tables.length ? null : h("p", { class: "lead", key: "none" }, t("ui.hall_no_tables")),
    pages.length > 1 ? h("p", { class: "hall-dots", key: "dots", "aria-label": t("ui.hall_page_n", { n: at + 1, of: pages.length }) }, pages.map((_, i) => h("span", { key: i, class: i === at ? "is-here" : "" }))) : null,
  ];
});

/** The tables that are there, as many to a page as the screen holds; the others come last. */
function inPages(tables) {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const columns = Math.max(1, Math.floor(innerWidth / (CARD_REM * rem)));
  const rows = Math.max(1, Math.floor((innerHeight - 4 * rem) / (CARD_HEIGHT_REM * rem)));
  const size = columns * rows;
  const pages = [];
  for (let from = 0; from < tables.length; from += size) pages.push(tables.slice(from, from + size));
  return pages.length ? pages : [[]];
}

function go(by) {
  const pages = inPages(hall.now.tables).length;
  change({ at: ((hall.ui.at ?? 0) + by + pages) % pages });
}

function rest(by) {
  restUntil = performance.now() + REST_MS;
  go(by);
}

setInterval(() => performance.now() > restUntil && go(1), ROUND_MS);
addEventListener("resize", () => change({}));
addEventListener("click", ({ target }) => target.closest("a, button") || rest(1));
addEventListener("keydown", ({ key }) => key.startsWith("Arrow") && rest(["ArrowLeft", "ArrowUp"].includes(key) ? -1 : 1));
