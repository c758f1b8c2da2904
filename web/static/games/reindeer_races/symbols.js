/* Symbols of Reindeer Races: what cards and spaces show, and the reindeer. Each seat's reindeer
   differ in shape as well as colour, and each has its number. */

import { h } from "../../lib/dom.js";
import { staticUrl } from "../../lib/static-url.js";
import { t } from "../../lib/words.js";
import { metaOf } from "../../parts/snapshot.js";
import { seatStyle } from "../../parts/widgets.js";

export const OBJECTS = ["letter", "decoration", "log", "gift", "tree"];
export const SPACES = ["plain", "ice_forward", "ice_back", "ice_left", "ice_right", "snowman", "skis", "yeti"];

const SYMBOLS = staticUrl("games/reindeer_races/symbols.svg");
const SHAPES = [
  "M16 9a12 12 0 1 1 0 24a12 12 0 1 1 0-24Z",
  "M8 10h16a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V13a3 3 0 0 1 3-3Z",
  "M16 7 30 21 16 35 2 21Z",
  "M9 9.500h14L30 21 23 32.500H9L2 21Z",
];
const ANTLERS = "M11 10C8 9 7 6 7 2M7 6 3 4M21 10c3-1 4-4 4-8M25 6l4-2";

/** A picture of symbols.svg; decorative, so always beside words or a label. */
export function symbol(name) {
  return h("svg", { class: `pic pic-${name}`, viewBox: "0 0 32 32", "aria-hidden": "true", focusable: "false" }, h("use", { href: `${SYMBOLS}#${name}` }));
}

/** A seat's reindeer, or without a number the seat's mark. `ghost`: where it will be. */
export function pawn(live, seat, number = "", ghost = false) {
  const at = live.state.seats.findIndex((team) => team.seat === seat);
  return h(
    "svg",
    { class: `pawn${ghost ? " ghost" : ""}`, key: `pawn ${seat} ${number}`, viewBox: "0 0 32 36", style: seatStyle(metaOf(live, seat)), "aria-hidden": "true", focusable: "false" },
    h("path", { class: "antlers", d: ANTLERS }),
    h("path", { class: "body", d: SHAPES[at % SHAPES.length] }),
    h("text", { x: 16, y: 27, "text-anchor": "middle" }, number),
  );
}

/** A movement card: `count` 1 or 2 of an object, or an elf. */
export function moveCard({ object, count }, key) {
  return h(
    "span",
    { class: "move-card", key, role: "img", "aria-label": cardWords(object, count) },
    Array.from({ length: count }, (_, i) => h("span", { key: i }, symbol(object))),
  );
}

/** A movement card in words: "2 gifts". */
export function cardWords(object, count) {
  return t(`ui.reindeer_card_${object}_${count}`);
}

/** A track in words: "letter track". */
export function trackWords(track) {
  return t(`ui.reindeer_track_${track}`);
}

/** A space in words: "ice, forward". */
export function spaceWords(space) {
  return t(`ui.reindeer_space_${space}`);
}

/** A track card with its two spaces in driving order. `pair`: null if not entered. */
export function trackCard(pair, turned = false) {
  const [first, second] = pair ?? ["unknown", "unknown"];
  const shown = turned ? [turn(second), turn(first)] : [first, second];
  return h("span", { class: "track-card" }, shown.map((space, i) => h("span", { class: `space is-${space}`, key: i }, symbol(space), h("span", { class: "sr" }, spaceWords(space), " "))));
}

/** The same space with its card turned round. */
function turn(space) {
  return { ice_forward: "ice_back", ice_back: "ice_forward", ice_left: "ice_right", ice_right: "ice_left" }[space] ?? space;
}

/** A chip that marks the invented example's cards; null for the owner's. */
export function exampleChip(live) {
  return live.state.example ? h("span", { class: "chip warn example", key: "example" }, t("ui.example_cards")) : null;
}
