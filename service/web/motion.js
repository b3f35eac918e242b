// Things that change their place on the screen move there: cards from hand to hand, cubes onto cards.

import { mayMove } from "./settings.js";

const MOVE_MS = 260;
const MIN_PIXELS = 4;

/**
 * Change the page, and let each element with a `data-flight` move from where one of this name was before.
 *
 * @param {Element} root @param {() => void} change
 */
export function moving(root, change) {
  if (!mayMove() || document.hidden) return change();
  const before = new Map([...flights(root)].map((each) => [each.dataset.flight, each.getBoundingClientRect()]));
  change();
  for (const each of flights(root)) {
    const from = before.get(each.dataset.flight);
    if (!from) continue;
    const to = each.getBoundingClientRect();
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) + Math.abs(y) < MIN_PIXELS || !to.width) continue;
    each.animate([{ transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})`, transformOrigin: "0 0" }, { transformOrigin: "0 0" }], { duration: MOVE_MS, easing: "ease-out" });
  }
}

/** @param {Element} root @returns {NodeListOf<HTMLElement>} */
function flights(root) {
  return root.querySelectorAll("[data-flight]");
}
