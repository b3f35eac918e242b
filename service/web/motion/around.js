// The motions of a screen, which come after its first view. Until then, changes are made at once.

import { loadStyle } from "../styles.js";

/** @type {typeof import("./play.js") | null} */
let play = null;
let isAsked = false;

/** Load the motions and their style. Without a connection nothing moves, and the next change asks again. */
async function load() {
  isAsked = true;
  try {
    [play] = await Promise.all([import("./play.js"), loadStyle("motion.css")]);
  } catch {
    isAsked = false;
  }
}

/** What a screen gives to the page as its `around`. @param {() => import("../types.js").View | null} shownView the game as the last drawing shows it; null: only its end moves */
export function makeAround(shownView) {
  /** @type {ReturnType<typeof import("./play.js").makeMotion> | null} */
  let motion = null;
  return {
    /** @param {Element} root @param {() => void} change */
    around(root, change) {
      if (!isAsked) load();
      motion ??= play?.makeMotion(Boolean(root.querySelector(".scene"))) ?? null;
      if (motion) motion.around(shownView(), root, change);
      else change();
    },
    /** What is drawn from now on can move. */
    loaded: load,
    end: () => motion?.end(),
  };
}
