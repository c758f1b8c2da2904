/* The course of Sprint: a line for each sled, from the start to the finish. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { metaOf } from "../../parts/snapshot.js";
import { badge, seatStyle } from "../../parts/widgets.js";

/** All sleds, in the order of the seats. */
export function track(live) {
  const { seats, finish } = live.state;
  return h(
    "ol",
    { class: "sprint-track", key: "track", "aria-label": t("ui.race_order") },
    seats.map((sled) => {
      const meta = metaOf(live, sled.seat) ?? sled;
      return h(
        "li",
        { key: sled.seat, style: seatStyle(meta) },
        badge(meta),
        h("b", {}, sled.name),
        h("meter", { min: 0, max: finish, value: sled.at, "aria-hidden": "true" }),
        h("span", {}, `${sled.at} / ${finish}`),
      );
    }),
  );
}
