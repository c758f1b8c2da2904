/* Who are you? One tap takes a seat; the language, the phones and the host come below. */

import { h } from "../lib/dom.js";
import { sentences, t } from "../lib/words.js";
import { app, ask, change, fetchRights, start } from "../parts/app.js";
import { invitation } from "../parts/invitation.js";
import { languageChoice } from "../parts/language-choice.js";
import { phoneList } from "../parts/phones.js";
import { closeSheet, openSheet, sheet } from "../parts/sheet.js";
import { hasDevices, playerOf } from "../parts/snapshot.js";
import { badge, icon, named, seatStyle } from "../parts/widgets.js";

const HOTSPOT = /\/10\.42\.0\.1(:|\/|$)/; // ADDRESS of companion/system/hotspot.py

start({ view: ({ live }) => joinView(live) });

function joinView(live) {
  return h(
    "section",
    { class: "join", key: "join" },
    h(
      "div",
      { class: "join-words" },
      h("h1", {}, t("ui.join_title")),
      h("ul", { class: "seats" }, [...live.seats].sort((a, b) => Boolean(b.name) - Boolean(a.name)).map(seat)),
      h(
        "p",
        { class: "actions" },
        h("a", { class: "button", href: "/" }, icon("eye"), t("ui.just_watch")),
        live.race || !app.me.host ? null : h("a", { class: "button go", href: "/setup" }, icon("flag"), t("ui.start_race")),
      ),
      languageChoice(),
      h("p", { class: "explain" }, t("ui.join_lead")),
      HOTSPOT.test(live.table.address) ? h("p", { class: "explain", key: "stay" }, t("ui.join_stay")) : null,
      phoneList(live),
      app.me.host ? host() : pinForm(),
    ),
    invitation(live),
  );
}

function seat(meta) {
  const mine = app.me.seats.includes(meta.seat);
  const name = meta.name ?? t("ui.seat_n", { n: meta.seat });
  return h(
    "li",
    { key: meta.seat, class: "join-seat" },
    h(
      "button",
      { class: `seat-card${mine ? " mine" : ""}`, style: seatStyle(meta), onclick: () => choose(meta, mine) },
      badge(meta),
      h("b", {}, named(name)),
      h("small", {}, isPlayed(meta) ? t("ui.seat_played") : mine ? t("ui.mine") : whose(meta)),
    ),
    mine
      ? h(
          "button",
          { class: "button step", "aria-label": t("ui.give_back", { name }), title: t("ui.give_back", { name }), onclick: () => giveBack(meta.seat) },
          icon("cross"),
        )
      : null,
  );
}

/** Whether the table plays the seat, so that no phone takes it. */
const isPlayed = ({ seat }) => Boolean(playerOf(app.live, seat)?.played);

/** Whether a phone has the seat, and what is wrong with its hardware. */
function whose({ phones, device }) {
  const notes = [t(phones ? "ui.seat_has_phone" : "ui.seat_open")];
  if (!["connected", "none"].includes(device)) notes.push(t(`ui.seat_device_${device}`));
  return notes.join(" · ");
}

function choose(meta, mine) {
  if (mine || isPlayed(meta)) location.assign(`/seat/${meta.seat}`);
  else if (meta.phones) openSheet((live) => taken(live.seats.find((each) => each.seat === meta.seat)));
  else take(meta.seat);
}

/** The sheet of a seat that another phone has: share it, or take it over. */
function taken(meta) {
  const button = (words, body, more) =>
    h("button", { class: `button${more}`, onclick: () => take(meta.seat, body) }, t(words));
  return sheet({
    title: meta.name ?? t("ui.seat_n", { n: meta.seat }),
    lead: sentences([t("ui.seat_taken"), hasDevices(app.live, meta.seat) ? t("ui.seat_devices_stay") : ""]),
    buttons: [button("ui.play_along", {}, " go"), button("ui.take_over", { take: true }, "")],
  });
}

async function take(seat, body) {
  const answer = await ask(`/seats/${seat}/claim`, body);
  if (answer.ok) location.assign(`/seat/${seat}`);
  else closeSheet();
}

async function giveBack(seat) {
  const answer = await ask(`/seats/${seat}/release`);
  if (answer.ok) await fetchRights();
}

function host() {
  return h(
    "section",
    { class: "host", key: "host" },
    h("h2", {}, icon("key"), t("ui.you_are_host")),
    h("p", {}, t("ui.host_lead")),
    app.me.pin ? h("p", { class: "pin" }, app.me.pin) : null,
  );
}

/** Goes to the PIN where a link has asked for it (/join#pin). */
function reach(form) {
  if (location.hash === "#pin") requestAnimationFrame(() => form.querySelector("input").focus());
}

function pinForm() {
  return h(
    "form",
    { class: "host", key: "pin", onsubmit: becomeHost, made: reach },
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
  if (answer.ok) await fetchRights();
}
