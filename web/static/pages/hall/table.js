/* One table, large. The director can call its players, say a sentence, and pause its race. */

import { send } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { icon } from "../../parts/widgets.js";
import { change, start } from "./base.js";
import { tableCard } from "./cards.js";

const CLOCK_MS = 30000;
const { table: name, director } = document.body.dataset;

start(({ now, ui }) => {
  const [table] = now.tables;
  return h(
    "section",
    { class: "hall-one", key: "one" },
    table ? tableCard(table) : h("p", { class: "lead" }, t("ui.hall_never_named", { table: name })),
    director === undefined || !table?.online ? null : commands(table, ui),
    h("p", { class: "actions" }, h("a", { class: "button", href: "/" }, t("ui.hall_tables")), h("a", { class: "button", href: `/overlay/${name}` }, t("ui.hall_overlay"))),
  );
}, `table=${encodeURIComponent(name)}`);

setInterval(() => change({}), CLOCK_MS);

function commands(table, ui) {
  const racing = ["racing", "break"].includes(table.stage);
  return h(
    "section",
    { class: "part", key: "commands", "aria-label": t("ui.hall_commands") },
    h("h2", {}, t("ui.hall_commands")),
    h(
      "p",
      { class: "actions" },
      h("button", { class: "button go", onclick: () => give({ do: "call" }) }, icon("bell"), t("ui.hall_call")),
      racing ? h("button", { class: "button", onclick: () => give({ do: "pause", on: table.stage !== "break" }) }, icon("pause"), t(table.stage === "break" ? "ui.break_end" : "ui.break_start")) : null,
    ),
    h(
      "form",
      { class: "hall-say", onsubmit: say },
      h("label", {}, t("ui.hall_say"), h("input", { name: "text", maxlength: 200, required: true, autocomplete: "off" })),
      h("button", { class: "button", type: "submit" }, t("ui.hall_say_send")),
    ),
    ui.answer ? h("p", { role: "status", class: "note" }, ui.answer) : null,
  );
}

async function give(command) {
  change({ answer: t("ui.hall_sending") });
  const answer = await send(`/tables/${encodeURIComponent(name)}/commands`, command, "POST", { patient: false });
  change({ answer: answer.ok ? t("ui.hall_done") : answer.error.text });
  return answer.ok;
}

async function say(event) {
  event.preventDefault();
  const { text } = event.target.elements;
  if (await give({ do: "say", text: text.value.trim() })) text.value = "";
}
