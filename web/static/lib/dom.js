/* A small keyed renderer: h() describes an element, draw() updates the page to match.

   Elements are reused where key and tag agree, so focus, running animations and half-typed input
   survive every new state. Styles are set through the CSSOM only, as the content security policy
   demands. */

import { keepFocus } from "./focus.js";

const SVG = "http://www.w3.org/2000/svg";
const LIVE = new Set(["value", "checked", "disabled", "open", "hidden", "indeterminate"]);

/** Describes an element. `props`: attributes, `on…` handlers, `style` (an object), `key`, and
    `made`, which is called once with the new element. Empty children (null, false) are left out. */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, key: props?.key, children: flat(children) };
}

/** Updates the children of `parent` to match `wanted`; the focus stays, or goes to what took the place
    of its element. */
export function draw(parent, ...wanted) {
  keepFocus(parent, () => patch(parent, flat(wanted)));
}

function flat(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false && child !== "")
    .map((child) => (child.tag ? child : { text: String(child) }));
}

function patch(parent, wanted) {
  const match = matcher(parent.childNodes);
  const nodes = wanted.map((vnode) => match(vnode) ?? make(vnode, parent));
  const kept = new Set(nodes);
  for (const node of [...parent.childNodes]) if (!kept.has(node)) remove(node);
  let next = parent.firstChild;
  for (const node of nodes) {
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
  nodes.forEach((node, i) => update(node, wanted[i]));
}

function remove(node) {
  if (node.open) node.close?.(); // a dialog: the browser returns the focus to what opened it
  node.remove();
}

function matcher(nodes) {
  const keyed = new Map();
  const loose = new Map();
  for (const node of nodes) {
    const was = node.drawnAs;
    if (!was) continue;
    if (was.key !== undefined) keyed.set(`${was.tag}|${was.key}`, node);
    else loose.set(was.tag, [...(loose.get(was.tag) ?? []), node]);
  }
  return ({ tag, key }) =>
    key !== undefined ? keyed.get(`${tag}|${key}`) : loose.get(tag)?.shift();
}

function make(vnode, parent) {
  if (!vnode.tag) return Object.assign(document.createTextNode(""), { drawnAs: { text: "" } });
  const inSvg = vnode.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  const node = inSvg ? document.createElementNS(SVG, vnode.tag) : document.createElement(vnode.tag);
  node.drawnAs = { tag: vnode.tag, key: vnode.key, props: {}, fresh: true };
  return node;
}

function update(node, vnode) {
  const was = node.drawnAs;
  if (was === vnode) return;
  node.drawnAs = vnode;
  if (!vnode.tag) {
    if (was.text !== vnode.text) node.data = vnode.text;
    return;
  }
  for (const name of Object.keys(was.props)) {
    if (!(name in vnode.props)) set(node, name, null, was.props[name]);
  }
  patch(node, vnode.children);
  for (const [name, value] of Object.entries(vnode.props)) set(node, name, value, was.props[name]);
  if (was.fresh) vnode.props.made?.(node);
}

function set(node, name, value, old) {
  if (name === "key" || name === "made") return;
  if (name === "style") restyle(node, value ?? {}, old ?? {});
  else if (name.startsWith("on")) node[name] = value;
  else if (LIVE.has(name) && node.tagName !== "PROGRESS") { // a progress without a value attribute also reads as 0 but shows as indeterminate
    if (node[name] !== value) node[name] = value ?? "";
  } else if (value === old) return;
  else if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

function restyle(node, wanted, old) {
  for (const name of Object.keys(old)) if (!(name in wanted)) node.style.removeProperty(name);
  for (const [name, value] of Object.entries(wanted)) {
    if (old[name] !== value) node.style.setProperty(name, value);
  }
}
