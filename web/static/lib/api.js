/* Requests to the service's API. Every post carries an idempotency key: a post without an answer
   is sent again under the same key, so nothing is played twice. */

import { randomKey } from "./random-key.js";
import { t } from "./words.js";

const GIVE_UP_MS = 5000;
const ANSWER_MS = 3000;
const FIRST_PAUSE_MS = 250;

let queue = Promise.resolve();
let failures = 0;

/** Posts in the order of the calls. Gives `{ok, status, data}` or `{ok: false, error}`.

    Posts that wait behind one that could not be sent fail with it: nothing arrives late.
    `patient`: retry for a while. */
export function send(path, body = {}, method = "POST", { patient = true } = {}) {
  const failuresBefore = failures;
  const answer = queue.then(() => (failuresBefore === failures ? post(path, body, method, patient) : unsent()));
  queue = answer.catch(() => {});
  return answer;
}

/** Posts a question that changes nothing: no key, no queue, one attempt. */
export async function query(path, body) {
  return (await attempt(path, JSON.stringify(body))) ?? unsent();
}

/** Gets JSON from the API; null if the service is away or refuses. */
export async function get(path) {
  try {
    const answer = await fetch(`/api/v1${path}`, { cache: "no-store" });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

async function post(path, body, method, patient) {
  const text = JSON.stringify({ key: randomKey(), ...body });
  const until = performance.now() + (patient ? GIVE_UP_MS : 0);
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    const answer = await attempt(path, text, method);
    if (answer) return answer;
    const wait = pause * (0.75 + Math.random() / 2);
    if (performance.now() + wait > until) break;
    await new Promise((wake) => setTimeout(wake, wait));
  }
  failures += 1;
  return unsent();
}

function unsent() {
  return { ok: false, error: { key: "ui.not_sent", text: t("ui.not_sent") } };
}

async function attempt(path, text, method = "POST") {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), ANSWER_MS);
  try {
    const answer = await fetch(`/api/v1${path}`, {
      method,
      headers: { "Content-Type": "application/json" },
      body: text,
      signal: patience.signal,
    });
    const data = answer.status === 204 ? {} : await answer.json();
    return { ok: answer.ok, status: answer.status, data, error: answer.ok ? null : data.error };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
