/* The parts of the set-up's form. Each gets `{live, draft, wrong, put}` and changes the draft. */

import { bookChoice } from "./bookchoice.js";
import { COLOURS } from "./colours.js";
import { h } from "./dom.js";
import { addPlayer, FEWEST_PLAYERS, MOST_PLAYERS, PLACES, setPlayer } from "./draft.js";
import { courseFields } from "./lines.js";
import { choices, icon, paint, stepper } from "./parts.js";
import { remembered } from "./remembered.js";
import { waiting } from "./seating.js";
import { t } from "./words.js";

const EXTRA_CARDS = { 4: 1, 5: 2 }; // ST-15: the start places behind get a bigger hand

/** Who plays: name, colour, seat at the table, start place. */
export function playersPart(form) {
  const { live, draft, put } = form;
  const { seats } = live.table;
  const most = Math.min(MOST_PLAYERS, seats.length);
  return h(
    "fieldset",
    { class: "part players" },
    h("legend", {}, t("ui.players")),
    fault(form, "players"),
    remembered(form),
    draft.players.map((_, at) => player(form, at)),
    waiting(form),
    draft.players.length < most
      ? h(
          "button",
          { type: "button", class: "button", key: "add", onclick: () => put(addPlayer(draft, seats)) },
          icon("plus"),
          t("ui.add_player"),
        )
      : null,
  );
}

function player(form, at) {
  const { live, draft, put } = form;
  const mine = draft.players[at];
  const set = (field) => (value) => put(setPlayer(draft, at, field, value));
  return h(
    "div",
    { class: "player", key: `player-${at}`, style: paint(mine), role: "group", "aria-label": t("ui.player_n", { n: at + 1 }) },
    h(
      "div",
      { class: "player-top" },
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
      remover(draft, at, put),
    ),
    fault(form, `players.${at}.name`),
    choices(`colour-${at}`, t("ui.colour"), mine.colour, COLOURS.map(colourOption), set("colour")),
    choices(`seat-${at}`, t("ui.seat"), mine.seat, live.seats.map(seatOption), set("seat")),
    fault(form, `players.${at}.seat`),
    choices(`place-${at}`, t("ui.start_place"), mine.place, PLACES.map(placeOption), set("place")),
    fault(form, `players.${at}.place`),
  );
}

function remover(draft, at, put) {
  if (draft.players.length <= FEWEST_PLAYERS) return null;
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

function placeOption(place) {
  const more = EXTRA_CARDS[place];
  return { value: place, words: String(place), note: more ? t("ui.more_cards", { n: more }) : null };
}

function fault(form, where) {
  const found = form.wrong[where];
  return found
    ? h("p", { class: "fault", key: `fault-${where}` }, icon("alert"), t(found[0], found[1]))
    : null;
}

/** The red lines in driving order, and where the flag stands. */
export function coursePart(form) {
  const { draft, put } = form;
  return h(
    "fieldset",
    { class: "part course-part" },
    h("legend", {}, t("ui.course")),
    h("p", { class: "explain" }, t("ui.course_lead")),
    bookChoice(form),
    courseFields({ draft, put: (changes) => put({ ...draft, ...changes }) }),
    fault(form, "limits"),
  );
}

/** The readings of the rules, each with its sentence. */
export function settingsPart(form) {
  const { draft, put } = form;
  return h(
    "fieldset",
    { class: "part settings" },
    h("legend", {}, t("ui.settings")),
    setting("edition", choices("edition", t("ui.setting_edition"), draft.edition, ["de", "fr"].map((value) => ({ value, words: t(`ui.edition_${value}`) })), (edition) => put({ ...draft, edition }))),
    setting("bonus_may_crash", toggle(form, "bonus_may_crash")),
    setting("finished_count", toggle(form, "finished_count")),
    setting("dnf_points", number(t("ui.setting_dnf_points"), draft.dnf_points, 0, 99, (dnf_points) => put({ ...draft, dnf_points }))),
    setting("deck", deck(form)),
    fault(form, "deck"),
  );
}

function setting(name, control) {
  return h("div", { class: "setting", key: name }, control, h("p", { class: "explain" }, t(`ui.explain_${name}`)));
}

function toggle({ draft, put }, name) {
  return h(
    "label",
    { class: "toggle" },
    h("input", { type: "checkbox", role: "switch", checked: draft[name], onchange: (event) => put({ ...draft, [name]: event.target.checked }) }),
    h("span", {}, t(`ui.setting_${name}`)),
  );
}

function number(label, value, min, max, set) {
  return h("div", { class: "field" }, h("span", { "aria-hidden": "true" }, label), stepper({ label, value, min, max, set }));
}

function deck({ draft, put }) {
  return h(
    "div",
    { class: "deck", role: "group", "aria-label": t("ui.deck_copies") },
    h("span", { class: "choices-label" }, t("ui.deck_copies")),
    PLACES.map((value) =>
      number(t("ui.copies_of", { value }), draft.deck[value], 0, 20, (count) => put({ ...draft, deck: { ...draft.deck, [value]: count } })),
    ),
  );
}
