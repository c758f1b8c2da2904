/* The director's parts for tables and players: open, close; enter, import, withdraw, swap. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { named } from "../../parts/widgets.js";
import { act, post } from "./conduct-acts.js";
import { active, path } from "./tournament-parts.js";

/** The hall's tables, each in the tournament or not. */
export function tables(now) {
  const gone = now.tables.filter((table) => !now.halls.some((one) => one.table === table));
  const rows = [...now.halls, ...gone.map((table) => ({ table, title: table, online: false }))];
  const unused = now.halls.filter((one) => one.online && !now.tables.includes(one.table));
  return h(
    "details",
    { class: "part", key: `tables-${now.round > 0}`, made: (node) => (node.open = !now.round) },
    h("summary", {}, t("ui.hall_tour_tables_n", { n: now.tables.length })),
    h("ul", { class: "hall-list" }, rows.map((one) => tableRow(now, one))),
    !now.ended && unused.length > 1 ? h("p", { class: "actions" }, h("button", { class: "button go", onclick: () => useAll(unused) }, t("ui.hall_tour_use_all", { n: unused.length }))) : null,
  );
}

function tableRow(now, { table, title, online }) {
  const used = now.tables.includes(table);
  const words = used ? "ui.hall_tour_table_down" : "ui.hall_tour_table_up";
  return h(
    "li",
    { key: table },
    named(title),
    online ? null : [" ", h("small", {}, t("ui.hall_tour_table_away"))],
    now.ended ? null : [" ", h("button", { class: "button", onclick: () => act({ act: "table", table, up: !used }) }, t(words, { table: title }))],
  );
}

async function useAll(unused) {
  for (const { table } of unused) if (!(await act({ act: "table", table, up: true }))) return;
}

/** The players: how they enter, and who they are. */
export function players(now, ui) {
  return h(
    "details",
    { class: "part", key: `players-${now.round > 0}`, made: (node) => (node.open = !now.round) },
    h("summary", {}, t("ui.hall_tour_players_n", { n: active(now).length })),
    now.ended || now.finals ? null : [own(now), entry(), imported()],
    h("ul", { class: "hall-list names" }, now.players.map((player) => row(now, player))),
    now.ended ? null : swap(now),
  );
}

/** Their own entry: the QR code, and whether it is open. */
function own(now) {
  return h(
    "div",
    { key: "own", class: "own-entry" },
    now.entry ? h("img", { src: `/api/v1${path(now, "qr")}`, alt: t("ui.hall_tour_qr"), width: 180, height: 180 }) : null,
    h("p", {}, h("a", { href: `/tournaments/${now.id}/players` }, t("ui.hall_tour_for_players"))),
    h("button", { class: "button", onclick: () => act({ act: "entry", open: !now.entry }) }, t(now.entry ? "ui.hall_tour_entry_close" : "ui.hall_tour_entry_open")),
  );
}

function entry() {
  return h(
    "form",
    { class: "hall-say", key: "entry", onsubmit: (event) => given(event, "name", (name) => act({ act: "enter", name })) },
    h("label", {}, t("ui.hall_tour_player_name"), h("input", { name: "name", maxlength: 60, required: true, autocomplete: "off" })),
    h("button", { class: "button", type: "submit" }, t("ui.hall_tour_add")),
  );
}

function imported() {
  return h(
    "form",
    { class: "hall-say", key: "import", onsubmit: (event) => given(event, "text", (text) => post("import", { text })) },
    h("label", {}, t("ui.hall_tour_list"), h("textarea", { name: "text", rows: 4, required: true })),
    h("label", {}, t("ui.hall_tour_file"), h("input", { type: "file", accept: ".csv,.txt,text/csv,text/plain", onchange: load })),
    h("button", { class: "button", type: "submit" }, t("ui.hall_tour_import")),
  );
}

async function given(event, field, take) {
  event.preventDefault();
  const form = event.target;
  if (await take(form.elements[field].value)) form.reset();
}

/** Shows a file's names before they are imported. */
async function load({ target }) {
  const [file] = target.files;
  if (file) target.form.elements.text.value = await file.text();
}

function row(now, player) {
  const tool = (words, one) => h("button", { class: "button plain", onclick: () => act(one) }, t(words, { name: player.name }));
  return h(
    "li",
    { key: player.n },
    named(player.name),
    player.withdrawn ? [" ", h("small", {}, t("ui.hall_tour_left"))] : null,
    now.ended ? null : player.withdrawn ? (now.finals ? null : tool("ui.hall_tour_back", { act: "enter", name: player.name })) : tool("ui.hall_tour_withdraw", { act: "withdraw", player: player.n }),
  );
}

function swap(now) {
  if (!now.races.some((race) => ["waiting", "prepared"].includes(race.stage))) return null;
  const choice = (name) => h("select", { name, "aria-label": t("ui.hall_tour_swap") }, active(now).map((player) => h("option", { key: player.n, value: player.n }, player.name)));
  return h("form", { class: "swap", key: "swap", onsubmit: exchange }, t("ui.hall_tour_swap"), choice("one"), choice("other"), h("button", { class: "button", type: "submit" }, t("ui.hall_tour_swap_do")));
}

function exchange(event) {
  event.preventDefault();
  const { one, other } = event.target.elements;
  act({ act: "swap", one: Number(one.value), other: Number(other.value) });
}
