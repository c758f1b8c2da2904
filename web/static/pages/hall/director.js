/* The director's page: what needs attention, and the way to every table. */

import { send } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t, when } from "../../lib/words.js";
import { icon, named } from "../../parts/widgets.js";
import { start } from "./base.js";

start(({ now }) => [
  h("h1", { key: "title" }, t("ui.hall_director")),
  now.fault ? h("p", { class: "note", key: "fault", role: "alert" }, icon("alert"), t("ui.hall_not_saved"), " ", now.fault) : null,
  h(
    "section",
    { class: "part", key: "tables", "aria-labelledby": "tables-title" },
    h("h2", { id: "tables-title" }, t("ui.hall_tables")),
    now.tables.length ? h("ul", { class: "hall-list" }, now.tables.map(entry)) : h("p", {}, t("ui.hall_no_tables")),
  ),
  h(
    "section",
    { class: "part", key: "refused", "aria-labelledby": "refused-title" },
    h("h2", { id: "refused-title" }, t("ui.hall_refused")),
    now.refused.length ? h("ul", { class: "hall-list" }, now.refused.map(refusal)) : h("p", {}, t("ui.hall_none_refused")),
  ),
  h("p", { class: "actions", key: "leave" }, h("button", { class: "button", onclick: leave }, t("ui.hall_leave"))),
], "director=1");

function entry(table) {
  const where = table.online ? t(`ui.hall_stage_${table.stage}`) : table.since ? t("ui.hall_away", { since: when(table.since) }) : t("ui.hall_never");
  return h(
    "li",
    { key: table.table },
    h("a", { href: `/tables/${table.table}` }, named(table.title)),
    " ",
    h("small", {}, where),
    table.twins ? h("p", { class: "note" }, icon("alert"), t("ui.hall_twins", { table: table.table })) : null,
  );
}

function refusal({ table, count, last, text }) {
  const from = table ? t("ui.hall_from", { table }) : t("ui.hall_from_nobody");
  return h("li", { key: `${table} ${text}` }, h("b", {}, from), " ", text, " ", h("small", {}, t("ui.hall_times", { n: count, last: when(last) })));
}

async function leave() {
  const answer = await send("/director/leave");
  if (answer.ok) location.reload();
}
