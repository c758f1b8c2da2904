/* Choosing the end of a move: where the reindeer lands. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { act, app, change } from "../../parts/app.js";
import { icon } from "../../parts/widgets.js";
import { OBJECTS, symbol, trackWords } from "./symbols.js";

/** Where the reindeer lands: a track, and one of its free spaces. */
export function landingButtons(live, seat, now) {
  const at = app.ui.landing ?? now.track;
  const track = live.state.tracks.find((each) => each.track === at);
  const taken = track.reindeer.filter((one) => one.seat !== seat || one.reindeer !== now.reindeer).map((one) => one.space);
  const land = (end) => act({ act: "land", seat, end, ...(at === now.track ? {} : { track: at }) });
  return h(
    "section",
    { class: "asked", key: "land", "aria-label": t("ui.reindeer_where") },
    h("p", {}, icon("alert"), " ", t("ui.reindeer_where")),
    h(
      "div",
      { class: "reindeer-keys", role: "group", "aria-label": t("ui.reindeer_which_track") },
      OBJECTS.map((each) => h("button", { class: "button herd-key", key: each, "aria-pressed": String(each === at), "aria-label": trackWords(each), onclick: () => change({ landing: each }) }, symbol(each))),
    ),
    h(
      "div",
      { class: "number-keys" },
      track.spaces.map((_, i) => h("button", { class: "button", key: i, disabled: taken.includes(i + 1), "aria-pressed": String(chosen(now, at, i + 1)), onclick: () => land(i + 1) }, i + 1)),
    ),
    h(
      "div",
      { class: "actions" },
      h("button", { class: "button", onclick: () => land("reward") }, icon("star"), t("ui.reindeer_land_reward")),
      h("button", { class: "button", onclick: () => land("off") }, icon("cross"), t("ui.reindeer_land_off")),
    ),
  );
}

function chosen({ end }, track, space) {
  return end?.kind === "space" && end.track === track && end.space === space;
}
