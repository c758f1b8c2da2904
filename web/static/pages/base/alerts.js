/* Alerts of a phone: short sounds, spoken words, vibration. All are off until the owner turns
   them on, and stored on this phone only. */

import { store, stored } from "../../lib/storage.js";
import { lang, t } from "../../lib/words.js";
import { onUpdate } from "../../parts/app.js";
import { load } from "../../parts/game-parts.js";
import { metaOf } from "../../parts/snapshot.js";

const KEY = "companion.feel";
const MOST_ALERTS = 3; // after a long sleep only the newest matter

export const CHANNELS = ["sound", "voice", "buzz"];

/** Which channels are on. Change it with `setAlerts`. */
export const alerts = { sound: false, voice: false, buzz: false, ...stored(KEY) };

/** Tones as [hertz, start in seconds, length in seconds]. */
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

const VIBRATIONS = { turn: [120, 80, 120], crash: [250], out: [400], no: [60, 60, 60] };

let audio = null;
let willResume = false;

export const canSpeak = () => "speechSynthesis" in window;
export const canVibrate = () => "vibrate" in navigator;

/** Whether this device's owner has ever chosen. */
export const hasChosen = () => stored(KEY) !== null;

/** Turns channels on or off; plays an example on those turned on. */
export function setAlerts(changes) {
  Object.assign(alerts, changes);
  store(KEY, alerts);
  if (CHANNELS.some((channel) => changes[channel])) play([{ tone: "turn", words: t("ui.say_hello") }]);
}

onUpdate(async (was, live, { alertsFor, refused }) => {
  if (!live.race || !CHANNELS.some((channel) => alerts[channel])) return;
  const { ALERTS } = await load(live.race.game, "alerts");
  play(alertsBetween(was, live, ALERTS, alertsFor, refused).slice(-MOST_ALERTS));
});

/** The alerts between two states. `tones`: the game's ALERTS; `alertsFor(seat)`: this page is
    about that seat; `refused`: what was just refused here. Pure except for translation. */
function alertsBetween(was, live, tones, alertsFor, refused = []) {
  if (!was.race || was.race.id !== live.race?.id) return [];
  const seen = was.log.at(-1)?.n ?? 0;
  const lines = live.log.filter((line) => line.n > seen);
  return [
    ...lines.flatMap((line) => lineAlerts(line, tones, alertsFor)),
    ...turnAlerts(was, live, alertsFor),
    ...refused.map(({ text }) => ({ tone: "no", words: text })),
  ];
}

function lineAlerts({ act, events }, tones, alertsFor) {
  if (act === "undo" || act === "redo") return [{ tone: "back", words: events[0].text }];
  return events
    .filter((event) => event.key in tones && (event.seat === null || alertsFor(event.seat) || tones[event.key][0] === "winner"))
    .map((event) => {
      const [tone, key] = tones[event.key];
      return { tone, words: key ? t(key) : event.text };
    });
}

function turnAlerts(was, live, alertsFor) {
  if (live.state.phase === "order") {
    return was.state.phase === "order" ? [] : [{ tone: "order", words: live.todo[0] ?? "" }];
  }
  const up = live.up.find((seat) => alertsFor(seat) && (was.state.phase !== "turns" || !was.up.includes(seat)));
  if (live.state.phase !== "turns" || up === undefined) return [];
  return [{ tone: "turn", words: t("ui.say_turn", { name: metaOf(live, up)?.name ?? "" }) }];
}

function play(newAlerts) {
  if (!newAlerts.length) return;
  if (alerts.buzz && canVibrate()) navigator.vibrate(newAlerts.flatMap(({ tone }) => VIBRATIONS[tone] ?? [40]).slice(0, 9));
  if (alerts.sound) playTones(newAlerts.map(({ tone }) => TONES[tone]));
  if (alerts.voice && canSpeak()) speak(newAlerts.map(({ words }) => words).filter(Boolean));
}

function speak(texts) {
  speechSynthesis.cancel(); // older alerts are out of date
  for (const text of texts) {
    const words = new SpeechSynthesisUtterance(text.replaceAll("\u2011", "-")); // a voice may not know the no-break hyphen
    words.lang = lang;
    speechSynthesis.speak(words);
  }
}

function playTones(melodies) {
  audio ??= new AudioContext();
  if (audio.state === "suspended") resumeAudio();
  let from = audio.currentTime + 0.02;
  for (const melody of melodies) {
    for (const [hertz, after, length] of melody) playTone(hertz, from + after, length);
    from += Math.max(...melody.map(([, after, length]) => after + length)) + 0.1;
  }
}

function playTone(hertz, from, length) {
  const source = new OscillatorNode(audio, { type: "triangle", frequency: hertz });
  const loud = new GainNode(audio, { gain: 0 });
  loud.gain.setValueAtTime(0, from);
  loud.gain.linearRampToValueAtTime(0.25, from + 0.015);
  loud.gain.exponentialRampToValueAtTime(0.001, from + length);
  source.connect(loud).connect(audio.destination);
  source.start(from);
  source.stop(from + length);
}

/** Resumes audio at the first touch: browsers allow no sound before it. */
function resumeAudio() {
  audio.resume().catch(() => {});
  if (willResume) return;
  willResume = true;
  addEventListener("pointerdown", () => audio.resume().catch(() => {}), { once: true });
}
