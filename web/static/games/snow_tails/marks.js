/* What was noted in a move, and what it costs. The costs come from the service. */

import { h } from "../../lib/dom.js";
import { labelled, t } from "../../lib/words.js";
import { act } from "../../parts/app.js";
import { toolbar } from "../../parts/toolbar.js";
import { icon } from "../../parts/widgets.js";
import { dentCount } from "./symbols.js";

/** The marks of this move: each a chip that says what it costs and takes it back. Of several lines
    or saplings the last one is removed. */
export function markChips(sled) {
  const { marks } = sled.pending;
  return toolbar(
    { class: "chips", key: "chips", "aria-label": t("ui.noted") },
    marks.map((what, at) => chip(sled, what, at, marks.lastIndexOf(what) === at)),
  );
}

function chip({ seat, pending }, what, at, last) {
  const cost = pending.costs[at];
  const name = markName(what, cost);
  return h(
    last ? "button" : "span",
    {
      key: `${what} ${at}`,
      class: `noted${cost.dents ? " costs" : ""}`,
      "aria-label": last ? t("ui.chip_back", { what: costWords(name, cost) }) : null,
      onclick: last ? () => act({ act: "unmark", seat, what }, { sure: true }) : null,
    },
    h("span", { class: "noted-what" }, name),
    h("span", { class: "noted-cost" }, icon("dent"), h("b", {}, sign(cost)), last ? h("span", { class: "noted-off" }, icon("cross")) : null),
  );
}

/** The marks with their costs in words, the newest first. */
export const markWords = ({ marks, costs }) => marks.map((what, at) => costWords(markName(what, costs[at]), costs[at])).reverse();

/** The marks with their costs, equal ones in one: "Limit 4: 3 dents", "Sapling ×2: 2 dents", "Sled". */
export function markSigns({ marks, costs }) {
  const found = new Map();
  marks.forEach((what, at) => {
    const name = markName(what, costs[at]);
    const { times, dents } = found.get(name) ?? { times: 0, dents: 0 };
    found.set(name, { times: times + 1, dents: dents + costs[at].dents });
  });
  return [...found].map(([name, { times, dents }]) => {
    const words = times > 1 ? `${name} ×${times}` : name;
    return dents ? labelled(words, dentCount(dents)) : words;
  });
}

const sign = ({ dents }) => (dents ? `+${dents}` : "0");

/** The mark in words, a line with its limit. */
export function markName(what, { limit }) {
  if (what !== "line") return t(`ui.mark_key_${what}`);
  return limit ? t("ui.chip_line", { limit }) : t("ui.finish");
}

function costWords(what, { dents: n }) {
  if (!n) return t("ui.chip_free", { what });
  return n === 1 ? t("ui.chip_cost_1", { what }) : t("ui.chip_cost", { what, n });
}
