/* Choosing the end of a move: where the reindeer lands. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { act, app, change } from "../../parts/app.js";
import { metaOf } from "../../parts/snapshot.js";
import { icon } from "../../parts/widgets.js";
import { OBJECTS, pawn, spaceWords, symbol, trackWords } from "./symbols.js";

const PLAIN = ["plain", "unknown"]; // nothing to show

/** Where the reindeer lands: a track, and one of its free spaces. The keys show the spaces, so no board
    is needed beside them. A reward that was chosen hides them until its track is tapped again. */
export function landingButtons(live, seat, now) {
  const { end } = now;
  const of = [live.race.id, metaOf(live, seat).turns, now.track, now.reindeer].join(); // another play begins on its own track
  const landing = app.ui.landing?.of === of ? app.ui.landing.track : null;
  const at = landing ?? end?.track ?? now.track;
  const onRewards = end?.kind === "reward" && !landing;
  return h(
    "section",
    { class: "asked", key: "land", "aria-label": t("ui.reindeer_where") },
    onRewards ? null : h("p", { key: "words" }, icon("alert"), " ", t("ui.reindeer_where")),
    h(
      "div",
      { class: "reindeer-keys", role: "group", "aria-label": t("ui.reindeer_which_track") },
      OBJECTS.map((each) => h("button", { class: "button herd-key", key: each, "aria-pressed": String(each === at), "aria-label": trackWords(each), onclick: () => change({ landing: { of, track: each } }) }, symbol(each))),
    ),
    onRewards ? null : spaceKeys(live, seat, now, at),
    h(
      "div",
      { class: "land-ends" },
      endKey(seat, now, at, "reward", "star"),
      endKey(seat, now, at, "off", "cross"),
    ),
  );
}

/** The spaces of a track, with what is on them; a taken one cannot be chosen. */
function spaceKeys(live, seat, now, at) {
  const track = live.state.tracks.find((each) => each.track === at);
  const others = track.reindeer.filter((one) => one.seat !== seat || one.reindeer !== now.reindeer);
  const key = (kind, i) => {
    const taken = others.filter(({ space }) => space === i + 1);
    const chosen = now.end?.kind === "space" && now.end.track === at && now.end.space === i + 1;
    return h(
      "button",
      { class: "button", key: i, disabled: taken.length > 0, "aria-pressed": String(chosen), onclick: () => land(seat, now, at, i + 1) },
      h("b", {}, i + 1),
      chosen ? pawn(live, seat, now.reindeer, true) : null,
      chosen || taken.length || PLAIN.includes(kind) ? null : [symbol(kind), h("span", { class: "sr" }, spaceWords(kind))],
      taken.map((one) => [h("span", { class: "sr", key: `words ${one.seat}` }, t("ui.reindeer_of", { name: metaOf(live, one.seat).name, n: one.reindeer })), pawn(live, one.seat, one.reindeer)]),
    );
  };
  return h("div", { class: "number-keys", key: "spaces" }, track.spaces.map(key));
}

function endKey(seat, now, at, kind, sign) {
  const chosen = now.end?.kind === kind;
  return h("button", { class: "button", key: kind, "aria-pressed": String(chosen), onclick: () => land(seat, now, at, kind) }, icon(sign), t(`ui.reindeer_land_${kind}`));
}

/** Enters the landing; the next question begins on the track of its own play. */
async function land(seat, now, at, end) {
  const answer = await act({ act: "land", seat, end, ...(at === now.track ? {} : { track: at }) });
  if (answer.ok) change({ landing: undefined });
}
