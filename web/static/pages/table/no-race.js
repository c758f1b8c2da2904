/* The table's page without a race: the host starts one, the others wait; the seats. */

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { isolated, t, when } from "../../lib/words.js";
import { app, ask, change } from "../../parts/app.js";
import { deviceTroubles, hallNote } from "../../parts/device-troubles.js";
import { invitation } from "../../parts/invitation.js";
import { sitDownNote } from "../../parts/sit-down-note.js";
import { badge, icon, named, seatStyle } from "../../parts/widgets.js";
import { GAMES } from "../../games/games.js";

/** The page's content. */
export function noRace(live) {
  if (app.ui.saved === undefined) fetchRaces();
  const last = app.ui.saved?.find((race) => !race.over);
  return [
    h(
      "section",
      { class: "welcome", key: "welcome" },
      h(
        "div",
        { class: "welcome-words" },
        h("h1", {}, t("ui.welcome")),
        h("p", { class: "lead" }, t(app.me.host ? "ui.welcome_lead" : "ui.welcome_wait")),
        sitDownNote(live),
        notRead(live),
        app.me.host ? [gameCards(live), last ? h("p", { class: "actions", key: "last" }, resumeButton(last)) : null] : null,
        refusedDevices(live),
        hallNote(live),
        seats(live),
      ),
      invitation(live),
    ),
  ];
}

/** Why the race that was on the table is not there: today's rules refuse it. */
function notRead({ notices }) {
  const notice = notices.findLast(({ key }) => key === "table.race_not_read");
  return notice ? h("p", { class: "note", key: "not-read" }, icon("alert"), notice.text) : null;
}

/** Links to each game's set-up. A card on a reader proposes its game. */
function gameCards({ proposal }) {
  const names = Object.keys(GAMES);
  const card = (name) =>
    h(
      "a",
      { key: name, class: `game-card${name === proposal?.game ? " proposed" : ""}`, href: `/setup?game=${name}` },
      icon(GAMES[name].icon),
      h(
        "span",
        {},
        h("b", {}, t(`ui.game_${name}`)),
        h("small", {}, t(`ui.game_${name}_lead`)),
        name === proposal?.game ? h("small", { class: "chip warm" }, icon("reader"), t("ui.game_by_card")) : null,
      ),
    );
  if (names.length === 1) {
    return h("p", { class: "actions", key: "games" }, h("a", { class: "button big go", href: "/setup" }, icon("flag"), t("ui.start_race")));
  }
  return h(
    "section",
    { class: "which-game", key: "games", "aria-labelledby": "which-game" },
    h("h2", { id: "which-game" }, t("ui.which_game")),
    h("div", { class: "game-cards" }, names.map(card)),
  );
}

async function fetchRaces() {
  app.ui.saved = null;
  const answer = await get("/races");
  change({ saved: answer?.races ?? [] });
}

function resumeButton(race) {
  return h(
    "button",
    { class: "button", onclick: () => ask(`/races/${race.id}/resume`) },
    icon("redo"),
    h("span", {}, t("ui.resume_last"), h("small", {}, `${race.players.map(isolated).join(", ")} · ${when(race.started)}`)),
  );
}

/** Refused devices, shown to the builder before a race. */
function refusedDevices({ devices }) {
  const refused = devices.filter(({ state }) => state === "refused");
  if (!refused.length) return null;
  return h("ul", { class: "troubles", key: "troubles", "aria-label": t("ui.devices") }, deviceTroubles(refused));
}

function seats(live) {
  return h(
    "ul",
    { class: "seats", "aria-label": t("ui.seats") },
    live.seats.map((meta) =>
      h(
        "li",
        { key: meta.seat },
        h(
          "a",
          { class: "seat-card", href: `/seat/${meta.seat}`, style: seatStyle(meta) },
          badge(meta),
          h("b", {}, named(meta.name ?? t("ui.seat_n", { n: meta.seat }))),
          h("small", {}, seatNote(meta)),
        ),
      ),
    ),
  );
}

/** A seat's hardware, if it has some, and whether a phone sits there, in words. */
function seatNote(meta) {
  const notes = meta.device === "none" ? [] : [t(`ui.seat_device_${meta.device}`)];
  notes.push(t(meta.phones ? "ui.seat_has_phone" : "ui.seat_open"));
  return notes.join(" · ");
}
