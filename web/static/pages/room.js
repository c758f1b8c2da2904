/* The simulated room: a table seen from above. It sends only what hands do: lay a card down,
   lift it, press a button, release it, pull a cable, plug it in, and cause a fault at a seat. */

import { h } from "../lib/dom.js";
import { follow } from "../lib/event-stream.js";
import { pressHandlers } from "../lib/press-and-hold.js";
import { sentences, t } from "../lib/words.js";
import { app, change, start, toast } from "../parts/app.js";
import { hallNote } from "../parts/device-troubles.js";
import { seatButtons } from "../parts/seat-buttons.js";
import { metaOf, playerOf } from "../parts/snapshot.js";
import { badge, icon, named, seatStyle } from "../parts/widgets.js";
import { newTagHandlers, blankTags } from "./room/blank-tags.js";
import { faultSwitches } from "./room/faults.js";

const SCREEN_GAMMA = 2.2;
const LEAST_LAID_MS = 450; // a reader must see a card several times to accept it
const ANSWER_MS = 3000;
const LEAST_DOWN_MS = 80; // shortest press: no finger is faster

let queue = Promise.resolve();
const laid = new Map(); // seat -> when its card was laid down, and the timer that lifts it
const down = new Map(); // "seat button" -> when it was pressed

start({ view: ({ live, part }) => roomView(live, part), part: "room", announces: ({ live }) => sentences(live.todo) });
follow({
  url: (window) => `/api/v1/room/stream?window=${window}`,
  event: "room",
  take: (room) => change({ room }),
  linked: (is, refused) => app.ui.refused !== refused && change({ refused }),
});
addEventListener("blur", letAllGo);
addEventListener("pagehide", letAllGo);

/** Posts a hand movement, after all earlier ones. */
function sendMovement(movement) {
  queue = queue.then(() => postMovement(movement)).catch(() => toast({ text: t("ui.not_sent") }));
}

async function postMovement(movement) {
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
    { class: "middle", style: seatStyle(meta) },
    h("p", { class: "room-label" }, icon("alert"), app.ui.refused || t("ui.simulated_room")),
    hallNote(live),
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
      style: { ...seatStyle(meta), "--at": seat },
      "aria-label": t("ui.seat_n", { n: seat }),
    },
    placeHead(meta, node, player ? part.note(live, seat) : null),
    stripView(node),
    readerRow(live, seat, node, player ? part : null),
    seatButtons(meta.keys, (button) => buttonHandlers(seat, button)),
    faultSwitches(seat, node, sendMovement),
  );
}

function placeHead(meta, node, note) {
  const plugged = node?.cable !== false;
  return h(
    "div",
    { class: "place-head" },
    badge(meta),
    h("b", {}, named(meta.name ?? t("ui.seat_n", { n: meta.seat }))),
    note ? h("span", { class: "place-note" }, note) : null,
    h(
      "button",
      {
        class: "button cable",
        "aria-pressed": String(!plugged),
        onclick: () => sendMovement({ hand: plugged ? "unplug" : "plug", seat: meta.seat }),
      },
      icon(plugged ? "plug" : "unplug"),
      t(plugged ? "ui.pull_cable" : "ui.plug_cable"),
    ),
  );
}

/** The strip as the node received it; a dark pixel stays a dark lamp. */
function stripView(node) {
  return h(
    "div",
    { class: "strip", role: "img", "aria-label": t("ui.strip") },
    (node?.pixels ?? []).map((pixel, i) => h("i", { key: i, class: "lamp", style: lamp(pixel) })),
  );
}

/** A pixel's colour on a screen: a strip is linear, a screen is not. */
function lamp(pixel) {
  const light = [0, 2, 4].map((at) => (parseInt(pixel.slice(at, at + 2), 16) / 255) ** (1 / SCREEN_GAMMA));
  const strength = Math.max(...light) ** 0.7; // a dim lamp is still visible in a room
  const hue = light.map((channel) => Math.round((channel / (Math.max(...light) || 1)) * 255));
  return { "--lamp": `rgb(${hue.join(" ")} / ${strength.toFixed(2)})`, "--core": `rgb(255 255 255 / ${(strength ** 2 * 0.75).toFixed(2)})` };
}

/** The reader and the hand of cards beside it. `part`: the game's, null if nobody plays. */
function readerRow(live, seat, node, part) {
  const card = node?.card;
  const blank = [(uid) => layCard(seat, uid), () => liftCard(seat)];
  return h(
    "div",
    { class: "reader-row" },
    h(
      "button",
      { class: `reader${card ? " reads" : ""}`, "aria-label": t("ui.lay_sticker"), ...newTagHandlers(...blank) },
      icon("reader"),
      (card && app.part?.laid(card)) ?? h("small", {}, card ? card.uid.slice(-4) : t("ui.reader")),
    ),
    h(
      "div",
      { class: "fan", role: "group", "aria-label": t("ui.hand") },
      live.learning || !part ? blankTags(...blank) : part.hand(live, seat, (piece, before) => cardHandlers(seat, piece, before)),
    ),
  );
}

/** Handlers of a card: a press lays it on the seat's reader, the release lifts it. */
function cardHandlers(seat, piece, before = () => {}) {
  const begin = () => {
    before();
    layCard(seat, piece);
  };
  return pressHandlers(begin, () => liftCard(seat));
}

/** Lays a card on a seat's reader, or a tag by its uid. */
function layCard(seat, card) {
  liftNow(seat);
  laid.set(seat, { at: performance.now(), timer: 0 });
  sendMovement({ hand: "tap", seat, card });
}

/** Lifts a seat's card, once the reader had time to see it. */
function liftCard(seat) {
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
  sendMovement({ hand: "lift", seat });
}

function buttonHandlers(seat, button) {
  const name = `${seat} ${button}`;
  return pressHandlers(
    () => {
      letGo(name);
      down.set(name, performance.now());
      sendMovement({ hand: "down", seat, button });
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
  sendMovement({ hand: "up", seat: Number(seat), button });
}

function letAllGo() {
  for (const name of [...down.keys()]) letGo(name);
}
