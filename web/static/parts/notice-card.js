/* How a notice looks and where it lies: at the edge of the window where it covers least of what the
   page asks for. For a moment after it has gone, its place takes the taps that were meant for it. */

import { draw, h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { icon } from "./widgets.js";

const SHIELD_MS = 500; // longer than from aiming at the cross to the tap
const FIELDS = "input:not([type=radio], [type=checkbox]), textarea, select";
const ASKED = ".todo-first, .values, .lit, .wrong"; // what a page asks for now

let shown = null; // the text of the notice on the page
let touched = null; // the control that was tapped last, on which a refusal follows

addEventListener("pointerdown", ({ target }) => (touched = target.closest("a, button, label, summary")), true);
addEventListener("focusin", ({ target }) => target.matches(FIELDS) && settle(document.querySelector("#toast")));

/** Draws a notice, or none: `{text, sign?}`. With `sign`, the name of an icon, it reports what was
    done; otherwise it is an alert. `keys`: buttons below its words; `close`: closes it. */
export function drawNotice(place, notice, keys, close) {
  const text = notice?.text ?? null;
  const changes = text !== shown;
  if (changes && shown) shield(place.firstElementChild);
  draw(place, notice ? card(notice, keys, close) : null);
  shown = text;
  if (changes && notice) settle(place);
}

function card({ text, sign }, keys, close) {
  return h(
    "div",
    { class: `toast${sign ? " reports" : ""}`, key: text },
    icon(sign ?? "alert"),
    h("p", {}, text),
    keys.some(Boolean) ? h("div", { class: "toast-keys" }, keys) : null,
    h("button", { class: "button plain step", "aria-label": t("ui.close"), onclick: close }, icon("cross")),
  );
}

/** Covers the place of a card that goes. */
function shield(card) {
  const { left, top, width, height } = card.getBoundingClientRect();
  const cover = document.createElement("div");
  cover.className = "toast-gone";
  for (const [side, px] of Object.entries({ left, top, width, height })) cover.style[side] = `${px}px`;
  document.body.append(cover);
  setTimeout(() => cover.remove(), SHIELD_MS);
}

/** Moves the card to the edge where it covers less; to the upper one if there is no difference. */
function settle(place) {
  const card = place.firstElementChild;
  if (!card) return;
  const { height } = card.getBoundingClientRect();
  const field = document.activeElement.matches(FIELDS) ? document.activeElement : null;
  const asked = [...document.querySelectorAll(`main :is(${ASKED})`), ...[touched, field].filter((one) => one?.isConnected)];
  const covered = (from, to) => sum(asked.map((one) => overlap(one.getBoundingClientRect(), from, to)));
  place.classList.toggle("below", covered(0, height) > covered(innerHeight - height, innerHeight));
}

const sum = (all) => all.reduce((a, b) => a + b, 0);

const overlap = ({ top, bottom }, from, to) => Math.max(0, Math.min(bottom, to) - Math.max(top, from));
