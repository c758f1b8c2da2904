/* The simulated room: a table seen from above. It reads the state, and it sends nothing but what
   hands do: lay a card down, lift it, push a button, let it go, pull a cable, plug it in, and what
   goes wrong at a seat. */

import { app, change, start, toast } from "./core.js";
import { h } from "./dom.js";
import { faults } from "./faults.js";
import { dealt, shuffled, valueOf } from "./hand.js";
import { hands } from "./hold.js";
import { pads } from "./pads.js";
import { badge, icon, paint } from "./parts.js";
import { limitsOf, metaOf, sledOf } from "./race.js";
import { newStickerHands, stickers } from "./stickers.js";
import { follow } from "./stream.js";
import { t } from "./words.js";

const SCREEN_GAMMA = 2.2;
const LEAST_LAID_MS = 450; // a reader must see a card a few times before it believes in it
const ANSWER_MS = 3000;
const LEAST_DOWN_MS = 80; // and no finger leaves a button sooner

let queue = Promise.resolve();
const laid = new Map(); // seat -> when its card was laid down, and the timer that lifts it
const down = new Map(); // "seat button" -> since when its finger is on it
const tapped = new Map();
const memories = new Map();

start({ view: ({ live }) => roomView(live), says: ({ live }) => live.todo.join(". ") });
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

function roomView(live) {
  const seats = live.table.seats;
  const half = Math.ceil(seats.length / 2);
  const near = seats.slice(0, half);
  const far = seats.slice(half).reverse();
  return h(
    "section",
    { class: `room room-${seats.length}`, key: "room", "aria-label": t("ui.room_title") },
    h("h1", { class: "sr" }, t("ui.room_title")),
    h("div", { class: "tabletop", "aria-hidden": "true" }),
    h("div", { class: "bank far" }, far.map((seat) => seatPart(live, seat))),
    middle(live),
    h("div", { class: "bank near" }, near.map((seat) => seatPart(live, seat))),
  );
}

function middle(live) {
  const meta = live.state?.turn ? metaOf(live, live.state.turn) : null;
  return h(
    "div",
    { class: "middle", style: paint(meta) },
    h("p", { class: "room-label" }, icon("alert"), t("ui.simulated_room")),
    live.state
      ? [
          h("p", { class: "middle-todo" }, meta ? [badge(meta), " "] : null, live.todo[0] ?? ""),
          track(live),
        ]
      : h("p", {}, t("ui.no_race"), " ", h("a", { class: "button go", href: "/setup" }, t("ui.start_race"))),
  );
}

/** The course with every sled beside the last line that it crossed. */
function track(live) {
  const limits = limitsOf(live);
  const stretches = [...limits, null].map((_, i) => i).concat(limits.length + 1);
  return h(
    "ol",
    { class: "track", "aria-label": t("ui.course") },
    stretches.map((stretch) =>
      h(
        "li",
        { class: "stretch", key: stretch },
        h("span", { class: "stretch-sleds" }, live.state.seats
          .filter((sled) => sled.lines === stretch && sled.status !== "eliminated")
          .map((sled) => badge(metaOf(live, sled.seat) ?? sled))),
        stretch <= limits.length
          ? h("span", { class: "gate" }, stretch < limits.length ? limits[stretch] : icon("flag"))
          : null,
      ),
    ),
  );
}

function seatPart(live, seat) {
  const meta = metaOf(live, seat);
  const node = app.ui.room?.seats.find((each) => each.seat === seat);
  const sled = sledOf(live, seat);
  const up = live.up.includes(seat);
  return h(
    "section",
    {
      class: `place${up ? " is-up" : ""}${node?.cable === false ? " unplugged" : ""}`,
      key: seat,
      style: { ...paint(meta), "--at": seat },
      "aria-label": t("ui.seat_n", { n: seat }),
    },
    placeHead(meta, sled, node),
    strip(node),
    reader(seat, meta, sled, node),
    pads(meta.keys, (button) => buttonHands(seat, button)),
    faults(seat, node, hand),
  );
}

function placeHead(meta, sled, node) {
  const plugged = node?.cable !== false;
  return h(
    "div",
    { class: "place-head" },
    badge(meta),
    h("b", {}, meta.name ?? t("ui.seat_n", { n: meta.seat })),
    sled ? h("span", { class: "place-speed" }, h("span", { class: "sr" }, t("ui.speed")), `${sled.left} ${sled.brake} ${sled.right}`) : null,
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

function reader(seat, meta, sled, node) {
  const card = node?.card;
  const blank = [(uid) => lay(seat, uid), () => lift(seat)];
  return h(
    "div",
    { class: "reader-row" },
    h(
      "button",
      { class: `reader${card ? " reads" : ""}`, "aria-label": t("ui.lay_sticker"), ...newStickerHands(...blank) },
      icon("reader"),
      card?.value ? handCard(`${card.value}.${card.copy}`, null) : h("small", {}, card ? card.uid.slice(-4) : t("ui.reader")),
    ),
    h("div", { class: "fan", role: "group", "aria-label": t("ui.hand") }, app.live.learning || !sled
      ? stickers(...blank)
      : cardsOf(seat, sled).map((card) => handCard(card, cardHands(seat, meta, card)))),
  );
}

function handCard(card, handlers) {
  const value = valueOf(card);
  const moves = Boolean(handlers);
  return h(
    moves ? "button" : "span",
    { key: card, class: "card card-hand", ...(handlers ?? {}), "aria-label": moves ? t("ui.tap_card", { value }) : null, "data-value": value },
    h("span", { class: "card-value", "aria-hidden": "true" }, value),
    icon("dog"),
  );
}

/** The hand of a seat, remembered while the page is open and over a reload. */
function cardsOf(seat, sled) {
  if (!sled || sled.status !== "racing") return [];
  const { race } = app.live;
  const name = `companion.hand.${race.id}.${seat}`;
  const memory = memories.get(name) ?? recall(name) ?? shuffled(copies(race.options.deck), race.id * 31 + seat);
  const next = dealt(memory, sled, tapped.get(seat) ?? null);
  memories.set(name, next);
  if (JSON.stringify(next) !== JSON.stringify(memory)) remember(name, next);
  return next.hand;
}

function copies(deck) {
  if (deck && typeof deck === "object") return deck;
  return Object.fromEntries([1, 2, 3, 4, 5].map((value) => [value, deck ?? 4]));
}

function recall(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name));
  } catch {
    return null;
  }
}

function remember(name, memory) {
  try {
    sessionStorage.setItem(name, JSON.stringify(memory));
  } catch {
    // without storage the hand is dealt anew after a reload
  }
}

function cardHands(seat, meta, card) {
  const [value, copy] = card.split(".").map(Number);
  return hands(
    () => {
      tapped.set(seat, card);
      lay(seat, { colour: meta.colour, value, copy });
    },
    () => lift(seat),
  );
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
