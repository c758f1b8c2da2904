/* Where the focus goes when its element goes away: to the control that took its place, else to a
   neighbour in its group, else to the heading of its section; never to the body, from which a keyboard
   or a screen reader would have to begin anew. */

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";
const TYPED = "input:not([type=radio], [type=checkbox]), textarea"; // these open a phone's keyboard
const SECTIONS = "section, form, fieldset, dialog, nav, main";
const HEADINGS = "h1, h2, h3, legend";

let home = null; // the place of the page's control that had the focus last: there a sheet or toast returns it

addEventListener("focusin", ({ target }) => {
  if (target.closest("main")) home = placeOf(target);
});

/** Calls `redraw`, which may move, disable or remove the focused element of `parent`. */
export function keepFocus(parent, redraw) {
  const focused = document.activeElement;
  if (home?.node.isConnected) home = placeOf(home.node);
  const place = parent.contains(focused) ? placeOf(focused) : null;
  redraw();
  const now = document.activeElement;
  if (!place || (now === focused ? isUsable(focused) : now !== document.body)) return;
  if (isUsable(focused)) focused.focus({ preventScroll: true });
  else give(successor(place) ?? homeward(), place.typing);
}

/** Returns the focus to the page after a sheet, if the control that opened it has gone meanwhile. */
export function returnFocus() {
  if (document.activeElement === document.body) give(homeward(), false);
}

/** An element and what surrounds it, from inside out: each `box` that contains it, the `branch` there
    that leads to it, the branches before and after. `typing`: it is used by keys, not by touch. */
function placeOf(node) {
  const around = [];
  for (let branch = node; branch.parentElement; branch = branch.parentElement) {
    const all = [...branch.parentElement.children];
    const at = all.indexOf(branch);
    around.push({ box: branch.parentElement, branch, before: all.slice(0, at), after: all.slice(at + 1) });
  }
  return { node, around, typing: node.matches(":focus-visible") };
}

/** Gives the focus to an element that need not be a control, without scrolling. */
export function focusOn(node) {
  give(node, false);
}

const isUsable = (node) => node.isConnected && !node.disabled && node.getClientRects().length > 0;

function homeward() {
  const there = home && (isUsable(home.node) ? home.node : successor(home));
  return there ?? document.querySelector("main");
}

/** What stands now where an element was; null if its sections have neither heading nor name. */
function successor({ node, around, typing }) {
  for (const step of around.filter(({ box }) => box.isConnected)) {
    const { box, branch } = step;
    const control = branch === node || !branch.isConnected ? inItsPlace(step, typing) : null;
    if (control) return control;
    if (box.matches(SECTIONS)) {
      const name = box.querySelector(HEADINGS) ?? (box.matches("[aria-label]") ? box : null);
      if (name) return name;
    }
  }
  return null;
}

/** The control or heading between what stood before and after; in a group, the next control. */
function inItsPlace({ box, branch, before, after }, typing) {
  const stays = (one) => one.parentElement === box;
  const now = [...box.children];
  const next = after.find(stays);
  const fresh = now.slice(now.indexOf(before.findLast(stays)) + 1, next ? now.indexOf(next) : now.length);
  const kin = (one) => stays(one) && (one.localName === branch.localName || branch.matches(CONTROLS));
  const group = box.matches(SECTIONS) ? [] : [...after, ...before.reverse()].filter(kin);
  return firstControl(fresh, typing) ?? fresh.map((one) => one.querySelector(HEADINGS)).find(Boolean) ?? firstControl(group, typing);
}

function firstControl(boxes, typing) {
  const all = boxes.flatMap((box) => [box, ...box.querySelectorAll("*")]);
  return all.find((one) => one.matches(CONTROLS) && isUsable(one) && (typing || !one.matches(TYPED)));
}

function give(node, typing) {
  if (!node.matches(`${CONTROLS}, [tabindex]`)) {
    node.tabIndex = -1;
    node.addEventListener("blur", () => node.removeAttribute("tabindex"), { once: true });
  }
  node.focus({ preventScroll: !typing });
}
