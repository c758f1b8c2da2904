/* The players in the set-up: name, colour, seat, and what the game asks of each. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { COLOURS } from "../../parts/colours.js";
import { fault } from "../../parts/form-fields.js";
import { addPlayer, setPlayer } from "../../parts/race-draft.js";
import { choices, icon, seatStyle } from "../../parts/widgets.js";
import { earlierPlayers } from "./earlier-players.js";
import { waitingPhones } from "./sit-down.js";

/** The players: name, colour, seat, and what the game asks of each. */
export function playersSection(form) {
  const { live, draft, put, part } = form;
  const { seats } = live.table;
  const most = Math.min(part.players.most, seats.length);
  return h(
    "fieldset",
    { class: "part players", key: "players" },
    h("legend", {}, t("ui.players")),
    fault(form, "players"),
    earlierPlayers(form),
    draft.players.map((_, at) => player(form, at)),
    waitingPhones(form),
    draft.players.length < most
      ? h(
          "button",
          { type: "button", class: "button", key: "add", onclick: () => put(addPlayer(draft, seats, part)) },
          icon("plus"),
          t("ui.add_player"),
        )
      : null,
  );
}

function player(form, at) {
  const { live, draft, put, part } = form;
  const mine = draft.players[at];
  const set = (field) => (value) => put(setPlayer(draft, at, field, value));
  return h(
    "div",
    { class: "player", key: `player-${at}`, style: seatStyle(mine), role: "group", "aria-label": t("ui.player_n", { n: at + 1 }) },
    h(
      "div",
      { class: "player-top", key: "top" },
      h(
        "label",
        { class: "player-name" },
        h("span", {}, t("ui.name")),
        h("input", {
          value: mine.name,
          maxlength: 24,
          autocomplete: "off",
          "data-at": `players.${at}.name`,
          "aria-invalid": `players.${at}.name` in form.wrong ? "true" : null,
          oninput: (event) => set("name")(event.target.value),
        }),
      ),
      removeButton(form, at),
    ),
    fault(form, `players.${at}.name`),
    choices(`colour-${at}`, t("ui.colour"), mine.colour, COLOURS.map(colourOption), set("colour")),
    choices(`seat-${at}`, t("ui.seat"), mine.seat, live.seats.map(seatOption), set("seat")),
    fault(form, `players.${at}.seat`),
    part.playerFields(form, at),
  );
}

function removeButton({ draft, put, part }, at) {
  if (draft.players.length <= part.players.fewest) return null;
  return h(
    "button",
    {
      type: "button",
      class: "button step",
      "aria-label": t("ui.remove_player", { n: at + 1 }),
      onclick: () => put({ ...draft, players: draft.players.filter((_, i) => i !== at) }),
    },
    icon("cross"),
  );
}

function colourOption([name, tone]) {
  return { value: name, words: t(`ui.colour_${name}`), style: { "--seat": tone }, swatch: true };
}

function seatOption({ seat, device }) {
  const signs = { connected: "plug", none: "phone" };
  const note = [icon(signs[device] ?? "unplug"), h("span", { class: "sr" }, t(`ui.seat_device_${device}`))];
  return { value: seat, words: String(seat), note };
}
