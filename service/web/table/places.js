// On a phone the own board and everyone lie side by side: a swipe or a tab leads from one to the other. Like the panel of a tab that
// is not chosen, the other side is hidden while nothing moves, and costs a tap nothing.

import { h } from "../dom.js";
import { redraw } from "../page.js";
import { t } from "../language/texts.js";

/** How long after the last scroll event the places stand still. */
const STILL_MS = 200;
/* As in table_own.css, as far as letters have the size that the browser is set to. */
matchMedia("(max-width: 62.49em)").addEventListener("change", redraw);

export function makePlaces() {
  let shown = 0;
  let standing = 0;
  let isMoving = false;
  /** What the other side showed last, by its parts. @type {Map<string, import("../dom.js").Child>} */
  const kept = new Map();

  /** @param {number} index */
  function show(index) {
    const element = /** @type {HTMLElement} */ (document.querySelector(".places"));
    element.scrollTo({ left: index * element.clientWidth, behavior: "smooth" });
  }

  return {
    /** The class of what is in sight. */
    at: () => (shown ? "at-theirs" : "at-mine"),
    /** @param {Event} event */
    scrolled({ target }) {
      const element = /** @type {HTMLElement} */ (target);
      element.toggleAttribute("data-moving", true); // at once: a drawing would come too late for what is swiped into sight
      clearTimeout(standing);
      standing = setTimeout(() => { isMoving = false; element.removeAttribute("data-moving"); }, STILL_MS);
      if (!isMoving) redraw();
      isMoving = true;
      const index = Math.round(element.scrollLeft / element.clientWidth);
      if (!element.classList.contains("places") || index === shown) return;
      shown = index;
      if (element.getBoundingClientRect().top < 0) element.scrollIntoView({ block: "start" });
      redraw();
    },
    /** What a part of the other side shows: while that is hidden, what it showed last. @param {string} part @param {() => import("../dom.js").Child} draw */
    theirs(part, draw) {
      if (isMoving || shown || !kept.has(part) || !document.querySelector(".place-tabs")?.checkVisibility()) kept.set(part, draw());
      return kept.get(part);
    },
    /** A new step begins: show the own board from its top. */
    toTop() {
      const places = document.querySelector(".places");
      document.querySelector(".own-main")?.scrollTo({ top: 0 });
      if (places && places.getBoundingClientRect().top < 0) places.scrollIntoView({ block: "start" });
    },
    /** The game is over: show the end from its top, once it is drawn. */
    toEnd() {
      const table = document.querySelector(".table.over");
      if (table && table.getBoundingClientRect().top < 0) table.scrollIntoView({ block: "start" });
    },
    /** @param {number} seats of the game: who plays alone has no others */
    tabs: (seats) => h("nav", { class: "place-tabs", key: "tabs", "aria-label": t("play.places") }, ["play.mine", seats > 1 ? "play.everyone" : "play.overview"].map((name, index) =>
      h("button", { type: "button", key: name, "aria-current": shown === index ? "true" : null, "data-focus": name, onclick: () => show(index) }, t(name)))),
  };
}
