/* The next race with the last one's people, seats, colours, course and rules, in one tap: only the
   start places are chosen again. The phones keep their seats, and a running season goes on. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { shuffle } from "../lib/shuffle.js";
import { store, stored } from "../lib/storage.js";
import { t } from "../lib/words.js";
import { countForSeason } from "./add-to-season.js";
import { app, ask, change } from "./app.js";
import { load } from "./game-parts.js";
import { fromOptions, toOptions } from "./race-draft.js";
import { closeSheet, openSheet, redraft, sheet } from "./sheet.js";
import { metaOf } from "./snapshot.js";
import { pageAfterStart } from "./started-here.js";
import { badge, choices, icon, named, seatStyle } from "./widgets.js";

const KEY = "companion.start-places";
const WAYS = ["reversed", "drawn", "tapped"];

/** The button, with the choice of how the start places are settled; for the host. */
export function sameAgain(live) {
  const ways = WAYS.map((value) => ({ value, words: t(`ui.start_${value}`) }));
  const put = (value) => {
    store(KEY, value);
    change({});
  };
  return h(
    "div",
    { class: "same-again", key: "same-again" },
    h("button", { class: "button big go", disabled: Boolean(app.ui.starting), onclick: () => again(live) }, icon("redo"), t("ui.same_again")),
    choices("start-places", t("ui.start_places"), way(), ways, put),
  );
}

const way = () => (WAYS.includes(stored(KEY)) ? stored(KEY) : WAYS[0]);

/** Starts the race, or first opens the sheet if the start places are tapped. */
async function again(live) {
  change({ starting: true });
  const race = await get(`/races/${live.race.id}`);
  change({ starting: false });
  if (!race) return;
  const part = await load(race.game, "setup");
  const seats = live.state.seats.map(({ seat }) => seat);
  const many = Math.min(part.starters ?? 0, seats.length);
  if (way() === "tapped" && many) openSheet((now) => (now.race.id === race.id ? startSheet(now, race, part, many) : null), { order: [] });
  else await begin(race, part, way() === "drawn" ? shuffle(seats, Math.random() * 2 ** 32) : lastFirst(live, seats));
}

/** The seats in reverse order of the result: who came last starts first. */
export function lastFirst({ state }, seats) {
  const at = (seat) => (state.result ?? []).findIndex((entry) => entry.seat === seat);
  return [...seats].sort((a, b) => at(b) - at(a));
}

/** The players, tapped in the order of the start; the last tap starts the race. */
function startSheet(live, race, part, many) {
  const { order } = app.ui.draft;
  const tap = async (seat) => {
    const next = order.includes(seat) ? order.filter((each) => each !== seat) : [...order, seat];
    redraft({ order: next });
    if (next.length === many) await begin(race, part, next);
  };
  const key = ({ seat }) => {
    const meta = metaOf(live, seat);
    const place = order.indexOf(seat) + 1;
    return h(
      "button",
      { class: "button start-key", key: seat, style: seatStyle(meta), "aria-pressed": String(place > 0), onclick: () => tap(seat) },
      badge(meta),
      named(meta.name),
      place ? h("b", { class: "start-nth" }, place) : null,
    );
  };
  return sheet({ title: t("ui.same_again"), lead: t(many > 1 ? "ui.start_tap_lead" : "ui.start_tap_first") }, h("div", { class: "start-keys" }, live.state.seats.map(key)));
}

/** Posts the race; the finished one counts for its season first. */
async function begin(race, part, order) {
  const draft = part.repeated(fromOptions(race.game, part, race.options, app.live.table));
  const options = toOptions(part.starting?.(draft, order) ?? draft, part);
  change({ starting: true });
  await countForSeason(race.id);
  const answer = await ask("/races", { game: race.game, options, course: race.course, clock: race.clock });
  change({ starting: false });
  if (!answer.ok) return;
  closeSheet();
  const page = pageAfterStart(options);
  if (page !== "/" && location.pathname === "/") location.assign(page);
}
