/* Adding a finished race to a season: to the one that was changed last, or to a new one. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { lang, t } from "../lib/words.js";
import { app, ask, change } from "./app.js";
import { icon } from "./widgets.js";

let fetchedAt = "";

/** The button for this race; a link to the season if the race counts already. `boot` and
    `version` say when the seasons must be fetched again. */
export function seasonButton({ boot, version }, race) {
  refresh(`${boot} ${version}`);
  const { seasons } = app.ui;
  if (!seasons) return null;
  const there = seasons.find((season) => season.races.includes(race));
  if (there) return h("a", { class: "button", key: "season", href: `/seasons/${there.id}` }, icon("star"), h("span", {}, t("ui.season_in", { name: there.name })));
  if (!app.me.host) return null;
  const [current] = seasons;
  const word = current ? t("ui.season_to", { name: current.name }) : t("ui.season_to_new");
  return h("button", { class: "button", key: "season", onclick: () => add(current, race) }, icon("plus"), h("span", {}, word));
}

async function refresh(now) {
  if (now === fetchedAt) return;
  fetchedAt = now;
  const answer = await get("/seasons");
  if (answer) change({ seasons: answer.seasons });
}

async function add(current, race) {
  let id = current?.id;
  if (!id) {
    const date = new Date().toLocaleDateString(lang, { dateStyle: "medium" });
    const made = await ask("/seasons", { name: t("ui.season_default", { date }) });
    if (!made.ok) return;
    id = made.data.id;
  }
  await ask(`/seasons/${id}/acts`, { act: { act: "race", race } });
}

/** Adds a finished race to the running season, the one that has the previous race, without
    asking. */
export async function countForSeason(race) {
  const [there, played] = await Promise.all([get("/seasons"), get("/races")]);
  const before = played?.races.find(({ id, over }) => id < race && over)?.id;
  const seasons = there?.seasons ?? [];
  const running = seasons.find(({ races }) => races.includes(before));
  if (running && !seasons.some(({ races }) => races.includes(race))) await add(running, race);
}
