/* Rows that are dragged into order by their grip. Nothing moves in the document while a finger is
   down, the rows are only drawn elsewhere; what it means is said when the finger lets go. */

import { app, change } from "./core.js";
import { h } from "./dom.js";
import { icon } from "./parts.js";

/** The grip of the row of `seat`. `order`: all seats that can change places, first one first;
    `drop(seat, by)`: it was let go so many places further back (negative: to the front). */
export function grip(seat, order, drop) {
  const from = order.indexOf(seat);
  const dragged = () => (app.ui.drag?.seat === seat ? app.ui.drag : null);
  const end = async (kept) => {
    const drag = dragged();
    if (!drag) return;
    change({ drag: { ...drag, down: false, dy: (drag.to - from) * drag.height } });
    if (kept && drag.to !== from) await drop(seat, drag.to - from);
    change({ drag: null });
  };
  return h(
    "span",
    {
      class: "grip",
      "aria-hidden": "true", // the keys beside it do the same
      onpointerdown: (event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        const row = event.currentTarget.closest("li");
        const gap = parseFloat(getComputedStyle(row.parentElement).rowGap) || 0;
        change({ drag: { seat, order, from, to: from, y: event.clientY, dy: 0, height: row.offsetHeight + gap, down: true } });
      },
      onpointermove: (event) => {
        const drag = dragged();
        if (!drag?.down) return;
        const dy = event.clientY - drag.y;
        const to = Math.min(order.length - 1, Math.max(0, from + Math.round(dy / drag.height)));
        change({ drag: { ...drag, dy, to } });
      },
      onpointerup: () => end(true),
      onpointercancel: () => end(false),
    },
    icon("grip"),
  );
}

/** How far down the row of `seat` is drawn from its place, in pixels, and whether it is the one
    that is dragged. Nothing once the order is no longer the one that the drag began with. */
export function draggedBy(seat, order) {
  const { drag } = app.ui;
  const at = order.indexOf(seat);
  if (!drag || at < 0 || drag.order.join() !== order.join()) return { dy: 0, held: false };
  if (seat === drag.seat) return { dy: drag.dy, held: true };
  if (drag.from < at && at <= drag.to) return { dy: -drag.height, held: false };
  if (drag.to <= at && at < drag.from) return { dy: drag.height, held: false };
  return { dy: 0, held: false };
}
