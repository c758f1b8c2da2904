/* Stickers without a card, at the simulated table: a new one each time, or one that was there before. */

import { h } from "../../lib/dom.js";
import { hands } from "../../lib/press-and-hold.js";
import { t } from "../../lib/words.js";
import { icon } from "../../parts/widgets.js";

const MOST_KEPT = 2;

const kept = []; // the uids of the last ones, newest first

/** A uid as stickers have them: 7 bytes, the first one 04. */
function newSticker() {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  const uid = `04${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`.toUpperCase();
  kept.unshift(uid);
  kept.length = Math.min(kept.length, MOST_KEPT);
  return uid;
}

/** The reader itself: a finger on it lays a new sticker there. */
export function newStickerHands(lay, lift) {
  return hands(() => lay(newSticker()), lift);
}

/** A new sticker, and the last ones once more. */
export function stickers(lay, lift) {
  return [
    h("button", { class: "button sticker", key: "new", ...newStickerHands(lay, lift) }, icon("plus"), t("ui.new_sticker")),
    kept.map((uid) =>
      h(
        "button",
        { class: "button sticker", key: uid, "aria-label": t("ui.sticker_again", { uid }), ...hands(() => lay(uid), lift) },
        uid.slice(-4),
      ),
    ),
  ];
}
