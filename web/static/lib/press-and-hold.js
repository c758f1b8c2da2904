/* Press and hold, by pointer, keyboard or screen reader.

   As on the hardware: a short press acts on release, a hold acts after 0.8 s while still down,
   and a button without a hold acts on release however long it was down. */

const HOLD_MS = 800;
const SLIP_PX = 24; // a thumb may slip this far off the button before the press is cancelled

/** Handlers of a press. `begin(element)`; `finish(element, inside)`, `inside` false if the
    pointer slipped off or the press was interrupted. The element has `data-down` in between. */
export function pressHandlers(begin, finish) {
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

/** Handlers of a button with a press and a hold (or null). The element has `data-fill` while
    holding it will act. */
export function holdHandlers(press, hold) {
  return pressHandlers(
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
    onpointerup: (event) => up(event.currentTarget, isInside(event)),
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

/** Presses at once for a screen reader, whose click comes without a pointer or key before it. */
function bareClick(element, down, up) {
  if (!element.handled) {
    down(element);
    up(element, true);
  }
  element.handled = false;
}

function isInside(event) {
  const box = event.currentTarget.getBoundingClientRect();
  return (
    event.clientX >= box.left - SLIP_PX &&
    event.clientX <= box.right + SLIP_PX &&
    event.clientY >= box.top - SLIP_PX &&
    event.clientY <= box.bottom + SLIP_PX
  );
}
