/* The parts of the set-up's form that every game has. Each gets `{live, draft, wrong, put, part}` and
   changes the draft. */

import { COLOURS } from "./colours.js";
import { h } from "./dom.js";
import { addPlayer, setPlayer } from "./draft.js";
import { GAMES } from "./games/games.js";
import { choices, icon, paint, stepper } from "./parts.js";
import { remembered } from "./remembered.js";
import { waiting } from "./seating.js";
import { t } from "./words.js";

/** Which game is on the table. `choose(game)`; `proposed`: by a card that was laid on a reader. */
export function gamePart({ draft }, choose, proposed) {
  const card = ([name, { icon: sign }]) =>
    h(
      "label",
      { class: "game-card", key: name },
      h("input", { type: "radio", name: "game", value: name, checked: draft.game === name, onchange: () => choose(name) }),
      icon(sign),
      h(
        "span",
        {},
        h("b", {}, t(`ui.game_${name}`)),
        h("small", {}, t(`ui.game_${name}_lead`)),
        name === proposed ? h("small", { class: "chip warm" }, icon("reader"), t("ui.game_by_card")) : null,
      ),
    );
  return h(
    "fieldset",
    { class: "part game", key: "game" },
    h("legend", {}, t("ui.which_game")),
    h("div", { class: "game-cards" }, Object.entries(GAMES).map(card)),
  );
}

/** Who plays: name, colour, seat at the table, and what the game asks of each. */
export function playersPart(form) {
  const { live, draft, put, part } = form;
  const { seats } = live.table;
  const most = Math.min(part.players.most, seats.length);
  return h(
    "fieldset",
    { class: "part players", key: "players" },
    h("legend", {}, t("ui.players")),
    fault(form, "players"),
    remembered(form),
    draft.players.map((_, at) => player(form, at)),
    waiting(form),
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
    { class: "player", key: `player-${at}`, style: paint(mine), role: "group", "aria-label": t("ui.player_n", { n: at + 1 }) },
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
      remover(form, at),
    ),
    fault(form, `players.${at}.name`),
    choices(`colour-${at}`, t("ui.colour"), mine.colour, COLOURS.map(colourOption), set("colour")),
    choices(`seat-${at}`, t("ui.seat"), mine.seat, live.seats.map(seatOption), set("seat")),
    fault(form, `players.${at}.seat`),
    part.playerFields(form, at),
  );
}

function remover({ draft, put, part }, at) {
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

/** What is wrong there, once somebody has tried to start. */
export function fault(form, where) {
  const found = form.wrong[where];
  return found
    ? h("p", { class: "fault", key: `fault-${where}` }, icon("alert"), t(found[0], found[1]))
    : null;
}

/** A setting with its sentence, `ui.explain_<name>`. */
export function setting(name, control) {
  return h("div", { class: "setting", key: name }, control, h("p", { class: "explain" }, t(`ui.explain_${name}`)));
}

/** A switch of the draft, called `ui.setting_<name>`. */
export function toggle({ draft, put }, name) {
  return h(
    "label",
    { class: "toggle" },
    h("input", { type: "checkbox", role: "switch", checked: draft[name], onchange: (event) => put({ ...draft, [name]: event.target.checked }) }),
    h("span", {}, t(`ui.setting_${name}`)),
  );
}

/** A number with its label. */
export function number(label, value, min, max, set) {
  return h("div", { class: "field", key: label }, h("span", { "aria-hidden": "true" }, label), stepper({ label, value, min, max, set }));
}
