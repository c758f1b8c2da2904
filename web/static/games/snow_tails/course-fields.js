/* Fields of a course: its red lines in driving order, and the flag's side. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { choices, icon, stepper } from "../../parts/widgets.js";

const MOST_LIMIT = 99;

/** The fields. `draft`: `{limits, flag}`; `put` gets what changed. The first `fixed` lines
    cannot change; `closed`: no line can. */
export function courseFields({ draft, put, fixed = 0, closed = false }) {
  const { limits } = draft;
  return [
    h(
      "ol",
      { class: "limits", key: "limits" },
      limits.map((limit, at) => (closed || at < fixed ? fixedRow(limit, at) : limitRow(limits, at, put, fixed))),
      h("li", { class: "limit-finish", key: "finish" }, icon("flag"), t("ui.finish")),
    ),
    closed
      ? null
      : h(
          "button",
          {
            type: "button",
            class: "button",
            key: "add",
            "data-at": "limits",
            onclick: () => put({ limits: [...limits, limits.at(-1) ?? 4] }),
          },
          icon("plus"),
          t("ui.add_line"),
        ),
    choices("flag", t("ui.flag_side"), draft.flag, [
      { value: "left", words: t("ui.flag_left") },
      { value: "right", words: t("ui.flag_right") },
    ], (flag) => put({ flag })),
    h("p", { class: "explain", key: "flag-lead" }, t("ui.flag_lead")),
  ];
}

function fixedRow(limit, at) {
  return h(
    "li",
    { class: "limit fixed", key: at },
    h("span", { class: "sr" }, t("ui.line_n", { n: at + 1 })),
    h("b", {}, limit),
    h("small", {}, t("ui.line_crossed")),
  );
}

function limitRow(limits, at, put, fixed) {
  const label = t("ui.line_n", { n: at + 1 });
  const move = (by) => {
    const next = [...limits];
    [next[at], next[at + by]] = [next[at + by], next[at]];
    put({ limits: next });
  };
  const button = (iconName, word, off, onclick) =>
    h(
      "button",
      { type: "button", class: `button step step-${iconName}`, "aria-label": t(word, { name: label }), disabled: off, onclick },
      icon(iconName),
    );
  return h(
    "li",
    { class: "limit", key: at },
    h("span", { class: "sr" }, label),
    stepper({
      label: t("ui.limit_of", { n: at + 1 }),
      value: limits[at],
      min: 1,
      max: MOST_LIMIT,
      set: (number) => put({ limits: limits.map((limit, i) => (i === at ? number : limit)) }),
    }),
    button("up", "ui.move_line_up", at === fixed, () => move(-1)),
    button("down", "ui.move_line_down", at === limits.length - 1, () => move(1)),
    button("cross", "ui.remove_line", false, () => put({ limits: limits.filter((_, i) => i !== at) })),
  );
}
