/* The five buttons of a seat, as on the hardware, labelled with their current meaning. */

import { h } from "../lib/dom.js";
import { holdHandlers } from "../lib/press-and-hold.js";
import { t } from "../lib/words.js";
import { app } from "./app.js";
import { games } from "./game-parts.js";
import { icon } from "./widgets.js";

/** In the order of the mat: each dog's button under its card, event and ok below. */
const BUTTONS = ["left", "brake", "right", "event", "ok"];

/** Their icons, unless the game has its own (`buttons` in games.js). */
const SYMBOLS = { left: "drift-left", right: "drift-right", brake: "brake", event: "event", ok: "ok" };

/** The buttons. `keys`: what each does now, or null; `handlersOf(button, keys)`: its handlers. */
export function seatButtons(keys, handlersOf) {
  return h(
    "div",
    { class: "pads", key: "pads", role: "group", "aria-label": t("ui.buttons") },
    BUTTONS.map((button) => seatButton(button, keys?.[button], handlersOf)),
  );
}

/** The handlers of a phone's buttons: `press(button, held)` with each finished press or hold. */
export function buttonHandlers(press) {
  return (button, keys) => holdHandlers(() => press(button, false), keys?.hold ? () => press(button, true) : null);
}

const icons = () => games[app.live.race?.game]?.buttons ?? SYMBOLS;

function seatButton(button, keys, handlersOf) {
  const press = keys?.press;
  const hold = keys?.hold;
  const onlyHold = !press?.enabled && hold?.enabled;
  const words = [t(`ui.button_${button}`), press?.text, hold && t("ui.hold_for", { what: hold.text })];
  return h(
    "button",
    {
      key: button,
      type: "button",
      class: `pad pad-${button}${onlyHold ? " idle holds" : press?.enabled ? "" : " idle"}${press?.warn ? ` warns-${press.warn}` : ""}`,
      "aria-label": words.filter(Boolean).join(", "),
      ...handlersOf(button, keys),
    },
    h("span", { class: "pad-fill", "aria-hidden": "true" }),
    h("span", { class: "pad-sign" }, icon(icons()[button]), button === "ok" && press ? h("b", {}, t("ui.button_ok")) : null),
    onlyHold ? null : h("span", { class: "pad-text" }, press?.text ?? t(`ui.button_${button}`)),
    hold ? h("small", { class: "pad-hold" }, t("ui.hold_for", { what: hold.text })) : null,
  );
}
