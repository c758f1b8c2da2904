/* Snow Tails after the race: its charts, the holders of the Big Paws, its records. */

import { h } from "../../lib/dom.js";
import { staticUrl } from "../../lib/static-url.js";
import { t } from "../../lib/words.js";
import { change } from "../../parts/app.js";
import { applyStyle } from "../../parts/game-parts.js";
import { icon } from "../../parts/widgets.js";

export const chartOptions = { speed: { least: 0 }, dents: { least: 0, most: 4 } };

/** The race driven again on its laid course. */
export function opening(story) {
  return story.laid ? again()?.raceAgain(story) : null;
}

let againParts; // race-again.js, which only races on a laid course need; null while it is fetched

function again() {
  if (againParts === undefined) fetchAgain();
  return againParts;
}

async function fetchAgain() {
  againParts = null;
  [againParts] = await Promise.all([import("./race-again.js"), applyStyle(staticUrl("games/snow_tails/race-again.css"))]);
  change({});
}

/** The holders of the Big Paws, in order. */
export function sections(story) {
  return h(
    "section",
    { class: "part", key: "paws", "aria-label": t("ui.big_paws") },
    h("h2", {}, icon("paw"), " ", t("ui.big_paws")),
    story.big_paws.length
      ? h("ol", { class: "paws" }, story.big_paws.map((went, i) => h("li", { key: i }, wentWords(story, went))))
      : h("p", { class: "explain" }, t("ui.paws_nobody")),
  );
}

function wentWords(story, { round, seat, took_s }) {
  const { name } = story.seats.find((each) => each.seat === seat);
  const after = took_s === null ? null : h("small", {}, ` ${t("ui.paws_after", { seconds: took_s })}`);
  return [t("ui.paws_went", { round, name }), after];
}

export const recordWords = {
  fastest_turn: (value) => t("ui.record_s", { value }),
};
