/* The result of a race: places, points, and what to do next. */

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { seasonButton } from "./add-to-season.js";
import { app } from "./app.js";
import { tieLines } from "./how-it-goes.js";
import { placeWords, pointsWords } from "./result-words.js";
import { sameAgain } from "./same-again.js";
import { metaOf, playerOf } from "./snapshot.js";
import { badge, icon, named, seatStyle } from "./widgets.js";

/** The result of the finished race, with the buttons for the next one. `note(live, entry)`: what a
    game adds beside the points. */
export function raceResult(live, note = () => null) {
  const places = live.state.result ?? [];
  return h(
    "section",
    { class: "result", key: "result", "aria-label": t("ui.result") },
    h("ol", { class: "podium" }, places.map((entry, index) => row(live, entry, index, note))),
    tieLines(live),
    app.me.host ? sameAgain(live) : app.me.seats.length ? h("p", { class: "explain", key: "next" }, t("ui.next_by_host")) : null,
    h(
      "p",
      { class: "actions" },
      app.me.host ? h("a", { class: "button", href: "/setup" }, icon("on"), t("ui.next_race")) : null,
      seasonButton(live, live.race.id),
      h("a", { class: "button", href: `/races/${live.race.id}` }, icon("eye"), t("ui.race_look")),
      h("a", { class: "button", href: "/races" }, icon("history"), t("ui.all_races")),
    ),
  );
}

function row(live, entry, index, note) {
  const meta = metaOf(live, entry.seat) ?? { seat: entry.seat, name: entry.seat };
  const out = !entry.place && playerOf(live, entry.seat)?.status === "eliminated";
  return h(
    "li",
    {
      key: entry.seat,
      class: `finisher place-${entry.place ?? "none"}`,
      style: { ...seatStyle(meta), "--nth": index },
    },
    h("span", { class: "finisher-place" }, out ? icon("cross") : placeWords(entry)),
    badge(meta),
    h("b", {}, named(meta.name)),
    h(
      "span",
      { class: "finisher-points" },
      out ? `${t("ui.not_finished")} · ` : null,
      pointsWords(entry),
      note(live, entry),
    ),
  );
}
