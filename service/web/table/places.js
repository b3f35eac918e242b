// On a phone the own board and everyone lie side by side: a swipe or a tab leads from one to the other.

import { h } from "../dom.js";
import { redraw } from "../page.js";
import { t } from "../language/texts.js";

export function makePlaces() {
  let shown = 0;

  /** @param {number} index */
  function show(index) {
    const element = /** @type {HTMLElement} */ (document.querySelector(".places"));
    element.scrollTo({ left: index * element.clientWidth, behavior: "smooth" });
  }

  return {
    /** @param {Event} event */
    scrolled({ target }) {
      const element = /** @type {HTMLElement} */ (target);
      const index = Math.round(element.scrollLeft / element.clientWidth);
      if (!element.classList.contains("places") || index === shown) return;
      shown = index;
      if (element.getBoundingClientRect().top < 0) element.scrollIntoView({ block: "start" });
      redraw();
    },
    /** A new step begins: show the own board from its top. */
    toTop() {
      const places = document.querySelector(".places");
      document.querySelector(".own-main")?.scrollTo({ top: 0 });
      if (places && places.getBoundingClientRect().top < 0) places.scrollIntoView({ block: "start" });
    },
    /** @param {number} seats of the game: who plays alone has no others */
    tabs: (seats) => h("nav", { class: "place-tabs", key: "tabs", "aria-label": t("play.places") }, ["play.mine", seats > 1 ? "play.everyone" : "play.overview"].map((name, index) =>
      h("button", { type: "button", key: name, "aria-current": shown === index ? "true" : null, "data-focus": name, onclick: () => show(index) }, t(name)))),
  };
}
