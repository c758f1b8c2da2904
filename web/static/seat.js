/* A seat's phone: one thumb, everything a seat's own buttons and reader can do. */

import { act, app, ask, change, learnMe, start, step } from "./core.js";
import { h } from "./dom.js";
import { isAsked, naming } from "./naming.js";
import { gesturesFor, pads } from "./pads.js";
import { badge, card, course, dents, drift, figure, icon, paint, sign, stepper } from "./parts.js";
import { crossesFinish, limitsOf, mayAct, mayShuffle, metaOf, moveWords, sledOf, speedOf, unnamedOf } from "./race.js";
import { result } from "./result.js";
import { openSheet } from "./sheet.js";
import { t } from "./words.js";

const SEAT = Number(document.body.dataset.seat);

start({
  view: ({ live }) => seatView(live),
  hears: (notice) => [SEAT, null].includes(notice.seat) && !(mayAct(app.me, SEAT) && isAsked(notice)),
  feels: (seat) => seat === SEAT,
  says: ({ live }) => (metaOf(live, SEAT)?.todo ?? live.todo).join(". "),
});

function seatView(live) {
  const meta = metaOf(live, SEAT);
  if (!meta) return h("p", { class: "lead" }, t("ui.no_such_seat", { n: SEAT }));
  const sled = sledOf(live, SEAT);
  const up = live.up.includes(SEAT);
  return h(
    "div",
    { class: `phone${up ? " is-up" : ""}`, style: paint(meta), key: "phone" },
    head(live, meta, sled),
    todo(live, meta),
    mayAct(app.me, SEAT) ? naming(live, SEAT) : null,
    live.state?.phase === "over" ? result(live) : sled ? mat(live, meta, sled) : null,
    mayAct(app.me, SEAT) ? thumb(live, meta, sled, up) : claim(meta),
  );
}

function head(live, meta, sled) {
  return h(
    "div",
    { class: "phone-head" },
    badge(meta),
    h("h1", {}, meta.name ?? t("ui.seat_n", { n: SEAT })),
    sled?.position ? h("span", { class: "chip" }, t("ui.position_n", { n: sled.position })) : null,
    live.state ? h("span", { class: "chip round" }, t("ui.round_n", { n: live.state.round })) : null,
    live.state?.big_paws === SEAT ? h("span", { class: "chip" }, icon("paw"), t("ui.big_paws")) : null,
    live.up.includes(SEAT) && live.state.phase === "turns"
      ? h("span", { class: "chip warm" }, icon("paw"), t("ui.your_turn"))
      : null,
    meta.device === "lost" ? h("span", { class: "chip warn" }, icon("unplug"), t("ui.seat_device_lost")) : null,
    ownSeats(live),
  );
}

function todo(live, meta) {
  const words = meta.todo?.length ? meta.todo : live.todo;
  const [first, ...rest] = words.length ? words : [live.state ? "" : t("ui.no_race")];
  return h(
    "section",
    { class: "phone-todo", "aria-label": t("ui.now") },
    h("p", { class: "todo-first", key: first }, first),
    rest.length ? h("p", { class: "todo-more", key: rest.join() }, rest.join(" ")) : null,
    live.state && !live.race.over && !sledOf(live, SEAT) ? h("p", { class: "todo-more" }, t("ui.plays_next")) : null,
    live.state ? null : h("a", { class: "button go", href: "/setup" }, icon("flag"), t("ui.start_race")),
  );
}

function mat(live, meta, sled) {
  if (sled.status === "eliminated") return h("p", { class: "lane-out" }, t("ui.eliminated"));
  const laid = sled.pending?.slots ?? [];
  const crossing = (sled.pending?.marks ?? []).filter((what) => what === "line").length;
  return h(
    "section",
    { class: "mat", "aria-label": t("ui.sled") },
    h(
      "div",
      { class: "mat-cards" },
      ["left", "brake", "right"].map((kind) =>
        h(
          "span",
          { class: "mat-slot", key: kind },
          card({ kind, value: sled[kind], of: meta, fresh: laid.includes(kind) }),
          h("small", { "aria-hidden": "true" }, t(`ui.slot_${kind}`)),
        ),
      ),
    ),
    sum(sled),
    h(
      "div",
      { class: "mat-figures" },
      dents(sled.dents),
      figure("hand", t("ui.hand"), sled.dogs),
      figure("deck", t("ui.deck"), sled.deck),
      sled.status === "finished" ? null : sign(sled.next_limit),
      course(limitsOf(live), sled.lines, crossing),
    ),
  );
}

function sum(sled) {
  return h(
    "p",
    { class: "sum" },
    h(
      "span",
      { class: "sum-figures", key: `${speedOf(sled)} ${sled.drift}` },
      t("ui.sum", { left: sled.left, right: sled.right, brake: sled.brake }),
      h("b", {}, speedOf(sled)),
      drift(sled),
    ),
    sled.pending?.slots.length
      ? null // "what to do now" says it in words
      : h("span", { class: "sum-words" }, moveWords(sled).map(([key, params]) => t(key, params)).join(", ")),
    sled.bonus_allowed ? h("span", { class: "chip warm" }, icon("star"), t("ui.bonus_n", { n: sled.bonus })) : null,
  );
}

/** One phone, several seats: the way to the others, and which of them the table waits for. */
function ownSeats(live) {
  if (app.me.seats.includes(SEAT)) app.ui.sat = true;
  if (app.me.seats.length < 2 || !app.me.seats.includes(SEAT)) return null;
  const link = (seat) =>
    h(
      "a",
      {
        key: seat,
        class: `button own-seat${live.up.includes(seat) ? " warm" : ""}`,
        href: `/seat/${seat}`,
        style: paint(metaOf(live, seat)),
        "aria-current": seat === SEAT ? "page" : null,
      },
      badge(metaOf(live, seat)),
      metaOf(live, seat).name ?? t("ui.seat_n", { n: seat }),
    );
  return h("nav", { class: "own-seats", key: "own-seats", "aria-label": t("ui.own_seats") }, app.me.seats.map(link));
}

function claim(meta) {
  const words = app.ui.sat && !app.ui.gaveBack ? "ui.seat_lost" : meta.phones ? "ui.seat_claimed" : "ui.seat_free";
  return h(
    "section",
    { class: "claim thumb" },
    h("p", {}, t(words)),
    h(
      "button",
      { class: "button big go", onclick: () => rights("claim") },
      icon("phone"),
      t(meta.phones ? "ui.play_along" : "ui.claim"),
    ),
    meta.phones
      ? h("button", { class: "button", onclick: () => rights("claim", { take: true }) }, t("ui.take_over"))
      : null,
  );
}

async function rights(what, body) {
  const answer = await ask(`/seats/${SEAT}/${what}`, body);
  if (!answer.ok) return;
  app.ui.gaveBack = what === "release"; // and not lost
  await learnMe();
}

function thumb(live, meta, sled, up) {
  const playing = Boolean(sled) && live.state.phase === "turns" && sled.status === "racing";
  return h(
    "section",
    { class: "thumb", "aria-label": t("ui.controls") },
    playing ? values(sled, up) : null,
    playing && up && crossesFinish(live, sled) ? finish() : null,
    extras(live, meta, playing || live.state?.phase === "order" ? sled : null),
    meta.keys && live.state.phase !== "over" ? pads(meta.keys, gesturesFor((button, hold) => ask(`/seats/${SEAT}/press`, { button, hold }))) : null,
    footer(live),
  );
}

/** The value keys; each says how many of its cards have not been seen since the last shuffle. While
    a discard is being named, they name it. */
function values(sled, up) {
  const naming = namesDiscard(sled);
  return h(
    "div",
    { class: `values${naming ? " naming" : ""}`, role: "group", "aria-label": naming ? t("ui.name_discard") : t("ui.values") },
    [1, 2, 3, 4, 5].map((value) => {
      const unseen = sled.unseen[value] ?? 0;
      return h(
        "button",
        {
          key: value,
          class: `value${unseen && (up || naming) ? "" : " idle"}`,
          "aria-pressed": String(!naming && sled.pending?.value === value),
          "aria-label": naming ? t("ui.discarded_n", { value }) : t("ui.value_key", { value, n: unseen }),
          onclick: () => (naming ? nameDiscard(value) : act({ act: "tap", seat: SEAT, card: { value } })),
        },
        h("b", {}, value),
        h("small", {}, `×${unseen}`),
        h("meter", { class: "unseen", min: 0, max: 4, value: Math.min(unseen, 4), "aria-hidden": "true" }),
      );
    }),
  );
}

const namesDiscard = (sled) => Boolean(app.ui.naming) && unnamedOf(sled) > 0;

async function nameDiscard(value) {
  await act({ act: "discard", seat: SEAT, value });
  change({ naming: false });
}

function finish() {
  const rows = app.ui.rows ?? 0;
  const lane = app.ui.lane ?? 1;
  const put = (name, label, value, min) =>
    h(
      "div",
      { class: "field", key: name },
      h("span", { "aria-hidden": "true" }, label),
      stepper({ label, value, min, max: 20, set: (number) => change({ [name]: number }) }),
    );
  return h(
    "div",
    { class: "finish" },
    h("p", {}, icon("flag"), t("ui.over_finish")),
    put("rows", t("ui.finish_rows"), rows, 0),
    put("lane", t("ui.finish_lane"), lane, 1),
    h(
      "button",
      { class: "button go", onclick: () => act({ act: "done", seat: SEAT, bonus: false, rows, lane }) },
      icon("ok"),
      t("ui.finish_done"),
    ),
  );
}

/** Keys of their own for what is held at the table, and for what happened to the cards; their place
    is kept while there are none. `sled`: null where nobody plays here now. */
function extras(live, meta, sled) {
  const keys = [...(meta.extra ?? []).map((key) => extra(key)), ...(sled ? cardKeys(live, sled) : [])];
  if (!keys.length && !sled) return null;
  return h("div", { class: "extras", role: "group", "aria-label": t("ui.more_keys") }, keys);
}

function extra({ text, enabled, act: does }) {
  return h(
    "button",
    { key: text, class: `button extra${enabled ? "" : " idle"}`, onclick: () => does && act(does) },
    text,
  );
}

function cardKeys(live, sled) {
  const naming = namesDiscard(sled);
  const plans = sled.status === "racing" && !sled.pending?.slots.length;
  const toggle = { class: "button extra", key: "naming", "aria-pressed": String(naming), onclick: () => change({ naming: !naming }) };
  return [
    plans ? h("button", { class: "button extra", key: "what-if", onclick: openWhatIf }, t("ui.what_if")) : null,
    mayShuffle(live, sled)
      ? extra({ text: t("ui.shuffled_early"), enabled: true, act: { act: "shuffle", seat: SEAT } })
      : null,
    unnamedOf(sled) ? h("button", toggle, t(naming ? "ui.cancel" : "ui.name_discard")) : null,
  ];
}

function footer(live) {
  const key = (which) =>
    h(
      "button",
      { class: "button", disabled: !live.race?.[`can_${which}`], onclick: () => step(which) },
      icon(which),
      h("span", {}, t(`ui.step_${which}`)),
    );
  const last = live.log?.at(-1);
  return h(
    "div",
    { class: "phone-foot" },
    live.race ? [key("undo"), key("redo")] : null,
    live.state && !live.race.over
      ? h("button", { class: "button", onclick: openCorrection }, icon("edit"), h("span", {}, t("ui.correct")))
      : null,
    app.me.seats.includes(SEAT)
      ? h("button", { class: "button", onclick: () => leave(sledOf(live, SEAT)) }, icon("cross"), h("span", {}, t("ui.release")))
      : null,
    h("a", { class: "button", href: "/" }, icon("eye"), h("span", {}, t("ui.nav_table"))),
    last ? h("p", { class: "last" }, h("small", {}, last.events.map((event) => event.text).join(" "))) : null,
  );
}

/** In a race there are two ways to leave; a sheet says what becomes of the sled. */
async function leave(sled) {
  if (sled?.status !== "racing") {
    await rights("release");
    return;
  }
  const { leaving } = await import("./leave.js");
  openSheet((live) => leaving(live, SEAT));
}

async function openWhatIf() {
  const { whatIf, whatIfDraft } = await import("./whatif.js");
  openSheet((live) => whatIf(live, SEAT), whatIfDraft());
}

async function openCorrection() {
  const { correction } = await import("./correct.js");
  openSheet((live) => correction(live, { host: app.me.host, seats: [SEAT] }), { seat: SEAT });
}
