// The list of what happened. What was taken back is struck out.

import { h } from "../dom.js";
import { t } from "../language/texts.js";
import { wasTakenBack } from "../fold/fold.js";
import { momentText } from "./board.js";
import { sentence } from "./sentences.js";

/** Of a longer game, the list shows the events around the cursor. */
const EVENTS_AROUND = 400;

/** @typedef {import("./moments.js").Moment} Moment */
/** @typedef {import("../dom.js").VNode} VNode */

/**
 * A list of moves, which keeps the nodes of all moves but the current one.
 *
 * @param {import("../fold/fold.js").Replay} replay @param {Moment[]} moments @param {import("./sentences.js").Names} names
 * @param {number | null | "all"} eyes @param {(version: number) => void} jump
 * @returns {(version: number) => VNode}
 */
export function movesList(replay, moments, names, eyes, jump) {
  const begins = new Map(moments.map((moment) => [moment.first, moment]));
  /** @type {Map<number, VNode[]>} */
  const kept = new Map();
  /** @param {number} at @param {boolean} isCurrent @returns {VNode[]} */
  const move = (at, isCurrent) => {
    const event = /** @type {import("../fold/table.js").GameEvent} */ (replay.events[at - 1]);
    const moment = begins.get(at);
    const isGone = wasTakenBack(replay, event);
    const text = sentence(event, names, eyes);
    const button = h("button", { type: "button", tabindex: isCurrent ? 0 : -1, "aria-current": isCurrent ? "step" : null, onclick: () => jump(at) },
      isGone ? h("s", null, h("span", { class: "unseen" }, t("replay.taken_back")), text) : text);
    const item = h("li", { key: at, class: isCurrent ? "move current" : "move" }, button);
    return moment ? [h("li", { key: `moment ${at}`, class: "move-moment" }, momentText(moment)), item] : [item];
  };
  /** @param {number} at */
  const keptMove = (at) => {
    const nodes = kept.get(at) ?? move(at, false);
    kept.set(at, nodes);
    return nodes;
  };
  return (version) => {
    const first = Math.max(1, version - EVENTS_AROUND);
    const last = Math.min(replay.events.length, version + EVENTS_AROUND);
    const items = [];
    for (let at = first; at <= last; at++) items.push(at === version ? move(at, true) : keptMove(at));
    return h("ol", { class: "moves", "aria-label": t("replay.moves") }, items);
  };
}

/** Bring the current move into sight, without moving the page. */
export function followMove() {
  const list = document.querySelector(".moves");
  const current = /** @type {HTMLElement | null} */ (list?.querySelector(".current"));
  if (!list || !current) return;
  const top = current.offsetTop - list.clientHeight / 2;
  if (Math.abs(list.scrollTop - top) > list.clientHeight / 4) list.scrollTop = top;
}
