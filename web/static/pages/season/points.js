/* The points of a season: the usual lists to choose from, or one of the players' own. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";

/** Lists that groups use, and what to call them; places beyond the end of a list get no points. */
const LISTS = [
  ["5, 3, 2, 1", "ui.points_book"], // ST-93
  ["10, 8, 6, 4, 2"],
  ["25, 18, 15, 12, 10, 8, 6, 4, 2, 1"],
  ["3, 2, 1"],
  ["1", "ui.points_wins"],
];
const OWN = "own";

/** The points of a season as its field shows them. */
export const listed = ({ points }) => points.join(", ");

/** The act that sets points as somebody typed them. */
export function pointsAct(text) {
  const points = text.split(/[\s,;]+/).filter(Boolean);
  return { act: "points", points: points.map((each) => (/^\d+$/.test(each) ? Number(each) : each)) };
}

/** The choice of a usual list; `act(body)` posts an act. The players' own list is typed into the field below. */
export function pointsChoice(season, act) {
  const now = listed(season);
  const usual = LISTS.some(([list]) => list === now);
  return h(
    "label",
    { class: "one-line", key: "usual-points" },
    t("ui.season_points_lists"),
    h(
      "select",
      { value: usual ? now : OWN, onchange: (event) => act(pointsAct(event.target.value)) },
      LISTS.map(([list, name]) => h("option", { value: list, key: list }, list.replaceAll(", ", "-"), name ? ` (${t(name)})` : "")),
      usual ? null : h("option", { value: OWN, key: OWN }, t("ui.points_own")),
    ),
  );
}
