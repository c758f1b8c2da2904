/* All tables, a card each. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { change, start } from "./base.js";
import { tableCard } from "./cards.js";

const CLOCK_MS = 30000;

start(({ now }) => [
  h("h1", { key: "title" }, t("ui.hall_tables")),
  now.tables.length
    ? h("div", { class: "hall-cards", key: "cards" }, now.tables.map((table) => tableCard(table, { link: `/tables/${table.table}` })))
    : h("p", { class: "lead", key: "none" }, t("ui.hall_no_tables")),
]);

setInterval(() => change({}), CLOCK_MS);
