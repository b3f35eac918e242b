// The list of what happened. What was taken back is struck out.

import { h } from "../dom.js";
import { t } from "../language/texts.js";
import { wasTakenBack } from "../fold/fold.js";
import { momentText } from "./board.js";
import { remembered } from "../remembered.js";
import { sentence } from "./sentences.js";

/** @typedef {import("./moments.js").Moment} Moment */
/** @typedef {import("../dom.js").VNode} VNode */

/**
 * A list of moves, by phases and steps. It keeps the nodes of all but the current one, so that a step draws one part anew.
 *
 * @param {import("../fold/fold.js").Replay} replay @param {Moment[]} moments @param {import("./sentences.js").Names} names
 * @param {number | null | "all"} eyes @param {(version: number) => void} jump
 * @returns {(version: number) => VNode}
 */
export function movesList(replay, moments, names, eyes, jump) {
  /** @param {number} at @param {boolean} isCurrent */
  const move = (at, isCurrent) => {
    const event = /** @type {import("../fold/table.js").GameEvent} */ (replay.events[at - 1]);
    const text = sentence(event, names, eyes);
    return h("li", { key: at, class: isCurrent ? "move current" : "move" },
      h("button", { type: "button", tabindex: isCurrent ? 0 : -1, "aria-current": isCurrent ? "step" : null, onclick: () => jump(at) },
        wasTakenBack(replay, event) ? h("s", null, h("span", { class: "unseen" }, t("replay.taken_back")), text) : text));
  };
  const keptMove = remembered((/** @type {number} */ at) => move(at, false));
  /** @param {Moment} moment @param {number} [version] that of the cursor, if it is in this moment */
  const part = (moment, version) => {
    const versions = Array.from({ length: moment.last - moment.first + 1 }, (_, at) => moment.first + at);
    const moves = versions.map((at) => (at === version ? move(at, true) : keptMove(at)));
    return h("li", { key: moment.first, class: "moves-part" }, h("h3", null, momentText(moment)), h("ol", null, moves));
  };
  const keptPart = remembered((/** @type {Moment} */ moment) => part(moment));
  return (version) => h("ol", { class: "moves", "aria-label": t("replay.moves") }, moments.map((moment) =>
    (moment.first <= version && version <= moment.last ? part(moment, version) : keptPart(moment))));
}

/** Bring the current move into sight, without moving the page. */
export function followMove() {
  const list = document.querySelector(".moves");
  const current = list?.querySelector(".current");
  if (!list || !current) return;
  const [frame, place] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  const isInSight = place.top >= frame.top && place.bottom <= frame.bottom;
  if (!isInSight) list.scrollTop += place.top - frame.top - frame.height / 3;
}
