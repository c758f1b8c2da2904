/* What a phone lets hear and feel, if its owner likes: short sounds, a spoken call, vibration. All
   of it off until somebody turns it on, and kept on this phone only. */

import { store, stored } from "../../lib/storage.js";
import { lang, t } from "../../lib/words.js";
import { onNews } from "../../parts/app.js";
import { load } from "../../parts/game-parts.js";
import { metaOf } from "../../parts/snapshot.js";

const KEY = "companion.feel";
const MOST_CALLS = 3; // after a long sleep only the newest are news

export const SENSES = ["sound", "voice", "buzz"];

/** What is on. Change it with `setFeel`. */
export const feel = { sound: false, voice: false, buzz: false, ...stored(KEY) };

/** Tones as [hertz, from second, seconds]. */
const TONES = {
  turn: [[659, 0, 0.12], [880, 0.13, 0.22]],
  order: [[587, 0, 0.12], [587, 0.16, 0.12]],
  crash: [[150, 0, 0.3], [95, 0.08, 0.35]],
  out: [[330, 0, 0.2], [247, 0.2, 0.2], [165, 0.4, 0.4]],
  finish: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.3]],
  winner: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.12], [1047, 0.36, 0.5]],
  back: [[440, 0, 0.1], [349, 0.1, 0.14]],
  no: [[220, 0, 0.14], [208, 0.15, 0.2]],
};

const BUZZ = { turn: [120, 80, 120], crash: [250], out: [400], no: [60, 60, 60] };

let audio = null;
let wakes = false;

export const canSpeak = () => "speechSynthesis" in window;
export const canBuzz = () => "vibrate" in navigator;

/** Turns senses on or off; lets what was turned on be noticed at once. */
export function setFeel(changes) {
  Object.assign(feel, changes);
  store(KEY, feel);
  if (SENSES.some((sense) => changes[sense])) call([{ tone: "turn", words: t("ui.say_hello") }]);
}

onNews(async (was, live, { feels, refused }) => {
  if (!live.race || !SENSES.some((sense) => feel[sense])) return;
  const { ALERTS } = await load(live.race.game, "alerts");
  call(news(was, live, ALERTS, feels, refused).slice(-MOST_CALLS));
});

/** What there is to call out between two states. `calls`: the game's; `feels(seat)`: this page is
    about that seat; `refused`: what was refused here just now. Pure but for the words. */
export function news(was, live, calls, feels, refused = []) {
  if (!was.race || was.race.id !== live.race?.id) return [];
  const seen = was.log.at(-1)?.n ?? 0;
  const lines = live.log.filter((line) => line.n > seen);
  return [
    ...lines.flatMap((line) => lineCalls(line, calls, feels)),
    ...turnCalls(was, live, feels),
    ...refused.map(({ text }) => ({ tone: "no", words: text })),
  ];
}

function lineCalls({ act, events }, calls, feels) {
  if (act === "undo" || act === "redo") return [{ tone: "back", words: events[0].text }];
  return events
    .filter((event) => event.key in calls && (event.seat === null || feels(event.seat) || calls[event.key][0] === "winner"))
    .map((event) => {
      const [tone, key] = calls[event.key];
      return { tone, words: key ? t(key) : event.text };
    });
}

function turnCalls(was, live, feels) {
  if (live.state.phase === "order") {
    return was.state.phase === "order" ? [] : [{ tone: "order", words: live.todo[0] ?? "" }];
  }
  const up = live.up.find((seat) => feels(seat) && (was.state.phase !== "turns" || !was.up.includes(seat)));
  if (live.state.phase !== "turns" || up === undefined) return [];
  return [{ tone: "turn", words: t("ui.say_turn", { name: metaOf(live, up)?.name ?? "" }) }];
}

function call(calls) {
  if (!calls.length) return;
  if (feel.buzz && canBuzz()) navigator.vibrate(calls.flatMap(({ tone }) => BUZZ[tone] ?? [40]).slice(0, 9));
  if (feel.sound) sound(calls.map(({ tone }) => TONES[tone]));
  if (feel.voice && canSpeak()) speak(calls.map(({ words }) => words).filter(Boolean));
}

function speak(texts) {
  speechSynthesis.cancel(); // an older call is no longer true
  for (const text of texts) {
    const words = new SpeechSynthesisUtterance(text);
    words.lang = lang;
    speechSynthesis.speak(words);
  }
}

function sound(melodies) {
  audio ??= new AudioContext();
  if (audio.state === "suspended") wake();
  let from = audio.currentTime + 0.02;
  for (const melody of melodies) {
    for (const [hertz, after, length] of melody) tone(hertz, from + after, length);
    from += Math.max(...melody.map(([, after, length]) => after + length)) + 0.1;
  }
}

function tone(hertz, from, length) {
  const source = new OscillatorNode(audio, { type: "triangle", frequency: hertz });
  const loud = new GainNode(audio, { gain: 0 });
  loud.gain.setValueAtTime(0, from);
  loud.gain.linearRampToValueAtTime(0.25, from + 0.015);
  loud.gain.exponentialRampToValueAtTime(0.001, from + length);
  source.connect(loud).connect(audio.destination);
  source.start(from);
  source.stop(from + length);
}

/** A browser lets no page sound before it was touched. */
function wake() {
  audio.resume().catch(() => {});
  if (wakes) return;
  wakes = true;
  addEventListener("pointerdown", () => audio.resume().catch(() => {}), { once: true });
}
