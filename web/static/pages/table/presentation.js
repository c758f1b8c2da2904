/* Presentation mode: the table's page without controls, for a television: asked for (`/?show=1`),
   or by itself on a large screen that only watches a race. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";
import { app, change } from "../../parts/app.js";
import { icon } from "../../parts/widgets.js";

const LARGE = matchMedia("(min-width: 1300px) and (min-aspect-ratio: 3 / 2)");

let left = false; // the mode that began by itself was ended on this page

const asked = () => new URLSearchParams(location.search).get("show") === "1";

const watches = () => Boolean(app.live?.state) && !app.me.host && !app.me.seats.length;

/** Whether the page is in presentation mode. */
export function isPresentation() {
  return asked() || (!left && LARGE.matches && watches());
}

/** Marks the document for the style sheets: `data-show` is "asked", "auto", or not there. */
export function markPresentation() {
  const { dataset } = document.documentElement;
  if (isPresentation()) dataset.show = asked() ? "asked" : "auto";
  else delete dataset.show;
}

/** Starts or ends the presentation, full screen where the browser allows it. */
async function setPresentation(on) {
  left = !on;
  history.replaceState(null, "", on ? "/?show=1" : "/");
  change({});
  try {
    if (on) await document.documentElement.requestFullscreen();
    else if (document.fullscreenElement) await document.exitFullscreen();
  } catch {
    // without full screen the presentation stays in its window
  }
}

/** The button that starts it. */
export function presentationButton() {
  const begin = (event) => {
    event.stopPropagation(); // a click on the page itself ends it
    setPresentation(true);
  };
  return h("button", { class: "button quiet", onclick: begin }, icon("eye"), h("span", {}, t("ui.show")));
}

/** The button that ends it, visible once focused; a click anywhere and Escape do the same. */
export function endPresentationButton() {
  return h("button", { class: "button show-end", key: "show-end", onclick: () => setPresentation(false) }, t("ui.show_end"));
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && isPresentation()) setPresentation(false);
});
addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement && isPresentation()) setPresentation(false);
});
LARGE.addEventListener("change", () => change({}));
document.querySelector("#page").addEventListener("click", () => isPresentation() && setPresentation(false));
