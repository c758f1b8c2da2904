/* Hands on a button: down and up, and a short press told from a held one.

   As at the table: a short press acts on release, a held one at 0.8 s while still down, and a
   button without a held meaning acts on release however long it was down. */

const HOLD_MS = 800;
const SLIP_PX = 24; // a thumb may slip this far off the button before it counts as let go

/** Handlers for a hand that begins and finishes, by finger, mouse, keyboard or screen reader.
    `begin(element)`; `finish(element, kept)`, `kept` false if it slipped off or was interrupted.
    The element shows `data-down` in between. */
export function hands(begin, finish) {
  const down = (element) => {
    if (element.isDown) return;
    element.isDown = true;
    element.handled = true;
    element.toggleAttribute("data-down", true);
    begin(element);
  };
  const up = (element, kept) => {
    if (!element.isDown) return;
    element.isDown = false;
    element.removeAttribute("data-down");
    finish(element, kept);
  };
  return { ...pointer(down, up), ...keyboard(down, up), onclick: (event) => bareClick(event.currentTarget, down, up) };
}

/** Handlers of a button that knows press from hold. `hold` may be null. The element shows
    `data-fill` while holding it will do something. */
export function holdable(press, hold) {
  return hands(
    (element) => {
      element.held = false;
      if (!hold) return;
      element.toggleAttribute("data-fill", true);
      element.holding = setTimeout(() => {
        element.held = true;
        element.removeAttribute("data-fill");
        hold();
      }, HOLD_MS);
    },
    (element, kept) => {
      clearTimeout(element.holding);
      element.removeAttribute("data-fill");
      if (kept && !element.held) press();
    },
  );
}

function pointer(down, up) {
  return {
    onpointerdown: (event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      down(event.currentTarget);
    },
    onpointerup: (event) => up(event.currentTarget, inside(event)),
    onpointercancel: (event) => up(event.currentTarget, false),
    oncontextmenu: (event) => event.preventDefault(),
  };
}

function keyboard(down, up) {
  const isKey = (event) => event.key === "Enter" || event.key === " ";
  return {
    onkeydown: (event) => {
      if (!isKey(event)) return;
      event.preventDefault();
      if (!event.repeat) down(event.currentTarget);
    },
    onkeyup: (event) => {
      if (!isKey(event)) return;
      event.preventDefault();
      up(event.currentTarget, true);
      event.currentTarget.handled = false;
    },
    onblur: (event) => up(event.currentTarget, false),
  };
}

/** A screen reader's click comes with no pointer and no key before it: it does both. */
function bareClick(element, down, up) {
  if (!element.handled) {
    down(element);
    up(element, true);
  }
  element.handled = false;
}

function inside(event) {
  const box = event.currentTarget.getBoundingClientRect();
  return (
    event.clientX >= box.left - SLIP_PX &&
    event.clientX <= box.right + SLIP_PX &&
    event.clientY >= box.top - SLIP_PX &&
    event.clientY <= box.bottom + SLIP_PX
  );
}
