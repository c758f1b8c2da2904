/* Which phones are there, where each sits, and who has the host's rights. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { app, ask, change, learnMe } from "./app.js";
import { metaOf } from "./snapshot.js";
import { badge, icon, paint } from "./widgets.js";

const LOOK_MS = 3000;

/** Every phone that is known (GET /phones), looked at again and again. */
export function phonesNow(live) {
  if (app.ui.phones === undefined) {
    app.ui.phones = [];
    look();
    setInterval(() => document.visibilityState === "visible" && look(), LOOK_MS);
  }
  if (app.ui.rightsSeen !== live.rights) {
    app.ui.rightsSeen = live.rights;
    look();
  }
  return app.ui.phones;
}

/** The list. It looks for itself who has come and gone. */
export function phoneList(live) {
  if (!phonesNow(live).length) return null;
  return h(
    "section",
    { class: "phones", key: "phones", "aria-labelledby": "phones-title" },
    h("h2", { id: "phones-title" }, icon("phone"), t("ui.phones")),
    h("ul", { class: "phone-list" }, app.ui.phones.map((phone) => row(live, phone))),
    app.me.host ? h("p", { class: "explain" }, t("ui.phones_lead")) : null,
  );
}

async function look() {
  const answer = await get("/phones");
  if (answer) change({ phones: answer.phones });
}

function row(live, phone) {
  return h(
    "li",
    { key: phone.n, class: `phone-row${phone.here ? "" : " is-away"}` },
    h("b", {}, phone.name, phone.mine ? ` · ${t("ui.this_phone")}` : null),
    h(
      "span",
      { class: "phone-notes" },
      phone.seats.map((seat) => {
        const meta = metaOf(live, seat);
        return h("span", { class: "phone-seat", key: seat, style: paint(meta) }, badge(meta), h("span", { class: "sr" }, t("ui.seat_n", { n: seat })));
      }),
      h("small", {}, t(note(phone))),
      phone.host ? h("small", {}, icon("key"), t("ui.phone_host")) : null,
    ),
    app.me.host ? rightsKey(phone) : null,
  );
}

function note(phone) {
  if (!phone.here) return "ui.phone_away";
  return phone.seats.length ? "ui.phone_here" : "ui.phone_watches";
}

/** The host's: give the rights to this phone, or take them from it; its own only if others have
    them. */
function rightsKey(phone) {
  const hosts = app.ui.phones.filter((each) => each.host).length;
  if (phone.host && hosts < 2) return null;
  const words = phone.host ? (phone.mine ? "ui.host_leave" : "ui.host_withdraw") : "ui.host_give";
  return h("button", { class: "button", onclick: () => handOver(phone) }, t(words));
}

async function handOver(phone) {
  const answer = phone.host
    ? await ask("/host/withdraw", { from: phone.n })
    : await ask("/host/give", { to: phone.n });
  if (answer.ok) await Promise.all([learnMe(), look()]);
}
