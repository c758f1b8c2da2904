/* The pieces that several pages show: cards, dents, drift, road signs, seat badges. */

import { toneOf } from "./colours.js";
import { h } from "./dom.js";
import { moveWords } from "./race.js";
import { t } from "./words.js";

const ICONS = new URL("./icons.svg", import.meta.url).pathname;

/** An icon of icons.svg; decoration only, so always beside words or a label. */
export function icon(name) {
  return h(
    "svg",
    { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    h("use", { href: `${ICONS}#${name}` }),
  );
}

/** The custom properties that paint an element in the colour of a seat (its meta, or null for
    nobody), with readable ink on it. */
export function paint(meta) {
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
  return h("span", { class: "badge", style: paint(meta), "aria-hidden": "true" }, meta.seat);
}

/** A card as it lies: `kind` left, right or brake; `fresh` while its turn is not done. */
export function card({ kind, value, of, fresh = false }) {
  return h(
    "span",
    { class: `card card-${kind}${fresh ? " fresh" : ""}`, style: paint(of), "data-value": value },
    h("span", { class: "sr" }, `${t(`ui.slot_${kind}`)}: ${value}`),
    h("span", { class: "card-corner", "aria-hidden": "true" }, value),
    h("span", { class: "card-value", "aria-hidden": "true" }, value),
    icon(kind === "brake" ? "brake" : "dog"),
  );
}

/** Four places for dents; the taken ones are filled and cracked. */
export function dents(count) {
  return h(
    "span",
    { class: "dents", role: "img", "aria-label": t("ui.dents_of", { n: count }) },
    [1, 2, 3, 4].map((n) =>
      h("span", { class: n <= count ? "dent taken" : "dent" }, icon(n <= count ? "dent" : "dent-free")),
    ),
  );
}

/** The drift: an arrow to its side and the number of drift steps; "straight" without one. */
export function drift(sled) {
  const side = sled.speed > 0 && sled.drift_steps > 0 ? sled.drift_side : null;
  const words = moveWords(sled).at(-1);
  return h(
    "span",
    { class: `drift drift-${side ?? "none"}`, role: "img", "aria-label": t(words[0], words[1]) },
    icon(side ? `drift-${side}` : sled.speed > 0 ? "ahead" : "stop"),
    side ? h("span", { "aria-hidden": "true" }, sled.drift_steps) : null,
  );
}

/** The red-line limit as a road sign; the chequered flag for the finish. */
export function sign(limit) {
  return limit === null || limit === undefined
    ? h("span", { class: "sign sign-finish", role: "img", "aria-label": t("ui.finish") }, icon("flag"))
    : h("span", { class: "sign", role: "img", "aria-label": t("ui.limit_is", { n: limit }) }, limit);
}

/** The course as a row of its lines: crossed, being crossed, to come; the flag at its end. */
export function course(limits, crossed, pending = 0) {
  const lines = [...limits, null];
  return h(
    "span",
    {
      class: "course",
      role: "img",
      "aria-label": t("ui.lines_of", { n: crossed + pending, all: lines.length }),
    },
    lines.map((limit, i) =>
      h(
        "span",
        { class: `gate ${i < crossed ? "crossed" : i < crossed + pending ? "crossing" : "ahead"}` },
        limit === null ? icon("flag") : limit,
      ),
    ),
  );
}

/** A small figure with its icon: hand, deck. */
export function figure(name, label, value) {
  return h(
    "span",
    { class: "figure" },
    icon(name),
    h("span", { class: "sr" }, label),
    h("b", {}, value),
  );
}

/** A number with a minus and a plus; `set(number)` gets the new one, kept within `min` to `max`. */
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
      "aria-label": label,
      value: String(value ?? ""),
      // Typed digits count at once: the next tap, or a new state, may come before the field is left.
      oninput: (event) => {
        const number = parseInt(event.target.value, 10);
        if (number >= min && number <= max) set(number);
      },
      onchange: (event) => {
        const number = parseInt(event.target.value, 10);
        if (Number.isNaN(number)) event.target.value = String(value);
        else put(number);
      },
    }),
    nudge(1, "plus", "ui.more"),
  );
}

/** A row of radio buttons that look like keys. */
export function choices(name, label, value, options, set) {
  return h(
    "div",
    { class: "choices", role: "radiogroup", "aria-label": label },
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

/** One line of what happened: who did it, and what it means. */
export function logLine(entry) {
  const texts = entry.events.map((event) => event.text).filter(Boolean);
  return h(
    "li",
    { key: entry.n, class: `log-line log-${entry.act}` },
    h("span", { class: "log-text" }, texts.length ? texts.join(" ") : t(`ui.act_${entry.act}`)),
    entry.from ? h("span", { class: "log-from" }, entry.from) : null,
  );
}
