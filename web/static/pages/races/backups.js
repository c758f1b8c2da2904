/* The host's backups on the races' page: the list, and restoring one. */

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t, when } from "../../lib/words.js";
import { app, ask, change } from "../../parts/app.js";
import { closeSheet, openSheet, sheet } from "../../parts/sheet.js";
import { icon, loading } from "../../parts/widgets.js";

const SHOWN = 5;
let fetchedAt = "";

/** The list, folded. */
export function backupsSection(live) {
  refresh(live);
  const { backups, faults = [] } = app.ui.copies ?? {};
  return h(
    "details",
    { class: "part backups on-screen", key: "backups" },
    h("summary", {}, t("ui.backups")),
    h("p", { class: "explain" }, t("ui.backups_lead")),
    faults.map((fault) => h("p", { class: "note", key: fault }, icon("alert"), fault)),
    backups?.length
      ? h("ol", { class: "race-list" }, backups.slice(0, app.ui.allCopies ? backups.length : SHOWN).map(row))
      : backups
        ? h("p", { class: "explain" }, t("ui.backups_none"))
        : loading(),
    h(
      "p",
      { class: "actions" },
      h("button", { class: "button", onclick: makeOne }, icon("save"), t("ui.backup_now")),
      backups?.length > SHOWN && !app.ui.allCopies
        ? h("button", { class: "button", onclick: () => change({ allCopies: true }) }, icon("down"), t("ui.backups_all", { n: backups.length }))
        : null,
    ),
  );
}

async function refresh({ race, boot }) {
  const now = `${boot} ${race?.id} ${race?.over}`;
  if (now === fetchedAt) return;
  fetchedAt = now;
  await fetchBackups();
}

async function fetchBackups() {
  const copies = await get("/backups");
  if (copies) change({ copies });
}

function named(copy) {
  return copy.when ? when(copy.when) : t("ui.backup_no_time", { n: Number(copy.file.match(/\d+/)[0]) });
}

function row(copy) {
  const holds = copy.races === null ? t("ui.backup_unreadable") : t("ui.backup_holds", copy);
  return h(
    "li",
    { key: copy.file, class: "race" },
    h("div", { class: "race-words" }, h("h3", {}, named(copy)), h("p", {}, holds)),
    copy.races === null
      ? null
      : h("div", { class: "race-keys" }, h("button", { class: "button", onclick: () => openSheet(() => confirmSheet(copy)) }, icon("undo"), t("ui.backup_restore"))),
  );
}

function confirmSheet(copy) {
  const go = h("button", { class: "button go", onclick: () => restore(copy) }, icon("undo"), t("ui.backup_restore"));
  return sheet({ title: named(copy), lead: t("ui.backup_sure"), buttons: [go] });
}

async function makeOne() {
  const answer = await ask("/backups");
  if (answer.ok) await fetchBackups();
}

/** The service restarts; the page's stream reconnects and everything is fetched again. */
async function restore(copy) {
  closeSheet();
  await ask("/backups/restore", { file: copy.file });
}
