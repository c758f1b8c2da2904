/* The invitation to join: the table's QR code and addresses. */

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** The QR code of the table's address, for phones to join. */
export function invitation(live) {
  return h(
    "a",
    { class: "invitation", href: "/join" },
    h("img", { src: "/qr.svg", alt: t("ui.qr_alt"), width: 200, height: 200 }),
    h("span", {}, h("b", {}, t("ui.join_here")), h("span", { class: "address" }, live.table.address), local()),
  );
}

/** The table's mDNS name, for phones that resolve such names. */
function local() {
  const address = document.documentElement.dataset.local;
  return address ? h("small", { class: "address" }, t("ui.or_address", { address })) : null;
}
