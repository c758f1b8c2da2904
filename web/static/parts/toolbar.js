/* A group of keys that is one stop of the Tab key; the arrow keys go on inside it. */

import { h } from "../lib/dom.js";
import { app, change } from "./app.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The group. `props`: those of its element, with a `key`, and an `aria-label` unless its section has
    one. Tab stops at the button that an arrow key reached last, else at the first one. */
export function toolbar(props, ...children) {
  const group = h("div", { ...props, role: "toolbar", onkeydown: (event) => move(event, props.key) }, children);
  const buttons = buttonsOf(group);
  return marked(group, buttons[app.ui.stops?.[props.key]] ?? buttons[0]);
}

const buttonsOf = (node) => (node.tag === "button" ? [node] : (node.children ?? []).flatMap(buttonsOf));

function marked(node, stop) {
  if (node.tag === "button") return { ...node, props: { ...node.props, tabindex: node === stop ? "0" : "-1" } };
  return node.children ? { ...node, children: node.children.map((child) => marked(child, stop)) } : node;
}

/** Focuses the next button of the group, from the last the first one. */
function move(event, key) {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const next = (buttons.indexOf(event.target) + step + buttons.length) % buttons.length;
  buttons[next].focus();
  change({ stops: { ...app.ui.stops, [key]: next } });
}
