/* Reindeer Races after the race: its charts, and the rewards in the order in which they were
   won. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { icon } from "../../parts/widgets.js";
import { symbol, trackWords } from "./symbols.js";

export const chartOptions = { distance: { least: 0 }, points: { least: 0 }, rewards: { least: 0 } };

/** The rewards. */
export function sections(story) {
  const won = story.moments.filter(({ kind }) => kind === "reward");
  return h(
    "section",
    { class: "part", key: "rewards", "aria-label": t("ui.reindeer_rewards_won") },
    h("h2", {}, icon("star"), " ", t("ui.reindeer_rewards_won")),
    won.length ? h("ol", { class: "won" }, won.map((moment, i) => h("li", { key: i }, wonBy(story, moment)))) : h("p", { class: "explain" }, t("ui.reindeer_rewards_none")),
  );
}

function wonBy(story, { round, seat, track, value }) {
  const { name } = story.seats.find((each) => each.seat === seat);
  return [h("small", {}, t("ui.round_n", { n: round })), symbol(track), h("span", {}, t("ui.reindeer_won", { name, value: value ?? "?", track: trackWords(track) }))];
}

export const recordWords = {
  fastest_turn: (value) => t("ui.record_s", { value }),
};
