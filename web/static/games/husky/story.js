/* Husky after the race: its charts, checkpoints and attacks, its records. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { icon } from "../../parts/widgets.js";

export const chartOptions = { distance: { least: 0 }, checkpoints: { least: 0, most: 3 }, attacks: { least: 0 } };

/** The checkpoints passed and the attacks, round by round. */
export function sections(story) {
  const name = (seat) => story.seats.find((each) => each.seat === seat).name;
  const words = ({ kind, round, seat, number }) => t(`ui.husky_told_${kind}`, { round, name: name(seat), number });
  return h(
    "section",
    { class: "part", key: "way", "aria-label": t("ui.husky_way") },
    h("h2", {}, icon("flag"), " ", t("ui.husky_way")),
    story.moments.length
      ? h("ol", { class: "way" }, story.moments.map((moment, i) => h("li", { key: i }, icon(moment.kind === "attack" ? "alert" : "ok"), " ", words(moment))))
      : h("p", { class: "explain" }, t("ui.husky_way_none")),
  );
}

export const recordWords = {
  fastest_turn: (value) => t("ui.record_s", { value }),
};
