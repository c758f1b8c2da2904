/* The players in the set-up: name, colour, seat, and what the game asks of each. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app, change, toast } from "../../parts/app.js";
import { COLOURS } from "../../parts/colours.js";
import { fault, goTo } from "../../parts/form-fields.js";
import { addPlayer, setPlayer } from "../../parts/race-draft.js";
import { badge, choices, icon, seatStyle } from "../../parts/widgets.js";
import { earlierPlayers } from "./earlier-players.js";
import { waitingPhones } from "./sit-down.js";

/** The players: name, colour, seat, and what the game asks of each. */
export function playersSection(form) {
  const { live, draft, put, part } = form;
  return h(
    "fieldset",
    { class: "part players", key: "players" },
    h("legend", {}, t("ui.players")),
    fault(form, "players"),
    earlierPlayers(form),
    draft.players.map((_, at) => player(form, at)),
    oneMore(form),
    waitingPhones(form),
    draft.players.length < mostPlayers(part, live)
      ? h(
          "button",
          { type: "button", class: "button", key: "add", onclick: () => addOne(form) },
          icon("plus"),
          t("ui.add_player"),
        )
      : null,
    part.playersNote?.(form),
  );
}

/** One more player: nothing is missing before the next start, and the name is typed at once. */
function addOne({ live, draft, put, part }) {
  put(addPlayer(draft, live.table, part));
  change({ tried: false });
  focusName(draft.players.length);
}

const focusName = (at) => goTo(`players.${at}.name`);

const mostPlayers = (part, live) => Math.min(part.players.most, live.table.seats.length);

function player(form, at) {
  const { live, draft, put, part } = form;
  const mine = draft.players[at];
  const set = (field) => (value) => put(setPlayer(draft, at, field, value));
  const more = app.ui.unfolded === at;
  return h(
    "div",
    { class: "player", key: `player-${at}`, style: seatStyle(mine), role: "group", "aria-label": t("ui.player_n", { n: at + 1 }) },
    h("div", { class: "player-top", key: "top" }, moreButton(mine, at, more), nameField(form, at), place(mine), part.playerMark?.(mine), removeButton(form, at)),
    phoneThere(live, mine),
    ["name", "seat", ...Object.keys(part.players.own)].map((field) => fault(form, `players.${at}.${field}`)),
    h(
      "div",
      { class: "player-more", key: "more", hidden: !more },
      choices(`colour-${at}`, t("ui.colour"), mine.colour, COLOURS.map(colourOption), set("colour")),
      choices(`seat-${at}`, t("ui.seat"), mine.seat, live.seats.map(seatOption), set("seat")),
      part.playerFields(form, at),
    ),
  );
}

/** Says that another phone has this seat, so that the host gives it to that phone's player, who may
    have said who that is. */
function phoneThere(live, { seat, name }) {
  const meta = live.seats.find((each) => each.seat === seat);
  if (app.me.seats.includes(seat) || !meta?.phones || meta.name === name) return null;
  return h("p", { class: "explain", key: "phone" }, icon("phone"), " ", t("ui.phone_there"));
}

/** The seat's number in the player's colour; a tap unfolds what else there is to choose. */
function moreButton(mine, at, more) {
  return h(
    "button",
    {
      type: "button",
      class: "button step plain",
      "data-at": `players.${at}.seat`,
      "aria-expanded": String(more),
      "aria-label": t("ui.player_more", { n: at + 1 }),
      title: t("ui.player_more", { n: at + 1 }),
      onclick: () => change({ unfolded: more ? null : at }),
    },
    badge(mine),
  );
}

/** Room for one more name, after Enter behind the last one: it counts as a player from its first
    letter, and left empty it is nobody. */
function oneMore(form) {
  const { draft, put, part, live } = form;
  const at = draft.players.length;
  if (app.ui.oneMore !== at || at >= mostPlayers(part, live)) return null;
  const begin = (name) => name && put(setPlayer(addPlayer(draft, live.table, part), at, "name", name));
  return h(
    "div",
    { class: "player", key: `player-${at}`, role: "group", "aria-label": t("ui.player_n", { n: at + 1 }) },
    h("div", { class: "player-top", key: "top" }, nameInput(form, at, "", begin)),
  );
}

function nameField(form, at) {
  const { draft, put } = form;
  return nameInput(form, at, draft.players[at].name, (name) => put(setPlayer(draft, at, "name", name)));
}

/** The field of a name. The keyboard's Enter goes on to the next one instead of starting. */
function nameInput({ draft, wrong }, at, value, set) {
  const next = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (at === draft.players.length - 1 && value.trim()) change({ oneMore: at + 1 });
    focusName(at + 1);
  };
  return h(
    "label",
    { class: "player-name" },
    h("span", { class: "sr" }, t("ui.name")),
    h("input", {
      value,
      maxlength: 24,
      autocomplete: "off",
      enterkeyhint: "next",
      placeholder: t("ui.name"),
      "data-at": `players.${at}.name`,
      "aria-invalid": `players.${at}.name` in wrong ? "true" : null,
      oninput: (event) => set(event.target.value),
      onkeydown: next,
    }),
  );
}

/** The start place, in games that have one. */
function place(player) {
  return "place" in player ? h("span", { class: "chip", title: t("ui.start_place") }, icon("flag"), player.place ?? "–") : null;
}

function removeButton({ draft, put, part }, at) {
  if (draft.players.length <= part.players.fewest) return null;
  return h(
    "button",
    {
      type: "button",
      class: "button step",
      "aria-label": t("ui.remove_player", { n: at + 1 }),
      onclick: () => removeOne(draft, at, put),
    },
    icon("cross"),
  );
}

/** Removes a player, and offers to bring a named one back. */
function removeOne(draft, at, put) {
  put({ ...draft, players: draft.players.filter((_, i) => i !== at) });
  const name = draft.players[at].name.trim();
  const restore = () => {
    put(draft);
    change({}, { toast: null });
  };
  if (name) toast({ text: t("ui.player_removed", { name }), sign: "cross", undoes: true, press: restore });
}

function colourOption([name, tone]) {
  return { value: name, words: t(`ui.colour_${name}`), style: { "--seat": tone }, swatch: true };
}

function seatOption({ seat, device }) {
  const signs = { connected: "plug", none: "phone" };
  const note = [icon(signs[device] ?? "unplug"), h("span", { class: "sr" }, t(`ui.seat_device_${device}`))];
  return { value: seat, words: String(seat), note };
}
