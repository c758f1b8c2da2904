/* Symbols of Snow Tails: cards, dents, drift, road signs, the course. */

import { h } from "../../lib/dom.js";
import { labelled, t } from "../../lib/words.js";
import { icon, seatStyle } from "../../parts/widgets.js";
import { moveWords } from "./sled.js";

/** A card on the sled: `kind` left, right or brake; `fresh` while its turn is not done. */
export function card({ kind, value, of, fresh = false }) {
  return h(
    "span",
    { class: `card card-${kind}${fresh ? " fresh" : ""}`, style: seatStyle(of), "data-value": value },
    h("span", { class: "sr" }, labelled(t(`ui.slot_${kind}`), value)),
    h("span", { class: "card-corner", "aria-hidden": "true" }, value),
    h("span", { class: "card-value", "aria-hidden": "true" }, value),
    icon(kind === "brake" ? "brake" : "dog"),
  );
}

/** Four places for dents: the taken ones are filled, those that OK would add are hollow. */
export function dents(sled) {
  const count = sled.dents;
  const more = coming(sled);
  const words = more ? labelled(t("ui.field_dents"), dentWords(sled)) : t("ui.dents_of", { n: count });
  const look = (n) => (n <= count ? "dent taken" : n <= count + more ? "dent coming" : "dent");
  return h(
    "span",
    { class: "dents", role: "img", "aria-label": words },
    [1, 2, 3, 4].map((n) => h("span", { class: look(n) }, icon(n <= count ? "dent" : "dent-free"))),
  );
}

/** The dents in words: "1", or "1, 2 more with OK". */
export function dentWords(sled) {
  return coming(sled) ? t("ui.dents_coming", { n: sled.dents, more: coming(sled) }) : String(sled.dents);
}

/** "1 dent", "3 dents". */
export const dentCount = (n) => (n === 1 ? t("ui.dents_one") : t("ui.dents_many", { n }));

const coming = (sled) => sled.pending?.dents ?? 0;

/** The drift: an arrow to its side and the number of steps; "straight" without one. */
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

/** The lines that a sled has crossed, and what the next one is: "2, limit 4". */
export const lineWords = ({ lines, next_limit: limit }) => `${lines}, ${limit === null || limit === undefined ? t("ui.finish") : t("ui.limit_is", { n: limit })}`;

/** A limit as a road sign; the chequered flag for the finish. */
export function roadSign(limit) {
  return limit === null || limit === undefined
    ? h("span", { class: "sign sign-finish", role: "img", "aria-label": t("ui.finish") }, icon("flag"))
    : h("span", { class: "sign", role: "img", "aria-label": t("ui.limit_is", { n: limit }) }, limit);
}

/** The limits of a course before a race, as a row of lines with the flag at its end. */
export function limitRow(limits) {
  return lineRow(limits, 0, 0, t("ui.course_limits", { limits: limits.join(", ") }));
}

/** The course as a row of lines: crossed, being crossed, ahead; the flag at its end. */
export function course(limits, crossed, pending = 0) {
  return lineRow(limits, crossed, pending, t("ui.lines_of", { n: crossed + pending, all: limits.length + 1 }));
}

function lineRow(limits, crossed, pending, words) {
  return h(
    "span",
    {
      class: "course",
      role: "img",
      "aria-label": words,
    },
    [...limits, null].map((limit, i) =>
      h(
        "span",
        { class: `gate ${i < crossed ? "crossed" : i < crossed + pending ? "crossing" : "ahead"}` },
        limit === null ? icon("flag") : limit,
      ),
    ),
  );
}
