/* A phone whose sled is out of the race: it watches the others, and says how to come back. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app, undoOrRedo } from "../../parts/app.js";
import { openCorrection } from "../../parts/correction.js";
import { mayAct, metaOf, shownOrder } from "../../parts/snapshot.js";
import { badge, icon, named, seatStyle } from "../../parts/widgets.js";
import { hasJustLeft, limitsOf, sledOf } from "./sled.js";
import { course } from "./symbols.js";

/** The race in short: places, names, who is up and who is next; the way back. */
export function watching(live, seat) {
  const isOut = (one) => sledOf(live, one).status === "eliminated";
  const order = shownOrder(live);
  return h(
    "section",
    { class: "watch", key: "mat" },
    h("ol", { class: "watch-rows", "aria-label": t("ui.race_order") }, [...order.filter((one) => !isOut(one)), ...order.filter(isOut)].map((one) => row(live, sledOf(live, one)))),
    mayAct(app.me, seat) ? wayBack(live, seat) : null,
  );
}

function row(live, sled) {
  const meta = metaOf(live, sled.seat) ?? sled;
  const out = sled.status === "eliminated";
  return h(
    "li",
    { key: sled.seat, class: `watch-row is-${sled.status}${sled.wait === 0 ? " is-up" : ""}`, style: seatStyle(meta) },
    h("b", { class: "watch-place" }, out ? icon("cross") : (sled.place ?? sled.position ?? "–")),
    badge(meta),
    h("span", { class: "watch-name" }, named(sled.name), h("small", {}, note(sled))),
    out ? null : course(limitsOf(live), sled.lines),
  );
}

function note({ status, wait, place }) {
  if (status === "eliminated") return t("ui.eliminated");
  if (status === "finished") return place ? t("ui.place_n", { n: place }) : t("ui.finished");
  if (wait === 0) return t("ui.is_up");
  return wait === 1 ? t("ui.is_next") : "";
}

/** Undo while that takes exactly this back; later a correction. */
function wayBack(live, seat) {
  const [sign, words, does] = hasJustLeft(live, seat)
    ? ["undo", "ui.undo_out", () => undoOrRedo("undo")]
    : ["edit", "ui.correct_out", () => openCorrection(app.me.seats, { seat, field: "status" })];
  return h("button", { class: "button", key: words, onclick: does }, icon(sign), t(words));
}
