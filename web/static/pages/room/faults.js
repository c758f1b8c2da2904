/* What can go wrong at a seat of the simulated room, as switches: they show what the room
   says, so a tap changes none until it has come true. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";

const DAMAGE = 0.01;
const READER = [
  ["mute", "ui.fault_mute"],
  ["two", "ui.fault_two"],
  ["checksum", "ui.fault_checksum"],
  ["truncated", "ui.fault_truncated"],
  ["noise", "ui.fault_noise"],
  ["late", "ui.fault_late"],
  ["slow", "ui.fault_slow"],
];

/** The faults of a seat, folded. `node`: the seat as the room shows it; `hand` moves a hand there. */
export function faults(seat, node, hand) {
  const count = node ? [node.cut, node.rate, node.stalled, ...node.faults].filter(Boolean).length : 0;
  const put = (movement) => hand({ seat, ...movement });
  return h(
    "details",
    { class: "faults", key: "faults" },
    h("summary", {}, t("ui.faults"), count ? h("b", {}, ` ${count}`) : null),
    fault("ui.fault_cut", node?.cut, (on) => put({ hand: on ? "cut" : "mend" })),
    fault("ui.fault_damage", node?.rate > 0, (on) => put({ hand: "damage", rate: on ? DAMAGE : 0 })),
    fault("ui.fault_stall", node?.stalled, (on) => put({ hand: "stall", stalled: on })),
    READER.map(([name, label]) =>
      fault(label, node?.faults.includes(name), (on) => put({ hand: "fault", fault: name, on })),
    ),
    h("button", { class: "button", onclick: () => put({ hand: "reboot" }) }, t("ui.fault_reboot")),
  );
}

function fault(label, told, flip) {
  const on = Boolean(told);
  return h(
    "button",
    { class: "button fault", key: label, "aria-pressed": String(on), onclick: () => flip(!on) },
    t(label),
  );
}
