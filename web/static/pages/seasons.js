/* The list of seasons, and starting a new one. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { app, ask, change, start } from "../parts/app.js";
import { icon, loading } from "../parts/widgets.js";

let fetchedAt = "";

start({ view: ({ live }) => seasonsView(live) });

function seasonsView(live) {
  refresh(live);
  const { seasons } = app.ui;
  return h(
    "section",
    { class: "seasons", key: "seasons" },
    h("h1", {}, t("ui.seasons")),
    h("p", { class: "lead" }, t("ui.seasons_lead")),
    seasons?.length
      ? h("ol", { class: "season-list" }, seasons.map(card))
      : seasons
        ? h("p", { class: "explain" }, t("ui.no_seasons"))
        : loading(),
    app.me.host ? creator() : null,
  );
}

/** Fetches the list again after a change. */
async function refresh({ boot, version }) {
  const now = `${boot} ${version}`;
  if (now === fetchedAt) return;
  fetchedAt = now;
  const answer = await get("/seasons");
  if (answer && now === fetchedAt) change({ seasons: answer.seasons });
}

function card(season) {
  return h(
    "li",
    { key: season.id, class: "part" },
    h("h2", {}, h("a", { href: `/seasons/${season.id}` }, season.name)),
    h("p", {}, t("ui.season_races_n", { n: season.races.length }), " · ", season.players.join(", ") || t("ui.season_nobody")),
    season.leaders.length ? h("p", {}, icon("star"), " ", t("ui.season_leads", { names: season.leaders.join(", ") })) : null,
  );
}

function creator() {
  return h(
    "form",
    { class: "part one-line", key: "creator", onsubmit: create },
    h("label", {}, t("ui.season_new"), h("input", { name: "name", maxlength: 60, required: true, autocomplete: "off" })),
    h("button", { class: "button go", type: "submit" }, icon("plus"), t("ui.season_begin")),
  );
}

async function create(event) {
  event.preventDefault();
  const answer = await ask("/seasons", { name: event.target.elements.name.value });
  if (answer.ok) location.assign(`/seasons/${answer.data.id}`);
}
