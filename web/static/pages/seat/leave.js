/* Leaving a seat during a race: only this phone, or the player. Loaded when first opened. */

import { h } from "../../lib/dom.js";
import { sentences, t } from "../../lib/words.js";
import { act, app, ask, fetchRights } from "../../parts/app.js";
import { closeSheet, sheet } from "../../parts/sheet.js";
import { hasDevices, metaOf, playerOf } from "../../parts/snapshot.js";
import { icon } from "../../parts/widgets.js";

/** The sheet; null once there is nothing to decide. */
export function leaveSheet(live, seat) {
  if (playerOf(live, seat)?.status !== "racing") return null;
  const { name } = metaOf(live, seat);
  const way = (sign, words, lead, does) =>
    h(
      "div",
      { class: "leave-way", key: words },
      h("button", { class: "button", onclick: does }, icon(sign), t(words, { name })),
      h("p", { class: "explain" }, lead),
    );
  return sheet(
    { title: t("ui.leave_title") },
    way("phone", "ui.leave_phone", sentences([t("ui.leave_phone_lead", { name }), hasDevices(live, seat) ? t("ui.seat_devices_stay") : ""]), () => giveBack(seat)),
    way("flag", "ui.leave_race", t("ui.leave_race_lead", { name }), () => retire(seat)),
  );
}

async function giveBack(seat) {
  closeSheet();
  const answer = await ask(`/seats/${seat}/release`);
  if (!answer.ok) return;
  app.ui.gaveBack = true; // so the page does not report the seat as lost
  await fetchRights();
}

async function retire(seat) {
  closeSheet();
  await act({ act: "retire", seat }, { sure: true });
}
