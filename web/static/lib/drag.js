/* Reordering rows by dragging. While a finger is down nothing moves in the document, the rows
   are only drawn elsewhere; the order changes on release.

   A drag: `{id, order, from, to, y, dy, height, down}`, `height` of a row with its gap, in
   pixels. */

/** Handlers of the grip of the row `id`. `order`: the ids that can change places, in order;
    `now()`: the current drag or null; `put(drag)` stores it and redraws; `drop(id, by)`: the row
    was released this many places further back (negative: forward). */
export function grip(id, order, { now, put, drop }) {
  const from = order.indexOf(id);
  const mine = () => (now()?.id === id ? now() : null);
  const end = async (moves) => {
    const drag = mine();
    if (!drag) return;
    put({ ...drag, down: false, dy: (drag.to - from) * drag.height });
    if (moves && drag.to !== from) await drop(id, drag.to - from);
    put(null);
  };
  return {
    onpointerdown: (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const row = event.currentTarget.closest("li");
      const gap = parseFloat(getComputedStyle(row.parentElement).rowGap) || 0;
      put({ id, order, from, to: from, y: event.clientY, dy: 0, height: row.offsetHeight + gap, down: true });
    },
    onpointermove: (event) => {
      const drag = mine();
      if (!drag?.down) return;
      const dy = event.clientY - drag.y;
      const to = Math.min(order.length - 1, Math.max(0, from + Math.round(dy / drag.height)));
      put({ ...drag, dy, to });
    },
    onpointerup: () => end(true),
    onpointercancel: () => end(false),
  };
}

/** The offset at which the row `id` is drawn, in pixels, and whether it is the dragged one. None
    once the order differs from the one that the drag began with. */
export function draggedBy(drag, id, order) {
  const at = order.indexOf(id);
  if (!drag || at < 0 || drag.order.join() !== order.join()) return { dy: 0, held: false };
  if (id === drag.id) return { dy: drag.dy, held: true };
  if (drag.from < at && at <= drag.to) return { dy: -drag.height, held: false };
  if (drag.to <= at && at < drag.from) return { dy: drag.height, held: false };
  return { dy: 0, held: false };
}
