/* All tournaments; the director begins a new one. */

import { send } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { named } from "../../parts/widgets.js";
import { change, start } from "./base.js";

const director = document.body.dataset.director !== undefined;

start(({ now, ui }) => [
  h("h1", { key: "title" }, t("ui.hall_tournaments")),
  now.tournaments.length
    ? h("ul", { class: "hall-list", key: "list" }, now.tournaments.map(entry))
    : h("p", { key: "none" }, t(director ? "ui.hall_tour_none" : "ui.hall_tour_none_yet")),
  director ? form(now, ui) : null,
], "tournaments=1");

function entry(one) {
  const words = one.ended ? t("ui.hall_tour_ended") : one.round ? t("ui.hall_tour_round_n", { n: one.round }) : t("ui.hall_tour_not_drawn");
  return h(
    "li",
    { key: one.id },
    h("a", { href: `/tournaments/${one.id}${director ? "/director" : ""}` }, named(one.name)),
    " ",
    h("small", {}, [t(`ui.game_${one.game}`), t("ui.hall_tour_players_n", { n: one.players }), words].join(" · ")),
  );
}

function form(now, ui) {
  const game = now.games.find((one) => one.game === ui.game) ?? now.games[0];
  const field = (name, words, props) => h("label", { key: name }, t(words), h("input", { name, autocomplete: "off", ...props }));
  const count = (name, words, min, max, value) => field(name, words, { type: "number", min, max, required: true, made: (node) => (node.value = value) });
  return h(
    "form",
    { class: "part hall-say", key: "new", onsubmit: create },
    h("h2", {}, t("ui.hall_tour_new")),
    field("name", "ui.hall_tour_name", { required: true, maxlength: 60 }),
    h("label", {}, t("ui.hall_tour_game"), h("select", { name: "game", onchange: ({ target }) => change({ game: target.value }) }, now.games.map((one) => h("option", { key: one.game, value: one.game }, t(`ui.game_${one.game}`))))),
    game.limits ? field("limits", "ui.hall_tour_limits", { required: true, inputmode: "numeric", pattern: "\\s*\\d+([\\s,;]+\\d+)*\\s*", made: (node) => (node.value = "4 3") }) : null,
    game.limits ? field("course", "ui.hall_tour_course", { maxlength: 60 }) : null,
    count("at_table", "ui.hall_tour_at_table", game.least, game.most, Math.min(4, game.most)),
    count("rounds", "ui.hall_tour_rounds", 1, 50, 3),
    count("finals", "ui.hall_tour_final_tables", 0, 20, 1),
    ui.wrong ? h("p", { role: "alert", class: "note" }, ui.wrong) : null,
    h("p", { class: "actions" }, h("button", { class: "button go", type: "submit" }, t("ui.hall_tour_create"))),
  );
}

async function create(event) {
  event.preventDefault();
  const { name, game, limits, course, at_table, rounds, finals } = event.target.elements;
  const body = { name: name.value, game: game.value, at_table: Number(at_table.value), rounds: Number(rounds.value), finals: Number(finals.value) };
  if (limits) Object.assign(body, { race: { limits: limits.value.match(/\d+/g).map(Number) }, course: course.value });
  const answer = await send("/tournaments", body, "POST", { patient: false });
  if (answer.ok) location.assign(`/tournaments/${answer.data.id}/director`);
  else change({ wrong: answer.error.text });
}
