/* One event stream, kept alive: newest event only, closed while nobody looks, made anew when dead.

   A phone that slept keeps a dead stream without an error, and a browser gives up for ever after
   one bad answer; so silence is watched here, and every new stream is made by hand. */

const SILENCE_MS = 35000; // the service sends a heartbeat every 15 s
const CONNECTING_MS = 4000;
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 1000; // half as much again at most: who is back is current within 2 s
const STEADY_MS = 3000; // a stream that ends sooner may be one too many: no hurry with the next

/** Follows `url()` while the page is seen. `take(data)` gets the newest `event`, once a frame: the
    first one at once, so that it is drawn before the frame is;
    `linked(bool)` says at once whether the stream stands. */
export function follow({ url, event, take, linked }) {
  const now = () => performance.now();
  let source = null;
  let open = false;
  let begun = 0;
  let heard = 0;
  let pause = FIRST_PAUSE_MS;
  let again = 0;
  let newest = null;
  let shown = false; // in this frame

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
    linked(is);
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
    source = new EventSource(url());
    source.onopen = () => stand(true);
    source.onerror = () => {
      stand(false);
      source.close(); // the browser's own next try is seconds away
      later();
    };
    source.addEventListener("hb", () => stand(true));
    source.addEventListener("bye", () => stand(false));
    source.addEventListener(event, (message) => {
      stand(true);
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

  /** Comes back from sleep or another page: what stands here is old until the stream says so. */
  function wake() {
    linked(false);
    connect();
  }

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") close();
    else wake();
  });
  addEventListener("pagehide", close);
  addEventListener("pageshow", (shown) => shown.persisted && wake());
  addEventListener("online", wake);
  addEventListener("offline", () => linked(false));
  setInterval(watch, 1000);
  connect();
}
