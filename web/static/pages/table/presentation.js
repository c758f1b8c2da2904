/* The presentation: the table's page without controls, for a television (`/?show=1`). */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { change } from "../../parts/app.js";
import { icon } from "../../parts/widgets.js";

/** Whether the page is a presentation. */
export function showing() {
  return new URLSearchParams(location.search).get("show") === "1";
}

/** Begins or ends the presentation; the whole screen goes along where the browser lets it. */
export async function present(on) {
  history.replaceState(null, "", on ? "/?show=1" : "/");
  change({});
  try {
    if (on) await document.documentElement.requestFullscreen();
    else if (document.fullscreenElement) await document.exitFullscreen();
  } catch {
    // a browser that keeps its frame shows the same in a window
  }
}

/** The key that begins it. */
export function showKey() {
  const begin = (event) => {
    event.stopPropagation(); // a click on the page itself ends it
    present(true);
  };
  return h("button", { class: "button quiet", onclick: begin }, icon("eye"), h("span", {}, t("ui.show")));
}

/** The way out: unseen until it has the focus; a click anywhere and Escape do the same. */
export function showEnd() {
  return h("button", { class: "button show-end", key: "show-end", onclick: () => present(false) }, t("ui.show_end"));
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && showing()) present(false);
});
addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement && showing()) present(false);
});
document.querySelector("#page").addEventListener("click", () => showing() && present(false));
