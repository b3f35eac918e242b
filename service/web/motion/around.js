// The motions of a screen, which come after its first view. Until then, changes are made at once.

import { later } from "../page.js";
import { loadStyle } from "../styles.js";

const playing = later(() => import("./play.js"));

/** What a screen gives to the page as its `around`. @param {() => import("../types.js").View | null} shownView the game as the last drawing shows it; null: only its end moves */
export function makeAround(shownView) {
  /** @type {ReturnType<typeof import("./play.js").makeMotion> | null} */
  let motion = null;
  return {
    /** @param {Element} root @param {() => void} change */
    around(root, change) {
      if (!motion && playing()) {
        motion = playing()?.makeMotion(Boolean(root.querySelector(".scene"))) ?? null;
        loadStyle("motion.css");
      }
      if (motion) motion.around(shownView(), root, change);
      else change();
    },
    /** What is drawn from now on can move. */
    loaded: () => import("./play.js"),
    end: () => motion?.end(),
  };
}
