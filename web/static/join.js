/* Joining the table: scan, take a seat or watch, become host. */

import { app, ask, change, learnMe, start } from "./core.js";
import { h } from "./dom.js";
import { badge, icon, paint } from "./parts.js";
import { invitation, seatNote } from "./welcome.js";
import { t } from "./words.js";

start({ view: ({ live }) => joinView(live) });

function joinView(live) {
  return h(
    "section",
    { class: "join", key: "join" },
    h(
      "div",
      { class: "join-words" },
      h("h1", {}, t("ui.join_title")),
      h("p", { class: "lead" }, t("ui.join_lead")),
      h("ul", { class: "seats" }, live.seats.map(seat)),
      h(
        "p",
        { class: "actions" },
        h("a", { class: "button", href: "/" }, icon("eye"), t("ui.just_watch")),
        live.race ? null : h("a", { class: "button go", href: "/setup" }, icon("flag"), t("ui.start_race")),
      ),
      app.me.host ? host() : pinForm(),
    ),
    invitation(live),
  );
}

function seat(meta) {
  const mine = app.me.seats.includes(meta.seat);
  return h(
    "li",
    { key: meta.seat },
    h(
      "button",
      { class: `seat-card${mine ? " mine" : ""}`, style: paint(meta), onclick: () => take(meta.seat, mine) },
      badge(meta),
      h("b", {}, meta.name ?? t("ui.seat_n", { n: meta.seat })),
      h("small", {}, mine ? t("ui.mine") : seatNote(meta)),
    ),
  );
}

async function take(seat, mine) {
  const answer = mine ? { ok: true } : await ask(`/seats/${seat}/claim`);
  if (answer.ok) location.assign(`/seat/${seat}`);
}

function host() {
  return h(
    "section",
    { class: "host" },
    h("h2", {}, icon("key"), t("ui.you_are_host")),
    h("p", {}, t("ui.host_lead")),
    app.me.pin ? h("p", { class: "pin" }, app.me.pin) : null,
  );
}

function pinForm() {
  return h(
    "form",
    { class: "host", onsubmit: becomeHost },
    h("h2", {}, icon("key"), t("ui.become_host")),
    h("p", {}, t("ui.become_host_lead")),
    h(
      "div",
      { class: "pin-row" },
      h("input", {
        name: "pin",
        inputmode: "numeric",
        autocomplete: "one-time-code",
        "aria-label": t("ui.pin"),
        placeholder: t("ui.pin"),
        value: app.ui.pin ?? "",
        oninput: (event) => change({ pin: event.target.value }),
      }),
      h("button", { class: "button go", type: "submit" }, t("ui.ok")),
    ),
  );
}

async function becomeHost(event) {
  event.preventDefault();
  const answer = await ask("/host", { pin: (app.ui.pin ?? "").trim() });
  change({ pin: "" });
  if (answer.ok) await learnMe();
}
