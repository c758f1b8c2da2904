/* How fair a laid course is: the share of wins of each start place, which the table works out in the
   background. */

import { query } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app, change } from "../../parts/app.js";
import { icon } from "../../parts/widgets.js";

const PAUSE_MS = 2000; // between two looks

/** The key that has it worked out, then the shares as far as they are known. */
export function fairness(laid) {
  const key = JSON.stringify(laid);
  const fair = app.ui.fair?.key === key ? app.ui.fair : null;
  return h(
    "section",
    { class: "fair", key: "fair", "aria-label": t("ui.fair") },
    h("h3", {}, t("ui.fair")),
    h("p", { class: "explain" }, t("ui.fair_lead")),
    fair && !fair.failed ? null : h("p", { class: "actions" }, h("button", { type: "button", class: "button", onclick: () => look(laid, key) }, icon("star"), t("ui.fair_do"))),
    fair?.fault ? h("p", { class: "fault", role: "alert" }, icon("alert"), " ", fair.fault) : null,
    fair?.failed ? h("p", { class: "fault", role: "alert" }, icon("alert"), " ", t("ui.fair_failed", { n: fair.races })) : null,
    fair?.wins && !fair.failed ? shares(fair) : null,
  );
}

function shares({ wins, races, of, done }) {
  return [
    h("p", { class: "explain", key: "progress", role: "status" }, done ? t("ui.fair_done", { n: races }) : t("ui.fair_progress", { n: races, of })),
    h("ol", { class: "fair-shares", key: "shares" }, wins.map((won, i) => h("li", { key: i, style: { "--share": races ? won / races : 0 } }, races ? t("ui.fair_place", { place: i + 1, ...percent(won, races) }) : t("ui.fair_none", { place: i + 1 })))),
  ];
}

/** A share in percent and its error: 19 times of 20 the true share is that near (Agresti and Coull). */
function percent(won, races) {
  const share = (won + 2) / (races + 4);
  return { percent: Math.round((100 * won) / races), error: Math.ceil(196 * Math.sqrt((share * (1 - share)) / (races + 4))) };
}

/** Looks how far the table is, until it is done or the sheet shows something else. */
async function look(laid, key) {
  change({ fair: { key } });
  while (app.ui.fair.key === key) {
    const answer = await query("/courses/fairness", { laid });
    if (app.ui.fair.key !== key) return;
    change({ fair: { key, ...(answer.ok ? answer.data : { fault: answer.error.text }) } });
    await new Promise((on) => setTimeout(on, PAUSE_MS));
    if (!answer.ok || answer.data.done || answer.data.failed || !document.querySelector(".fair")) break;
  }
  if (app.ui.fair.key === key && !app.ui.fair.done && !app.ui.fair.fault && !app.ui.fair.failed) change({ fair: null });
}
