/* Before a race: the name and the colour of who sits at this phone's seat, for the host's set-up. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app, ask, change } from "../../parts/app.js";
import { COLOURS } from "../../parts/colours.js";
import { choices, icon } from "../../parts/widgets.js";

const MOST_NAME = 24; // MOST_NAME of companion/table/phone_input.py

/** Whether the seat's guest is known, and is not being changed. */
export const guestKnown = ({ name }) => Boolean(name) && !app.ui.guest;

/** The form, or once the name is known, the key that changes it. `meta`: of the phone's seat. */
export function guest(live, meta) {
  if (!guestKnown(meta)) return guestForm(live, meta, app.ui.guest ?? { name: "", colour: freeColours(live, meta)[0]?.[0] });
  const { name, colour } = meta;
  return [
    h("p", { class: "todo-more", key: "wait" }, t("ui.wait_for_host")),
    h("button", { class: "button", key: "change", onclick: () => change({ guest: { name, colour } }) }, icon("edit"), t("ui.guest_change")),
  ];
}

function guestForm(live, meta, draft) {
  const put = (more) => change({ guest: { ...draft, ...more } });
  const colours = freeColours(live, meta).map(([name, tone]) => ({ value: name, words: t(`ui.colour_${name}`), style: { "--seat": tone }, swatch: true }));
  return h(
    "form",
    { class: "guest", key: "guest", onsubmit: (event) => save(event, meta.seat, draft) },
    h("p", { class: "todo-more" }, t("ui.guest_lead")),
    h("input", {
      name: "name",
      value: draft.name,
      maxlength: MOST_NAME,
      autocomplete: "given-name",
      enterkeyhint: "done",
      placeholder: t("ui.name"),
      "aria-label": t("ui.name"),
      oninput: (event) => put({ name: event.target.value }),
    }),
    choices("guest-colour", t("ui.colour"), draft.colour, colours, (colour) => put({ colour })),
    h("button", { class: "button big go", type: "submit", disabled: !draft.name.trim() }, icon("ok"), t("ui.ok")),
  );
}

/** The colours that no other seat has, the seat's own one first. */
function freeColours({ seats, table }, { seat }) {
  const own = table.colours?.[table.seats.indexOf(seat)];
  const free = COLOURS.filter(([name]) => !seats.some((other) => other.seat !== seat && other.colour === name));
  return free.sort(([one], [other]) => (other === own) - (one === own));
}

async function save(event, seat, { name, colour }) {
  event.preventDefault();
  const answer = await ask(`/seats/${seat}/guest`, { name: name.trim(), colour });
  if (answer.ok) change({ guest: null });
}
