/* Widgets that several pages share: icons, seat badges, figures, steppers, choices. */

import { h } from "../lib/dom.js";
import { staticUrl } from "../lib/static-url.js";
import { t } from "../lib/words.js";
import { toneOf } from "./colours.js";

const ICONS = staticUrl("parts/icons.svg");

/** An icon of icons.svg; decorative, so always beside words or a label. */
export function icon(name) {
  return h(
    "svg",
    { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    h("use", { href: `${ICONS}#${name}` }),
  );
}

/** The custom properties that colour an element as a seat (its meta, or null for nobody), with a
    readable text colour. */
export function seatStyle(meta) {
  const tone = toneOf(meta);
  return { "--seat": tone, "--seat-ink": inkOn(tone) };
}

function inkOn(rgb) {
  const channels = [1, 3, 5].map((at) => parseInt(rgb.slice(at, at + 2), 16) / 255);
  const [r, g, b] = channels.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.3 ? "#0b1522" : "#ffffff";
}

/** A seat's number on its colour. */
export function badge(meta) {
  return h("span", { class: "badge", style: seatStyle(meta), "aria-hidden": "true" }, meta.seat);
}

/** A name as it was written, in its own text direction; a long one is wrapped. */
export function named(name) {
  return h("bdi", {}, name);
}

/** The placeholder while something loads. */
export function loading() {
  return h("p", { class: "lead loading" }, t("ui.loading"));
}

/** A figure with its icon, such as the hand or the deck. */
export function figure(name, label, value) {
  return h(
    "span",
    { class: "figure" },
    icon(name),
    h("span", { class: "sr" }, label),
    h("b", {}, value),
  );
}

/** A number with minus and plus; `set(number)` gets the new one, clamped to `min` to `max`. */
export function stepper({ label, value, min, max, set, id }) {
  const put = (number) => set(Math.min(max, Math.max(min, number)));
  const nudge = (by, name, word) =>
    h(
      "button",
      {
        type: "button",
        class: "button step",
        "aria-label": t(word, { label }),
        disabled: by < 0 ? value <= min : value >= max,
        onclick: () => put((Number(value) || 0) + by),
      },
      icon(name),
    );
  return h(
    "span",
    { class: "stepper", key: id },
    nudge(-1, "minus", "ui.less"),
    h("input", {
      id,
      inputmode: "numeric",
      autocomplete: "off",
      enterkeyhint: "next",
      "aria-label": label,
      value: String(value ?? ""),
      onfocus: (event) => event.target.select(), // what is typed replaces the number
      // Typed digits count at once: the next tap or a new state may come before the field loses focus.
      oninput: (event) => {
        const number = parseInt(event.target.value, 10);
        if (number >= min && number <= max) set(number);
      },
      onchange: (event) => {
        const number = parseInt(event.target.value, 10);
        if (Number.isNaN(number)) event.target.value = String(value ?? "");
        else put(number);
      },
    }),
    nudge(1, "plus", "ui.more"),
  );
}

/** A row of radio buttons that look like buttons. */
export function choices(name, label, value, options, set) {
  return h(
    "div",
    { class: "choices", key: `choices-${name}`, role: "radiogroup", "aria-label": label },
    h("span", { class: "choices-label", "aria-hidden": "true" }, label),
    h(
      "div",
      { class: `choices-row${options[0]?.swatch ? " swatches" : options.length > 2 ? " few" : ""}` },
      options.map((option) =>
        h(
          "label",
          { class: `choice${option.swatch ? " swatch" : ""}`, key: option.value, style: option.style ?? {} },
          h("input", {
            type: "radio",
            name,
            value: String(option.value),
            checked: option.value === value,
            onchange: () => set(option.value),
          }),
          h("span", {}, option.words, option.note ? h("small", {}, option.note) : null),
        ),
      ),
    ),
  );
}

/** A line of the log: who did it, and what happened. */
export function logLine(entry) {
  const texts = entry.events.map((event) => event.text).filter(Boolean);
  return h(
    "li",
    { key: entry.n, class: `log-line log-${entry.act}` },
    h("span", { class: "log-text" }, texts.length ? texts.join(" ") : t(`ui.act_${entry.act}`)),
    entry.from ? h("span", { class: "log-from" }, entry.from) : null,
  );
}
