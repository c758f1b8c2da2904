/* A tournament for everybody: podium, the draw of the round, the standings, earlier rounds. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { named } from "../../parts/widgets.js";
import { start } from "./base.js";
import { active, draw, podium, roundName, standings } from "./tournament-parts.js";

const { tournament } = document.body.dataset;

start(({ now }) => [
  h("h1", { key: "title" }, named(now.name)),
  h("p", { class: "lead", key: "lead" }, t(`ui.game_${now.game}`), " · ", t("ui.hall_tour_players_n", { n: active(now).length })),
  podium(now),
  now.round ? h("section", { class: "part", key: "draw" }, h("h2", {}, roundName(now, now.round)), draw(now, now.round)) : h("p", { key: "none" }, t("ui.hall_tour_not_drawn")),
  standings(now),
  Array.from({ length: Math.max(0, now.round - 1) }, (_, at) => now.round - 1 - at).map((round) => h("details", { class: "part", key: `round-${round}` }, h("summary", {}, roundName(now, round)), draw(now, round))),
  h(
    "p",
    { class: "actions", key: "ways" },
    h("a", { class: "button", href: `/tournaments/${tournament}/players` }, t("ui.hall_tour_for_players")),
    h("a", { class: "button", href: `/tournaments/${tournament}/director` }, t("ui.hall_director")),
  ),
], `tournament=${tournament}`);
