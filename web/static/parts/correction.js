/* Figures that can be corrected by a tap: the correction's sheet opens at that figure. */

import { get } from "../lib/api.js";
import { lang, t } from "../lib/words.js";
import { app } from "./app.js";
import { load } from "./game-parts.js";
import { openSheet, redraft } from "./sheet.js";
import { mayAct, metaOf } from "./snapshot.js";

/** Opens the correction's sheet. `seats`: whose figures this page may set; `draft`: the seat to
    open, and the `field` to focus. */
export async function openCorrection(seats, draft) {
  const [{ correction }, part] = await Promise.all([import("./correction-sheet.js"), load(app.live.race.game, "correction")]);
  openSheet((live) => correction(live, part, { host: app.me.host, seats }), draft);
  const { sheet } = app.ui;
  const answer = await get(`/races/${app.live.race.id}/past?lang=${lang}`);
  if (answer && app.ui.sheet === sheet) redraft({ timed: lastTimes(answer.past) });
}

/** Seat -> the time of its last turn, if that counts. `past`: the rows of the race's history. */
function lastTimes(past) {
  const ended = past.filter((row) => row.stands && row.act === "done");
  return Object.fromEntries(ended.map((row) => [row.seat, row.timed]));
}

/** `shown` (an element that h() describes) as a button that looks the same; unchanged without
    the right to correct, and in a presentation. `value`: the figure in words. Its name says whose it
    is, unless the page is that seat's. */
export function correctableFigure(live, seat, field, value, shown) {
  const shows = document.documentElement.hasAttribute("data-show");
  if (shows || live.race.over || !mayAct(app.me, seat)) return shown;
  const { role, class: looks, ...props } = shown.props;
  const owner = Number(document.body.dataset.seat) === seat ? [] : [metaOf(live, seat).name];
  return {
    ...shown,
    tag: "button",
    props: {
      ...props,
      class: `${looks} figure-key`,
      "aria-label": t("ui.correct_figure", { figure: [...owner, `${t(`ui.field_${field}`)} ${value}`].join(", ") }),
      onclick: () => openCorrection(app.me.seats, { seat, field }),
    },
  };
}
