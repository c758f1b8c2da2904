/* Devices in trouble, in words. */

import { h } from "../lib/dom.js";
import { labelled, t } from "../lib/words.js";
import { icon } from "./widgets.js";

/** List items for these devices; a text that several share is shown once, with their seats. */
export function deviceTroubles(devices) {
  const texts = [...new Set(devices.map(({ text }) => text))];
  return texts.map((text) => h("li", { key: text }, icon("unplug"), " ", words(text, devices.filter((device) => device.text === text))));
}

/** A line about the hall that the table belongs to; null without one. */
export function hallNote({ devices }) {
  const hall = devices.find(({ kind }) => kind === "hall");
  return hall ? h("p", { class: hall.state === "connected" ? "lead" : "note", key: "hall" }, icon(hall.state === "connected" ? "plug" : "unplug"), " ", hall.text) : null;
}

function words(text, devices) {
  if (!text) return devices.map(({ state, seat }) => t(`ui.device_${state}`, { seat })).join(" ");
  const seats = [...new Set(devices.map(({ seat }) => seat))].filter(Boolean).map((seat) => t("ui.seat_n", { n: seat }));
  return seats.length ? labelled(seats.join(", "), text) : text;
}
