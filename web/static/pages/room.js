/* The simulated room: a table seen from above. It reads the state, and it sends nothing but what
   hands do: lay a card down, lift it, push a button, let it go, pull a cable, plug it in, and what
   goes wrong at a seat. */

import { h } from "../lib/dom.js";
import { follow } from "../lib/event-stream.js";
import { hands } from "../lib/press-and-hold.js";
import { sentences, t } from "../lib/words.js";
import { app, change, start, toast } from "../parts/app.js";
import { pads } from "../parts/seat-buttons.js";
import { metaOf, playerOf } from "../parts/snapshot.js";
import { badge, icon, paint } from "../parts/widgets.js";
import { newStickerHands, stickers } from "./room/blank-tags.js";
import { faults } from "./room/faults.js";

const SCREEN_GAMMA = 2.2;
const LEAST_LAID_MS = 450; // a reader must see a card a few times before it believes in it
const ANSWER_MS = 3000;
const LEAST_DOWN_MS = 80; // and no finger leaves a button sooner

let queue = Promise.resolve();
const laid = new Map(); // seat -> when its card was laid down, and the timer that lifts it
const down = new Map(); // "seat button" -> since when its finger is on it

start({ view: ({ live, part }) => roomView(live, part), part: "room", says: ({ live }) => sentences(live.todo) });
follow({
  url: () => "/api/v1/room/stream",
  event: "room",
  take: (room) => change({ room }),
  linked: () => {},
});
addEventListener("blur", letAllGo);
addEventListener("pagehide", letAllGo);

/** One movement of a hand, after all that were made before it. */
function hand(movement) {
  queue = queue.then(() => move(movement)).catch(() => toast({ text: t("ui.not_sent") }));
}

async function move(movement) {
  const answer = await fetch("/api/v1/room", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(movement),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!answer.ok) toast((await answer.json()).error);
}

function roomView(live, part) {
  const seats = live.table.seats;
  const half = Math.ceil(seats.length / 2);
  const near = seats.slice(0, half);
  const far = seats.slice(half).reverse();
  return h(
    "section",
    { class: `room room-${seats.length}`, key: "room", "aria-label": t("ui.room_title") },
    h("h1", { class: "sr" }, t("ui.room_title")),
    h("div", { class: "tabletop", "aria-hidden": "true" }),
    h("div", { class: "bank far" }, far.map((seat) => seatPart(live, seat, part))),
    middle(live, part),
    h("div", { class: "bank near" }, near.map((seat) => seatPart(live, seat, part))),
  );
}

function middle(live, part) {
  const meta = live.state?.turn ? metaOf(live, live.state.turn) : null;
  return h(
    "div",
    { class: "middle", style: paint(meta) },
    h("p", { class: "room-label" }, icon("alert"), t("ui.simulated_room")),
    live.state
      ? [
          h("p", { class: "middle-todo" }, meta ? [badge(meta), " "] : null, live.todo[0] ?? ""),
          part.middle(live),
        ]
      : h("p", {}, t("ui.no_race"), " ", h("a", { class: "button go", href: "/setup" }, t("ui.start_race"))),
  );
}

function seatPart(live, seat, part) {
  const meta = metaOf(live, seat);
  const node = app.ui.room?.seats.find((each) => each.seat === seat);
  const player = playerOf(live, seat);
  const up = live.up.includes(seat);
  return h(
    "section",
    {
      class: `place${up ? " is-up" : ""}${node?.cable === false ? " unplugged" : ""}`,
      key: seat,
      style: { ...paint(meta), "--at": seat },
      "aria-label": t("ui.seat_n", { n: seat }),
    },
    placeHead(meta, node, player ? part.note(live, seat) : null),
    strip(node),
    reader(live, seat, node, player ? part : null),
    pads(meta.keys, (button) => buttonHands(seat, button)),
    faults(seat, node, hand),
  );
}

function placeHead(meta, node, note) {
  const plugged = node?.cable !== false;
  return h(
    "div",
    { class: "place-head" },
    badge(meta),
    h("b", {}, meta.name ?? t("ui.seat_n", { n: meta.seat })),
    note ? h("span", { class: "place-note" }, note) : null,
    h(
      "button",
      {
        class: "button cable",
        "aria-pressed": String(!plugged),
        onclick: () => hand({ hand: plugged ? "unplug" : "plug", seat: meta.seat }),
      },
      icon(plugged ? "plug" : "unplug"),
      t(plugged ? "ui.pull_cable" : "ui.plug_cable"),
    ),
  );
}

/** The strip as the node really received it; a lamp that is dark stays a dark lamp. */
function strip(node) {
  return h(
    "div",
    { class: "strip", role: "img", "aria-label": t("ui.strip") },
    (node?.pixels ?? []).map((pixel, i) => h("i", { key: i, class: "lamp", style: lamp(pixel) })),
  );
}

/** A lamp's light as a screen shows it: what a strip receives is linear, a screen is not. */
function lamp(pixel) {
  const light = [0, 2, 4].map((at) => (parseInt(pixel.slice(at, at + 2), 16) / 255) ** (1 / SCREEN_GAMMA));
  const strength = Math.max(...light) ** 0.7; // even a dim lamp is seen in a room
  const hue = light.map((channel) => Math.round((channel / (Math.max(...light) || 1)) * 255));
  return { "--lamp": `rgb(${hue.join(" ")} / ${strength.toFixed(2)})`, "--core": `rgb(255 255 255 / ${(strength ** 2 * 0.75).toFixed(2)})` };
}

/** The reader and the hand beside it. `part`: the game's, null where nobody plays. */
function reader(live, seat, node, part) {
  const card = node?.card;
  const blank = [(uid) => lay(seat, uid), () => lift(seat)];
  return h(
    "div",
    { class: "reader-row" },
    h(
      "button",
      { class: `reader${card ? " reads" : ""}`, "aria-label": t("ui.lay_sticker"), ...newStickerHands(...blank) },
      icon("reader"),
      (card && app.part?.laid(card)) ?? h("small", {}, card ? card.uid.slice(-4) : t("ui.reader")),
    ),
    h(
      "div",
      { class: "fan", role: "group", "aria-label": t("ui.hand") },
      live.learning || !part ? stickers(...blank) : part.hand(live, seat, (piece, before) => cardHands(seat, piece, before)),
    ),
  );
}

/** Handlers of a card that is laid on the reader of a seat and lifted from it. */
function cardHands(seat, piece, before = () => {}) {
  const begin = () => {
    before();
    lay(seat, piece);
  };
  return hands(begin, () => lift(seat));
}

/** Lays a card on the reader of a seat, or a sticker by its uid. */
function lay(seat, card) {
  liftNow(seat);
  laid.set(seat, { at: performance.now(), timer: 0 });
  hand({ hand: "tap", seat, card });
}

/** Lifts the card of a seat, but not before its reader had time to see it. */
function lift(seat) {
  const card = laid.get(seat);
  if (!card) return;
  const rest = LEAST_LAID_MS - (performance.now() - card.at);
  card.timer = setTimeout(liftNow, Math.max(0, rest), seat);
}

function liftNow(seat) {
  const card = laid.get(seat);
  if (!card) return;
  clearTimeout(card.timer);
  laid.delete(seat);
  hand({ hand: "lift", seat });
}

function buttonHands(seat, button) {
  const name = `${seat} ${button}`;
  return hands(
    () => {
      letGo(name);
      down.set(name, performance.now());
      hand({ hand: "down", seat, button });
    },
    () => {
      const rest = LEAST_DOWN_MS - (performance.now() - down.get(name));
      setTimeout(letGo, Math.max(0, rest), name);
    },
  );
}

function letGo(name) {
  if (!down.delete(name)) return;
  const [seat, button] = name.split(" ");
  hand({ hand: "up", seat: Number(seat), button });
}

function letAllGo() {
  for (const name of [...down.keys()]) letGo(name);
}
