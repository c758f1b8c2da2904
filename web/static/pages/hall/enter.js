/* Becoming the director, with the hall's PIN. */

import { send } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { change, start } from "./base.js";

start(({ ui }) =>
  h(
    "form",
    { class: "part hall-enter", key: "enter", onsubmit: enter },
    h("h1", {}, t("ui.hall_director")),
    h("p", {}, t("ui.hall_enter_lead")),
    h("label", {}, t("ui.hall_pin"), h("input", { name: "pin", inputmode: "numeric", autocomplete: "off", required: true, maxlength: 12 })),
    ui.wrong ? h("p", { role: "alert", class: "note" }, ui.wrong) : null,
    h("p", { class: "actions" }, h("button", { class: "button go", type: "submit" }, t("ui.hall_enter"))),
  ),
);

async function enter(event) {
  event.preventDefault();
  const answer = await send("/director", { pin: event.target.elements.pin.value });
  if (answer.ok) location.reload();
  else change({ wrong: answer.error.text });
}
