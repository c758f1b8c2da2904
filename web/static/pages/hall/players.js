/* For players, by a link or QR code: entering, and waiting for the call to a table and seat. */

import { send } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { store, stored } from "../../lib/storage.js";
import { t } from "../../lib/words.js";
import { badge, named } from "../../parts/widgets.js";
import { change, hall, start } from "./base.js";
import { active, nameOf, path, podium, raceName, seatOf, tableOf } from "./tournament-parts.js";

const { tournament } = document.body.dataset;
const BUZZ_MS = [300, 150, 300];
const MINE = `companion.tournament.${tournament}`;

start(({ now, ui }) => {
  ui.mine ??= stored(MINE) ?? [];
  const mine = ui.mine.filter((n) => nameOf(now, n));
  buzz(now.races.filter((race) => race.stage === "prepared" && race.players.some((n) => mine.includes(n))));
  return [
    h("h1", { key: "title" }, named(now.name)),
    podium(now),
    mine.map((n) => call(now, n)),
    now.ended ? null : follow(now, mine, ui),
    h("p", { class: "actions", key: "ways" }, h("a", { class: "button", href: `/tournaments/${tournament}` }, t("ui.hall_tour_standings"))),
  ];
}, `tournament=${tournament}`);

let called = new Set();

/** Vibrates when a race of a player of this phone has become ready. */
function buzz(races) {
  const ready = new Set(races.map((race) => race.n));
  if ([...ready].some((n) => !called.has(n))) navigator.vibrate?.(BUZZ_MS);
  called = ready;
}

/** Where this player is to go, large. */
function call(now, n) {
  const race = now.races.find((one) => ["prepared", "racing", "waiting"].includes(one.stage) && one.players.includes(n));
  return h(
    "section",
    { class: `part call${race?.stage === "prepared" ? " is-called" : ""}`, key: `call-${n}`, role: "status" },
    h("h2", {}, named(nameOf(now, n))),
    race ? toTable(now, race, n) : h("p", {}, idle(now, n)),
    h("p", {}, h("button", { class: "button plain", onclick: () => keep(hall.ui.mine.filter((one) => one !== n)) }, t("ui.hall_tour_not_me"))),
  );
}

function toTable(now, race, n) {
  const seat = race.players.indexOf(n) + 1;
  return [
    h("p", { class: "hall-stage" }, raceName(race), " · ", t(`ui.hall_tour_call_${race.table ? race.stage : "waiting"}`)),
    race.table ? h("p", { class: "call-to" }, badge(seatOf(seat - 1)), t("ui.hall_tour_call", { table: tableOf(now, race), seat })) : null,
  ];
}

function idle(now, n) {
  const player = now.players.find((one) => one.n === n);
  if (player.withdrawn) return t("ui.hall_tour_left");
  const { rank } = now.standings.find((row) => row.player === n);
  if (now.ended) return t("ui.place_n", { n: rank });
  if (now.byes.some((bye) => bye.player === n && bye.round === now.round)) return t("ui.hall_tour_bye");
  return t("ui.hall_tour_wait");
}

function follow(now, mine, ui) {
  const others = active(now).filter((player) => !mine.includes(player.n));
  return h(
    "section",
    { class: "part", key: "follow", "aria-labelledby": "follow-title" },
    h("h2", { id: "follow-title" }, t(mine.length ? "ui.hall_tour_another" : "ui.hall_tour_who")),
    now.entry && !now.finals
      ? h(
          "form",
          { class: "hall-say", onsubmit: enter },
          h("label", {}, t("ui.hall_tour_your_name"), h("input", { name: "name", maxlength: 60, required: true, autocomplete: "off" })),
          h("button", { class: "button go", type: "submit" }, t("ui.hall_tour_enter")),
        )
      : h("p", {}, t("ui.hall_tour_entry_closed")),
    ui.wrong ? h("p", { role: "alert", class: "note" }, ui.wrong) : null,
    others.length
      ? h("label", {}, t("ui.hall_tour_listed"), h("select", { onchange: ({ target }) => target.value && keep([...mine, Number(target.value)]) }, h("option", { value: "" }, t("ui.hall_tour_choose")), others.map((player) => h("option", { key: player.n, value: player.n }, player.name))))
      : null,
  );
}

async function enter(event) {
  event.preventDefault();
  const { name } = event.target.elements;
  const answer = await send(path({ id: tournament }, "entry"), { name: name.value }, "POST", { patient: false });
  if (!answer.ok) return change({ wrong: answer.error.text });
  name.value = "";
  keep([...hall.ui.mine, answer.data.player]);
}

/** The players of this browser; without storage they last until the page is closed. */
function keep(mine) {
  store(MINE, mine);
  change({ mine, wrong: "" });
}
