/* Husky in the set-up: the start player, event cards, attackers, the board. */

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app, change } from "../../parts/app.js";
import { foldedRules, onOff, setting, toggle } from "../../parts/form-fields.js";
import { choices, icon, named } from "../../parts/widgets.js";

const SETTINGS = ["events", "relocate", "board"];
const RELOCATE = ["now", "at_turn"];

let requested = false;

export const players = { fewest: 3, most: 6, own: {}, clockwise: true };

/** The default settings. `start`: a seat, null for the first player. */
export function fresh() {
  return { start: null, events: true, relocate: "now", board: true };
}

/** The settings of a race. */
export function fromOptions(options) {
  const names = ["start", ...SETTINGS].filter((name) => options[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, options[name]]));
}

/** The options to post, without the seats. */
export function toOptions(draft) {
  return { start: startOf(draft), ...Object.fromEntries(SETTINGS.map((name) => [name, draft[name]])) };
}

/** These settings cannot be invalid. */
export function faults() {
  return {};
}

/** The start player is chosen for each race. */
export function repeated(draft) {
  return { ...draft, start: null };
}

export const starters = 1;

/** The first of these seats begins. */
export function starting(draft, order) {
  return { ...draft, start: order[0] };
}

/** Players have no fields of their own. */
export function playerFields() {
  return [];
}

/** The start player, if still playing; else the first one listed. */
function startOf({ start, players: all }) {
  return all.some(({ seat }) => seat === start) ? start : all[0]?.seat;
}

/** The settings, each with its explanation. */
export function sections(form) {
  const { draft, put } = form;
  const set = (field) => (value) => put({ ...draft, [field]: value });
  const starts = draft.players.map(({ seat, name }, i) => ({ value: seat, words: named(name.trim() || t("ui.player_n", { n: i + 1 })) }));
  const relocate = RELOCATE.map((value) => ({ value, words: t(`ui.husky_relocate_${value}`) }));
  const usual = fresh();
  const words = { events: onOff(draft.events), relocate: t(`ui.husky_relocate_${draft.relocate}`), board: onOff(draft.board) };
  const differing = Object.entries(words).filter(([name]) => draft[name] !== usual[name]);
  const begins = choices("start", t("ui.husky_start_player"), startOf(draft), starts, set("start"));
  return [h("div", { class: "part", key: "start" }, setting("husky_start", begins)), foldedRules(
    form,
    differing,
    false,
    setting("events", toggle(form, "events")),
    setting("relocate", choices("relocate", t("ui.setting_relocate"), draft.relocate, relocate, set("relocate"))),
    setting("board", toggle(form, "board")),
  ), boxNote()];
}

/** Which cards the race gets, the owner's or the example's, with a link to the box. */
function boxNote() {
  fetchBox();
  const { huskyBoxStatus: status } = app.ui;
  const force = status?.in_force === "saved" && status.example ? "example_saved" : status?.in_force;
  const invented = force?.startsWith("example");
  return h(
    "p",
    { class: invented ? "note" : "explain", key: "box" },
    invented ? icon("alert") : null,
    force ? ` ${t(`ui.box_force_${force}`)} ` : null,
    h("a", { href: "/boxes/husky" }, t("ui.husky_box")),
  );
}

async function fetchBox() {
  if (requested) return;
  requested = true;
  change({ huskyBoxStatus: await get("/boxes/husky") });
}
