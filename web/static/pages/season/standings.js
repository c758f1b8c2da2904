/* A season's standings after one of its races, for screen and print. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { named, seatStyle } from "../../parts/widgets.js";

/** The title of a season's race. */
export function titleOf(race, number) {
  return race.title || t("ui.season_race_n", { n: number });
}

/** The standings after `after` races, with notes about shared places. `players`: GET /players, whose
    colours the rows have. */
export function standings(season, after, players) {
  const rows = season.tables[after - 1] ?? [];
  const races = season.races.slice(0, after);
  return h(
    "div",
    { class: "standings", key: "standings" },
    h(
      "div",
      { class: "standings-scroll", tabindex: "0", role: "region", "aria-label": t("ui.season_table") },
      h(
        "table",
        {},
        h("caption", {}, t("ui.season_caption", { n: after, all: season.races.length })),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, t("ui.season_rank")),
            h("th", { scope: "col" }, t("ui.name")),
            h("th", { scope: "col" }, t("ui.season_total")),
            races.map((race, i) => h("th", { scope: "col", key: race.n, class: "standings-race" }, titleOf(race, i + 1))),
          ),
        ),
        h("tbody", {}, rows.map((row) => line(row, races, players))),
      ),
    ),
    ties(rows).map((tie) => h("p", { key: tie.n, class: "explain" }, t("ui.season_tied", tie))),
    rows.some((row) => row.cells.some((cell) => cell.dropped)) ? h("p", { class: "explain", key: "dropped" }, t("ui.season_dropped_lead")) : null,
  );
}

function line(row, races, players) {
  const player = players.find(({ name }) => name.toLowerCase() === row.name.toLowerCase()) ?? null;
  return h(
    "tr",
    { key: row.name, class: row.rank === 1 ? "leads" : "", style: seatStyle(player) },
    h("td", {}, `${row.rank}.`, row.tied ? h("span", { title: t("ui.season_shared") }, " =", h("span", { class: "sr" }, t("ui.season_shared"))) : null),
    h("th", { scope: "row" }, named(row.name)),
    h("td", { class: "standings-total" }, row.total),
    row.cells.map((cell, i) => h("td", { key: races[i].n, class: cell.dropped ? "dropped" : "" }, mark(cell))),
  );
}

function mark(cell) {
  if (cell.missed) return [h("span", { "aria-hidden": "true" }, "–"), h("span", { class: "sr" }, t("ui.season_missed"))];
  return [
    cell.dropped ? h("s", {}, cell.points) : h("span", {}, cell.points),
    cell.dropped ? h("span", { class: "sr" }, t("ui.season_dropped")) : null,
    h("small", {}, cell.place ? ` ${cell.place}.` : ` ${t("ui.season_out")}`),
  ];
}

/** The players who share a place. */
function ties(rows) {
  const ranks = [...new Set(rows.filter((row) => row.tied).map((row) => row.rank))];
  return ranks.map((n) => ({ n, names: rows.filter((row) => row.rank === n).map((row) => row.name).join(", ") }));
}
