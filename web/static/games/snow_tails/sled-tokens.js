/* Sleds on a picture of the course, seen from above: in the seat's colour, and for each seat another
   shape. Shared by the seat's surroundings, the table's course and the race driven again. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { pathData, poseAlong, poseAt, transformOf } from "./sled-poses.js";

const SHAPES = [
  "M-.66-.34H.02Q.34-.34.34 0T.02.34H-.66Z", // a toboggan
  "M-.78 0-.2-.44.38 0-.2.44Z", // a rhombus
  "M-.64-.44.42 0-.64.44Z", // a wedge
  "M-.68 0a.48.48 0 1 0 .96 0a.48.48 0 1 0-.96 0Z", // a disc
  "M-.72 0-.46-.4H.06L.32 0 .06.4H-.46Z", // a hexagon
  "M-.6-.38H.18V.38H-.6L-.42 0Z", // a swallowtail
];
const RUNNERS = "M-.76-.36H.3M-.76.36H.3";
const LINES = "M.2-.08.62-.2M.2.08.62.2";
const DOGS = "M.5-.2a.2.12 0 1 0 .4 0a.2.12 0 1 0-.4 0M.5.2a.2.12 0 1 0 .4 0a.2.12 0 1 0-.4 0";
const CROWN = "M-.3-.42-.36-.84-.14-.64 0-.94.14-.64.36-.84.3-.42Z";
const BURST = "M0-1 .23-.36.87-.5.45 0 .87.5.23.36 0 1-.23.36-.87.5-.45 0-.87-.5-.23-.36Z";
const MIDDLE = -0.2; // of the sled's body, where the number stands

const STEP_MS = 230; // a step of a moving sled
const TURN_MS = 350; // starting and stopping

/** The way that a sled came, and the move that it is about to make, as lines. */
export function trails(places, { seat, style, path = [], ahead = [] }) {
  const line = (name, way) => {
    const d = pathData(places, way);
    return d ? h("path", { class: `sled-trail ${name}`, key: `trail ${seat} ${name}`, style, d }) : null;
  };
  return [line("driven", path), ...ahead.map(({ path: way, bonus }) => line(bonus ? "bonus" : "ahead", way))];
}

/** The chosen move of a sled, and its bonus as a tail. */
export function aheadOf(pending, speed) {
  const chosen = (pending?.ends ?? []).filter((end) => end.chosen);
  return chosen.map(({ path, bonus }) => ({ path: bonus ? path.slice(speed) : path, bonus }));
}

/** A sled: `{seat, name, style, at, path?, dents?, up?, leads?, ghost?, share?, tap?}`. `style`: its
    colour (seatStyle of parts/widgets.js); `share`: how far along its path it stands, by default at
    its end. `shown`: the map of what the picture has shown of each sled; with it a sled drives to
    its new space, and a new dent flashes. */
export function token(places, sled, shown = null) {
  const { seat, name, style, at, path = [], dents = 0, up, leads, ghost, share, tap } = sled;
  const pose = share === undefined || path.length < 2 ? poseAt(places, at) : poseAlong(places, path, share);
  const looks = ["sled-token", up ? "up" : "", ghost ? "ghost" : ""].filter(Boolean).join(" ");
  const keys = tap && { role: "button", tabindex: "0", "aria-label": t("ui.put_of", { name }), onclick: tap, onkeydown: pressed(tap) };
  return h(
    "g",
    {
      class: looks,
      key: `sled ${ghost ? "ghost" : ""}${seat} ${at} ${dents}`,
      style,
      transform: transformOf(pose),
      made: shown ? (node) => arrive(node, places, sled, shown) : undefined,
      ...keys,
    },
    h("title", {}, name),
    h("g", { class: "sled-shape" }, drawn(seat, leads, pose.turn)),
  );
}

/** The light under the sled that is up; null under the others. Drawn before all sleds: it covers no
    neighbour's number. */
export function halo(places, { seat, at, up }) {
  return up ? h("g", { key: `halo ${seat}`, transform: transformOf(poseAt(places, at)) }, h("g", { class: "sled-shape" }, h("circle", { class: "sled-halo", r: 0.95 }))) : null;
}

function drawn(seat, leads, turn) {
  return [
    h("path", { class: "sled-burst", transform: `translate(${MIDDLE} 0)`, d: BURST }),
    h("path", { class: "sled-lines", d: LINES }),
    h("path", { class: "sled-dogs", d: DOGS }),
    h("path", { class: "sled-runners", d: RUNNERS }),
    h("path", { class: "sled-body", d: SHAPES[(seat - 1) % SHAPES.length] }),
    h("g", { transform: `translate(${MIDDLE} 0)` }, h("g", { class: "sled-number", transform: `rotate(${(-turn * 180) / Math.PI})` }, number(seat), leads ? h("path", { class: "sled-crown", transform: "translate(0 -.14) scale(.52)", d: CROWN }) : null)),
  ];
}

const number = (seat) => h("text", { "text-anchor": "middle", "dominant-baseline": "central" }, seat);

const pressed = (tap) => (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  tap(event);
};

/** Moves a new picture of a sled from where it was shown, and marks it if it has a new dent. */
function arrive(node, places, { seat, at, path = [], dents = 0 }, shown) {
  const was = shown.get(seat);
  shown.set(seat, { at, dents });
  if (!was) return;
  const from = path.findIndex((one) => one.join() === was.at.join());
  const driven = from < 0 ? [was.at, at] : path.slice(from);
  const lasts = was.at.join() === at.join() || driven.some(([i]) => i >= places.length) ? 0 : drive(node, driven.map((one) => poseAt(places, one)));
  if (dents <= was.dents) return;
  node.style.setProperty("--after", `${lasts}ms`);
  node.classList.add("dented");
}

/** Drives a sled's picture along poses; nothing moves where motion is off. Returns how long it takes,
    in milliseconds. */
function drive(node, poses) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  const timing = { duration: TURN_MS + STEP_MS * (poses.length - 1), easing: "ease-in-out" };
  node.animate(poses.map(({ x, y, turn }) => ({ transform: `translate(${x}px, ${y}px) rotate(${turn}rad)` })), timing);
  node.querySelector(".sled-number").animate(poses.map(({ turn }) => ({ transform: `rotate(${-turn}rad)` })), timing);
  return timing.duration;
}
