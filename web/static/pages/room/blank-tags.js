/* Tags without a card, for the simulated room: a new one each time, or a recent one. */

import { h } from "../../lib/dom.js";
import { pressHandlers } from "../../lib/press-and-hold.js";
import { t } from "../../lib/words.js";
import { icon } from "../../parts/widgets.js";

const MOST_RECENT = 2;

const recent = []; // the latest uids, newest first

/** A random uid of a tag: 7 bytes, the first one 04. */
function newUid() {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  const uid = `04${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`.toUpperCase();
  recent.unshift(uid);
  recent.length = Math.min(recent.length, MOST_RECENT);
  return uid;
}

/** Handlers of the reader itself: a press lays a new tag on it. */
export function newTagHandlers(lay, lift) {
  return pressHandlers(() => lay(newUid()), lift);
}

/** Buttons for a new tag and the recent ones. */
export function blankTags(lay, lift) {
  return [
    h("button", { class: "button sticker", key: "new", ...newTagHandlers(lay, lift) }, icon("plus"), t("ui.new_sticker")),
    recent.map((uid) =>
      h(
        "button",
        { class: "button sticker", key: uid, "aria-label": t("ui.sticker_again", { uid }), ...pressHandlers(() => lay(uid), lift) },
        uid.slice(-4),
      ),
    ),
  ];
}
