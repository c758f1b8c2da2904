/* The phones at the table: where each sits, and which have the host's rights. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { app, ask, change, fetchRights } from "./app.js";
import { metaOf } from "./snapshot.js";
import { badge, icon, named, seatStyle } from "./widgets.js";

const REFRESH_MS = 3000;

/** Every known phone (GET /phones), refreshed regularly from the first call on. */
export function knownPhones(live) {
  if (app.ui.phones === undefined) {
    app.ui.phones = [];
    refresh();
    setInterval(() => document.visibilityState === "visible" && refresh(), REFRESH_MS);
  }
  if (app.ui.rightsSeen !== live.rights) {
    app.ui.rightsSeen = live.rights;
    refresh();
  }
  return app.ui.phones;
}

/** The list of phones; it refreshes itself. */
export function phoneList(live) {
  if (!knownPhones(live).length) return null;
  return h(
    "section",
    { class: "phones", key: "phones", "aria-labelledby": "phones-title" },
    h("h2", { id: "phones-title" }, icon("phone"), t("ui.phones")),
    h("ul", { class: "phone-list" }, app.ui.phones.map((phone) => row(live, phone))),
    app.me.host ? h("p", { class: "explain" }, t("ui.phones_lead")) : null,
  );
}

async function refresh() {
  const answer = await get("/phones");
  if (answer) change({ phones: answer.phones });
}

function row(live, phone) {
  return h(
    "li",
    { key: phone.n, class: `phone-row${phone.here ? "" : " is-away"}` },
    h("b", {}, named(phone.name), phone.mine ? ` · ${t("ui.this_phone")}` : null),
    h(
      "span",
      { class: "phone-notes" },
      phone.seats.map((seat) => {
        const meta = metaOf(live, seat);
        return h("span", { class: "phone-seat", key: seat, style: seatStyle(meta) }, badge(meta), h("span", { class: "sr" }, t("ui.seat_n", { n: seat })));
      }),
      h("small", {}, t(note(phone))),
      phone.host ? h("small", {}, icon("key"), t("ui.phone_host")) : null,
    ),
    app.me.host ? rightsButton(phone) : null,
  );
}

function note(phone) {
  if (!phone.here) return "ui.phone_away";
  return phone.seats.length ? "ui.phone_here" : "ui.phone_watches";
}

/** The host's button: gives the rights to this phone or withdraws them; the host's own only if
    there is another host. */
function rightsButton(phone) {
  const hosts = app.ui.phones.filter((each) => each.host).length;
  if (phone.host && hosts < 2) return null;
  const words = phone.host ? (phone.mine ? "ui.host_leave" : "ui.host_withdraw") : "ui.host_give";
  return h("button", { class: "button", onclick: () => handOver(phone) }, t(words));
}

async function handOver(phone) {
  const answer = phone.host
    ? await ask("/host/withdraw", { from: phone.n })
    : await ask("/host/give", { to: phone.n });
  if (answer.ok) await Promise.all([fetchRights(), refresh()]);
}
