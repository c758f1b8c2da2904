/* A reconnecting event stream: newest event only, closed while the page is hidden.

   A phone that slept keeps a dead stream without an error, and a browser gives up forever after
   one bad answer. So this module detects silence, and every reconnect makes a new EventSource. */

import { randomKey } from "./random-key.js";

const SILENCE_MS = 35000; // the service sends a heartbeat every 15 s
const CONNECTING_MS = 4000;
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 1000; // with jitter at most 1.5 s, so current again within 2 s
const STEADY_MS = 3000; // a stream that ends sooner may end again: back off

/** This window's name, by which the service knows a stream that replaces an earlier one. */
const WINDOW = randomKey();

/** Follows `url(window)` while the page is visible. `take(data)` gets the newest `event`, at most once
    a frame; the first one at once, so that it is drawn in this frame. `linked(is, refused)`:
    whether the stream is connected; `refused`: the service's reason if it has too many, "" else.
    Then it is retried when the user returns to this window. */
export function follow({ url, event, take, linked }) {
  const now = () => performance.now();
  let source = null;
  let open = false;
  let begun = 0;
  let heard = 0;
  let pause = FIRST_PAUSE_MS;
  let again = 0;
  let refused = "";
  let newest = null;
  let shown = false; // an event was taken in this animation frame

  function show() {
    const data = newest;
    newest = null;
    shown = data !== null;
    if (!shown) return;
    requestAnimationFrame(show);
    take(JSON.parse(data));
  }

  function stand(is) {
    heard = now();
    open = is;
    if (is && heard - begun > STEADY_MS) pause = FIRST_PAUSE_MS;
    linked(is, refused);
  }

  function accepted() {
    refused = "";
    stand(true);
  }

  function close() {
    clearTimeout(again);
    source?.close();
    source = null;
    open = false;
  }

  function connect() {
    close();
    if (document.visibilityState === "hidden") return;
    heard = begun = now();
    source = new EventSource(url(WINDOW));
    source.onopen = () => refused || stand(true);
    source.onerror = dropped; // the browser's own retry would wait for seconds
    source.addEventListener("hb", accepted);
    source.addEventListener("bye", () => stand(false));
    source.addEventListener("full", (message) => {
      refused = JSON.parse(message.data).error.text;
      close();
      stand(false);
    });
    source.addEventListener(event, (message) => {
      accepted();
      newest = message.data;
      if (!shown) show();
    });
  }

  function later() {
    clearTimeout(again);
    again = setTimeout(connect, pause * (0.5 + Math.random()));
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }

  function watch() {
    if (!source) return;
    if (now() - heard > (open ? SILENCE_MS : CONNECTING_MS)) wake();
  }

  /** The network went: the old stream may not end by itself, and a service on this machine still answers. */
  function dropped() {
    close();
    stand(false);
    later();
  }

  /** Reconnects after sleep or a return to the page, which shows old data until then. */
  function wake() {
    linked(false, refused);
    connect();
  }

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") close();
    else wake();
  });
  addEventListener("pagehide", close);
  addEventListener("pageshow", (shown) => shown.persisted && wake());
  addEventListener("online", wake);
  addEventListener("offline", dropped);
  addEventListener("focus", () => refused && wake());
  setInterval(watch, 1000);
  connect();
}
