/* What the table's page shows below a result: what happened, the places round by round, the season,
   a picture to share. Loaded when the first race is over. */

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { lang, t } from "../../lib/words.js";
import { app, change } from "../../parts/app.js";
import { placesChart } from "../../parts/charts.js";
import { highlightList } from "../../parts/highlights.js";
import { sharePicture } from "../../parts/share-picture.js";
import { takeRaceHome } from "../../parts/take-home.js";
import { icon, named, seatStyle } from "../../parts/widgets.js";

const MOST_ROWS = 8;
const LARGE = matchMedia("(min-width: 1300px) and (min-aspect-ratio: 3 / 2)");
const CHART = { width: 360, height: 180 }; // on a television, where its letters are read from three metres
let fetchedAt = "";

/** The ending of the race on the table, null until it is fetched. */
export function ending(live) {
  refresh(live);
  const { story, season } = app.ui;
  if (story?.id !== live.race.id || !story.over) return null;
  return h(
    "section",
    { class: "ending", key: "ending", style: { "--rounds": story.rounds, "--count": story.seats.length } },
    highlightList(story),
    h("div", { class: "ending-chart", key: "chart" }, placesChart(story, LARGE.matches ? CHART : {})),
    season ? seasonTable(season, story) : null,
    h(
      "p",
      { class: "actions", key: "actions" },
      h("button", { class: "button", onclick: () => sharePicture(story) }, icon("save"), t("ui.share")),
      takeRaceHome(story),
    ),
  );
}

/** Fetches the race and its season after every change of the table. */
async function refresh({ boot, version, race }) {
  const now = `${boot} ${version}`;
  if (now === fetchedAt) return;
  fetchedAt = now;
  const [story, list] = await Promise.all([get(`/races/${race.id}/story?lang=${lang}`), get("/seasons")]);
  const of = list?.seasons.find(({ races }) => races.includes(race.id));
  const season = of ? await get(`/seasons/${of.id}?lang=${lang}`) : null;
  if (story && now === fetchedAt) change({ story, season });
}

/** The standings after this race, in the players' colours. */
function seasonTable(season, story) {
  const at = season.races.findIndex(({ race }) => race === story.id);
  const rows = (season.tables.at(-1) ?? []).slice(0, MOST_ROWS);
  const seatOf = (name) => story.seats.find((seat) => seat.name.trim().toLowerCase() === name.trim().toLowerCase()) ?? null;
  return h(
    "section",
    { class: "ending-season", key: "season", "aria-label": t("ui.season_table") },
    h("h2", {}, icon("star"), " ", h("a", { href: `/seasons/${season.id}` }, named(season.name))),
    h(
      "ol",
      {},
      rows.map((row) =>
        h(
          "li",
          { key: row.name, style: seatStyle(seatOf(row.name)) },
          h("b", {}, `${row.rank}.`),
          h("span", {}, named(row.name)),
          h("small", {}, row.cells[at]?.points ? `+${row.cells[at].points}` : ""),
          h("b", {}, row.total),
        ),
      ),
    ),
  );
}
