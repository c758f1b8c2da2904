/* The values of rewards that the box does not know: for the reward just won, and after the race for
   those that decide a place. Nothing is chosen at first. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { act, app, change } from "../../parts/app.js";
import { icon, stepper } from "../../parts/widgets.js";
import { trackWords } from "./symbols.js";

const MOST_VALUE = 99;

/** Which reward was won, if nobody has entered the rewards. */
export function rewardButtons(live, seat, { end }) {
  const { rewards } = live.state.tracks.find((each) => each.track === end.track);
  if (rewards) return null;
  const { tile = null, last = false } = app.ui;
  return h(
    "section",
    { class: "asked", key: "tile", "aria-label": t("ui.reindeer_which_reward") },
    h("div", { class: "field" }, h("span", { "aria-hidden": "true" }, t("ui.reindeer_which_reward")), stepper({ label: t("ui.reindeer_which_reward"), value: tile, min: 1, max: MOST_VALUE, set: (value) => change({ tile: value }) })),
    h("label", { class: "toggle" }, h("input", { type: "checkbox", role: "switch", checked: last, onchange: (event) => change({ last: event.target.checked }) }), h("span", {}, t("ui.reindeer_last_reward"))),
    h(
      "div",
      { class: "land-ends" },
      h("button", { class: "button go", disabled: tile === null, onclick: () => take({ act: "done", seat, tile, last }) }, icon("star"), t("ui.reindeer_take")),
      h("button", { class: "button", onclick: () => take({ act: "done", seat, last }) }, t("ui.reindeer_take_unknown")),
    ),
  );
}

async function take(body) {
  if ((await act(body, { sure: true })).ok) change({ tile: undefined, last: undefined });
}

/** After the race: a field for each missing value of a team. */
export function valueButtons(seat, { missing }) {
  return h(
    "section",
    { class: "asked", key: "values", "aria-label": t("ui.reindeer_values") },
    h("p", {}, icon("alert"), " ", t("ui.reindeer_values")),
    missing.map((one) => valueField(seat, one)),
  );
}

function valueField(seat, { reward, track, least, most }) {
  const chosen = app.ui[`value_${reward}`] ?? null;
  const label = t("ui.reindeer_value_of", { n: reward, track: trackWords(track) });
  const keep = async () => {
    if ((await act({ act: "value", seat, reward, value: chosen })).ok) change({ [`value_${reward}`]: undefined });
  };
  return h(
    "div",
    { class: "field", key: reward },
    h("span", { "aria-hidden": "true" }, label, " ", h("small", {}, t("ui.reindeer_value_range", { least, most }))),
    stepper({ label, value: chosen, min: least, max: most, set: (value) => change({ [`value_${reward}`]: value }) }),
    h("button", { class: "button go", disabled: chosen === null, "aria-label": `${t("ui.reindeer_value_keep")}, ${label}`, onclick: keep }, icon("ok"), t("ui.reindeer_value_keep")),
  );
}
