/* A break at the table: the words over the table's and the seats' pages, and the key that begins it. */

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { app, ask } from "./app.js";
import { endRaceKey } from "./end-race.js";
import { closeSheet } from "./sheet.js";
import { icon } from "./widgets.js";

const mayAct = () => app.me.host || app.me.seats.length > 0;

/** The break in large letters, with the keys that end it or, for the host, the race; null while nobody
    has one. */
export function breakCard({ live }) {
  if (!live.on_break) return null;
  return h(
    "section",
    { class: "break", key: "break", role: "status", "aria-label": t("ui.break") },
    h("p", { class: "break-title" }, t("ui.break")),
    h("p", {}, t("ui.break_lead")),
    mayAct() ? h("button", { class: "button big go", onclick: () => ask("/break", { on: false }) }, icon("flag"), t("ui.break_end")) : null,
    app.me.host ? endRaceKey(live) : null,
  );
}

/** The key that begins a break; null where there is no race, or for a phone that only watches. */
export function breakButton() {
  const { live } = app;
  if (!mayAct() || !live.race || live.race.over || live.on_break) return null;
  const begin = async () => {
    if ((await ask("/break", { on: true })).ok) closeSheet();
  };
  return h("button", { class: "button", key: "break", onclick: begin }, icon("stop"), t("ui.break_start"));
}
