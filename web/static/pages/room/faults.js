/* Switches for the faults of a simulated seat. They show the room's state, so a switch changes only
   after the room has changed. */

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

/** The faults of a seat, folded. `node`: the seat in the room's state; `sendMovement` posts to
    the room. */
export function faultSwitches(seat, node, sendMovement) {
  const count = node ? [node.cut, node.rate, node.stalled, ...node.faults].filter(Boolean).length : 0;
  const put = (movement) => sendMovement({ seat, ...movement });
  return h(
    "details",
    { class: "faults", key: "faults" },
    h("summary", {}, t("ui.faults"), count ? h("b", {}, ` ${count}`) : null),
    faultSwitch("ui.fault_cut", node?.cut, (on) => put({ hand: on ? "cut" : "mend" })),
    faultSwitch("ui.fault_damage", node?.rate > 0, (on) => put({ hand: "damage", rate: on ? DAMAGE : 0 })),
    faultSwitch("ui.fault_stall", node?.stalled, (on) => put({ hand: "stall", stalled: on })),
    READER.map(([name, label]) =>
      faultSwitch(label, node?.faults.includes(name), (on) => put({ hand: "fault", fault: name, on })),
    ),
    h("button", { class: "button", onclick: () => put({ hand: "reboot" }) }, t("ui.fault_reboot")),
  );
}

function faultSwitch(label, state, flip) {
  const on = Boolean(state);
  return h(
    "button",
    { class: "button fault", key: label, "aria-pressed": String(on), onclick: () => flip(!on) },
    t(label),
  );
}
