/* The teams: hand, rewards and points. */

import { h } from "../../lib/dom.js";
import { labelled, t } from "../../lib/words.js";
import { correctableFigure } from "../../parts/correction.js";
import { finishes } from "../../parts/moment.js";
import { metaOf } from "../../parts/snapshot.js";
import { badge, figure, icon, named, seatStyle } from "../../parts/widgets.js";
import { pawn, symbol, trackWords } from "./symbols.js";
import { pointsOf } from "./tile-list.js";

/** The teams clockwise. */
export function teams(live) {
  const { seats, order } = live.state;
  const rank = (team) => (order.includes(team.seat) ? order.indexOf(team.seat) : order.length);
  return h(
    "ol",
    { class: "teams", key: "teams", "aria-label": t("ui.players") },
    [...seats].sort((a, b) => rank(a) - rank(b)).map((team) => row(live, team)),
  );
}

function row(live, team) {
  const meta = metaOf(live, team.seat) ?? { ...team };
  const up = live.state.phase === "turns" && live.up.includes(team.seat);
  const beside = team.reindeer.filter((one) => !one.track).map((one) => one.reindeer);
  return h(
    "li",
    { key: team.seat, class: `team is-${team.status}${up ? " is-up" : ""}${finishes(live, team.seat) ? " across" : ""}`, style: seatStyle(meta), "aria-current": up ? "step" : null },
    h("span", { class: "team-name", style: { "--letters": team.name.length } }, badge(meta), pawn(live, team.seat), h("b", {}, named(team.name))),
    team.status === "eliminated" ? h("span", { class: "team-out" }, t("ui.eliminated")) : correctableFigure(live, team.seat, "hand", team.hand, figure("hand", t("ui.hand"), team.hand)),
    h("span", { class: "team-points" }, icon("star"), h("span", { class: "sr" }, t("ui.reindeer_points")), h("b", {}, pointsOf(team))),
    h("span", { class: "tiles" }, team.tiles.map(tile)),
    team.status === "racing" && beside.length
      ? h("span", { class: "stable", role: "img", "aria-label": t("ui.reindeer_beside", { all: beside.join(", ") }) }, beside.map((n) => pawn(live, team.seat, n)))
      : h("span", { class: "stable" }),
  );
}

function tile({ track, value }, i) {
  return h("span", { class: "tile", key: i, role: "img", "aria-label": labelled(trackWords(track), value ?? "?") }, symbol(track), value ?? "?");
}

/** The rewards behind the points of an entry. */
export function tilesNote(live, { seat }) {
  const team = live.state.seats.find((each) => each.seat === seat);
  return team?.tiles.length ? h("span", { class: "tiles" }, team.tiles.map(tile)) : null;
}
