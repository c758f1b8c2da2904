/* Snow Tails in the set-up: start places, the course, the settings of the rules. */

import { h } from "../../lib/dom.js";
import { labelled, t } from "../../lib/words.js";
import { say } from "../../parts/app.js";
import { fault, folded, foldedRules, number, onOff, setting, toggle } from "../../parts/form-fields.js";
import { ofPlayer, setPlayer } from "../../parts/race-draft.js";
import { badge, choices, icon, named } from "../../parts/widgets.js";
import { courseChoice, follows, laidOf } from "./course-choice.js";
import { courseFields } from "./course-fields.js";
import { addPlayed, onCourse, playedChoice, sameCards } from "./played-sleds.js";
import { PLACES, startLine } from "./start-line.js";
import { limitRow } from "./symbols.js";

const VALUES = [1, 2, 3, 4, 5];
const EXTRA_CARDS = { 4: 1, 5: 2 }; // ST-15: the last start places get a larger hand
const FEWEST_CARDS = 7;
const SETTINGS = ["edition", "bonus_may_crash", "finished_count", "dnf_points", "ask_certain"];

export { playerMark, playersNote } from "./played-sleds.js";

export const players = { fewest: 2, most: 5, own: { place: PLACES }, shared: ["played"], ownCards: true };

/** The default course and settings. */
export function fresh() {
  return {
    limits: [4, 4, 4],
    flag: "left",
    edition: "de",
    deck: copies(4),
    bonus_may_crash: true,
    finished_count: true,
    dnf_points: 0,
    ask_certain: false,
    laid: null,
    follow: true,
  };
}

const copies = (count) => Object.fromEntries(VALUES.map((value) => [value, count]));

/** The course and settings of a race. */
export function fromOptions(options) {
  const names = ["limits", "flag", ...SETTINGS].filter((name) => options[name] !== undefined);
  const found = Object.fromEntries(names.map((name) => [name, options[name]]));
  if (typeof options.deck === "number") found.deck = copies(options.deck);
  else if (options.deck) found.deck = { ...options.deck };
  found.laid = laidOf({ ...fresh(), ...options });
  return found;
}

/** The options to post; the seats among them where the course brings cards. */
export function toOptions(draft, seats) {
  const { limits, flag, deck } = draft;
  const settings = Object.fromEntries(SETTINGS.map((name) => [name, draft[name]]));
  const counts = Object.values(deck);
  const even = counts.every((count) => count === counts[0]);
  const laid = draft.follow ? follows(draft) : null;
  return { limits, flag, ...settings, deck: even ? counts[0] : deck, ...(laid ? { laid, ...sameCards(draft.laid.seed, seats) } : {}) };
}

/** What is missing or wrong in the course and the deck. */
export function faults({ players: all, limits, deck }) {
  const found = {};
  all.forEach((player, i) => {
    if (!PLACES.includes(player.place)) found[`players.${i}.place`] = ofPlayer(player, i, "ui.place_missing", "ui.place_missing_of");
  });
  if (!limits.length) found.limits = ["ui.course_missing", {}];
  const cards = Object.values(deck).reduce((sum, count) => sum + count, 0);
  if (cards < FEWEST_CARDS) found.deck = ["ui.deck_small", { n: FEWEST_CARDS }];
  return found;
}

/** Start places are chosen for each race. */
export function repeated(draft) {
  return { ...draft, players: draft.players.map((player) => ({ ...player, place: null })) };
}

export const starters = 5;

/** The players start in this order of their seats. */
export function starting(draft, order) {
  return { ...draft, players: draft.players.map((player) => ({ ...player, place: order.indexOf(player.seat) + 1 })) };
}

/** The player's start place, chosen on a picture of the start line, and who plays the sled. */
export function playerFields(form, at) {
  const { draft, put } = form;
  const options = PLACES.map((place) => placeOption(draft, place));
  const choose = (place) => put(setPlayer(draft, at, "place", place));
  const place = choices(`place-${at}`, t("ui.start_place"), draft.players[at].place, options, choose);
  return [h("div", { class: "start-line", key: `start-${at}` }, place), playedChoice(form, at)];
}

function placeOption(draft, place) {
  const more = EXTRA_CARDS[place];
  const there = draft.players.find((player) => player.place === place);
  return {
    value: place,
    words: String(place),
    note: [
      there ? [badge(there), h("span", { class: "sr" }, there.name)] : null,
      more ? t("ui.more_cards", { n: more }) : null,
    ],
  };
}

/** The start line, the course and the settings. */
export function sections(form) {
  return [startLine(form), courseSection(form), settingsSection(form)];
}

/** Whether nobody has entered or confirmed a course: the usual one without a name is a guess. */
function isGuess({ course: name, courseFrom, limits, flag }) {
  const usual = fresh();
  return !courseFrom && !name?.trim() && JSON.stringify([limits, flag]) === JSON.stringify([usual.limits, usual.flag]);
}

/** The course in a line beside the start, `[where, ...words]`. */
export function brief(draft) {
  const name = draft.course?.trim();
  const which = name ? named(name) : draft.courseFrom === "race" ? t("ui.course_as_last") : null;
  const words = isGuess(draft) ? [t("ui.course_guessed")] : [labelled(t("ui.course")), which];
  return ["course-part", h("span", {}, words), limitRow(draft.limits)];
}

/** The red lines in driving order, and the side of the flag: one row until it is opened. A laid course
    that the sleds are followed on has them on its pieces. */
function courseSection(form) {
  const { draft, put } = form;
  const name = draft.course?.trim();
  const guess = isGuess(draft);
  const asked = guess ? h("b", { class: "chip warm" }, t("ui.course_guessed")) : null;
  const short = [asked, asked ? " " : null, name ? named(name) : null, name ? " · " : null, limitRow(draft.limits), " ", t(`ui.course_flag_${draft.flag}`)];
  return folded(
    "course-part",
    t("ui.course"),
    short,
    "limits" in form.wrong,
    guess ? h("button", { type: "button", class: "button go", key: "yes", onclick: (event) => confirm(event, form) }, icon("ok"), t("ui.course_confirm")) : null,
    onCourse(draft) ? null : h("p", { class: "explain", key: "lead" }, t("ui.course_lead")),
    courseChoice(form),
    addPlayed(form),
    onCourse(draft) ? null : courseFields({ draft, put: (changes) => put({ ...draft, ...changes, courseFrom: "host" }) }),
    fault(form, "limits"),
  );
}

/** Takes the guessed course for the one on the table, and folds it. */
function confirm(event, { draft, put }) {
  const part = event.target.closest("details");
  part.open = false;
  part.querySelector("summary").focus();
  put({ ...draft, courseFrom: "host" });
  say(labelled(t("ui.course"), t("ui.course_limits", { limits: draft.limits.join(", ") })));
}

/** The settings of the rules, each with its explanation. */
function settingsSection(form) {
  const { draft, put } = form;
  const editions = ["de", "fr"].map((value) => ({ value, words: t(`ui.edition_${value}`) }));
  return foldedRules(
    form,
    differing(draft),
    "deck" in form.wrong,
    setting("edition", choices("edition", t("ui.setting_edition"), draft.edition, editions, (edition) => put({ ...draft, edition }))),
    setting("bonus_may_crash", toggle(form, "bonus_may_crash")),
    setting("finished_count", toggle(form, "finished_count")),
    setting("dnf_points", number(t("ui.setting_dnf_points"), draft.dnf_points, 0, 99, (dnf_points) => put({ ...draft, dnf_points }))),
    setting("ask_certain", toggle(form, "ask_certain")),
    setting("deck", deck(form)),
    fault(form, "deck"),
  );
}

/** The settings that are not the usual ones, with their words. */
function differing(draft) {
  const usual = fresh();
  const words = {
    edition: t(`ui.edition_${draft.edition}`),
    bonus_may_crash: onOff(draft.bonus_may_crash),
    finished_count: onOff(draft.finished_count),
    dnf_points: draft.dnf_points,
    ask_certain: onOff(draft.ask_certain),
    deck: VALUES.map((value) => draft.deck[value]).join("+"),
  };
  return Object.entries(words).filter(([name]) => JSON.stringify(draft[name]) !== JSON.stringify(usual[name]));
}

function deck({ draft, put }) {
  return h(
    "div",
    { class: "deck", role: "group", "aria-label": t("ui.deck_copies") },
    h("span", { class: "choices-label" }, t("ui.deck_copies")),
    VALUES.map((value) =>
      number(t("ui.copies_of", { value }), draft.deck[value], 0, 20, (count) => put({ ...draft, deck: { ...draft.deck, [value]: count } })),
    ),
  );
}
