/* A phone that holds several seats shows the one whose turn it is. */

import { h } from "../../lib/dom.js";
import { focusOn } from "../../lib/focus.js";
import { labelled, sentences, t } from "../../lib/words.js";
import { app, onUpdate } from "../../parts/app.js";
import { metaOf, playerOf } from "../../parts/snapshot.js";
import { badge, icon, named, seatStyle } from "../../parts/widgets.js";
import { stepsLeft } from "./ticks.js";

const FROM = /^#from=(\d)$/; // the seat that this page followed the turn from

let arrives = FROM.test(location.hash); // until the focus is on this page

/** Gives the focus to what has to be done now, once, on a page that followed the turn: it went with the
    page before. */
export function takeFocus(node) {
  if (arrives) focusOn(node);
  arrives = false;
}

/** Goes on to the seat of this phone whose turn begins. A page that was opened at a seat stays there
    until then, and so does one with a sheet open. */
export function followTurn(seat) {
  onUpdate((was, live) => {
    const [up, ...more] = live.up;
    const begins = was.up.join() !== live.up.join();
    if (!begins || up === undefined || more.length || app.ui.sheet || !app.me.seats.includes(seat) || playerOf(live, up)?.played) return;
    if (up === seat) history.replaceState(null, "", location.pathname);
    else if (app.me.seats.includes(up)) location.replace(`/seat/${up}#from=${seat}`);
  });
}

/** Which seat was here before, what it still has to do, and the way back; null if it was this one. */
export function followedNote(live, seat) {
  const from = metaOf(live, Number(FROM.exec(location.hash)?.[1]));
  if (!from || !live.up.includes(seat)) return null;
  const left = stepsLeft(live, from);
  return h(
    "p",
    { class: "followed", key: "followed", style: seatStyle(from) },
    badge(from),
    h("span", {}, named(from.name ?? t("ui.seat_n", { n: from.seat })), left.length ? [labelled(""), sentences(left)] : null),
    h("a", { class: "button", href: `/seat/${from.seat}` }, icon("back"), t("ui.followed_back")),
  );
}
