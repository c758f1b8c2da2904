/* Devices in trouble, in words. */

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { icon } from "./widgets.js";

/** List items for these devices; a text that several share is shown once, with their seats. */
export function deviceTroubles(devices) {
  const texts = [...new Set(devices.map(({ text }) => text))];
  return texts.map((text) => h("li", { key: text }, icon("unplug"), " ", words(text, devices.filter((device) => device.text === text))));
}

function words(text, devices) {
  if (!text) return devices.map(({ state, seat }) => t(`ui.device_${state}`, { seat })).join(" ");
  const seats = [...new Set(devices.map(({ seat }) => seat))].filter(Boolean).map((seat) => t("ui.seat_n", { n: seat }));
  return seats.length ? `${seats.join(", ")}: ${text}` : text;
}
