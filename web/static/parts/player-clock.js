/* The players' clocks: the time that each has used in this race. The service counts the turns that
   are done; the turn under way is added here, by the service's clock. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { app, change } from "./app.js";
import { metaOf } from "./snapshot.js";
import { badge, icon } from "./widgets.js";

let ahead = null; // the service's clock minus this page's in seconds, null until it is known
let asked = null; // the run of the service that it was asked of
let ticking = null;

/** The clock of a seat, null in a race without clocks. */
export function playerClock(live, seat) {
  if (!live.race?.clock) return null;
  keepTime(live);
  return h("span", { class: "player-clock", key: "clock", role: "timer" }, icon("history"), h("span", { class: "sr" }, `${t("ui.player_clocks")} `), clockWords(usedSeconds(live, seat, now())));
}

/** The clocks of all seats in one row, null in a race without clocks. */
export function playerClocks(live) {
  if (!live.race?.clock) return null;
  const clock = ({ seat }) =>
    h("li", { key: seat, class: runs(live, seat) ? "is-up" : "" }, badge(metaOf(live, seat)), h("span", { class: "sr" }, metaOf(live, seat).name), playerClock(live, seat));
  return h("ol", { class: "player-clocks", key: "clocks", "aria-label": t("ui.player_clocks") }, live.state.seats.map(clock));
}

/** The seconds that a seat has used. `at`: the service's clock, null while it is unknown. */
export function usedSeconds(live, seat, at) {
  const { used_s, since_s, stopped_s } = live.race.clock;
  const until = stopped_s ?? at;
  const running = runs(live, seat) && until !== null ? Math.max(0, until - since_s) : 0;
  return (used_s[seat] ?? 0) + running;
}

/** Seconds as minutes and seconds, from an hour on with hours: 0:07, 12:34, 1:02:03. */
export function clockWords(seconds) {
  const whole = Math.floor(seconds);
  const two = (value) => String(value % 60).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes}:${two(whole)}` : `${Math.floor(minutes / 60)}:${two(minutes)}:${two(whole)}`;
}

/** Whether the turn under way is this seat's alone, and timed: not since the service has restarted. */
const runs = ({ race, up }, seat) => !race.over && race.clock.since_s !== null && up.length === 1 && up[0] === seat;

const now = () => (ahead === null ? null : performance.now() / 1000 + ahead);

/** Asks for the service's clock once in each of its runs, and draws the page again every second. */
function keepTime({ boot }) {
  if (asked !== boot) {
    asked = boot;
    setClock();
  }
  ticking ??= setInterval(() => app.live.race?.clock && !document.hidden && change({}), 1000);
}

async function setClock() {
  const sent = performance.now();
  const answer = await get("/clock");
  if (!answer) {
    asked = null;
    return;
  }
  ahead = answer.now_s - (sent + performance.now()) / 2000;
  change({});
}

// A page's clock may stand still while its device sleeps
document.addEventListener("visibilitychange", () => asked && !document.hidden && setClock());
