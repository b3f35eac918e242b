// Keys at the table. They work while the focus is inside it; every one of them presses a button that is also there.

import { h } from "../dom.js";
import { t } from "../language/texts.js";
import { mainOption, optionsOf } from "./plan.js";

/** @typedef {import("./session.js").Play} Play */

const STEPS = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1 });
const HELP = ["arrows", "Enter", "b", "r", "f", "e", "u", "y", "Escape", "?"];

/** @param {KeyboardEvent} event @param {Play} play */
export function onKey(event, play) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return;
  const action = event.key in STEPS ? () => move(target, STEPS[event.key] ?? 0)
    : event.key === "ArrowDown" || event.key === "ArrowUp" ? () => moveRow(target, event.key === "ArrowDown" ? 1 : -1)
    : event.key === " " && target.closest("button") ? undefined
    : KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return;
  const isDone = action(play, target);
  if (isDone !== false) event.preventDefault();
}

/** The selected card, or the focused one. @param {Play} play @param {HTMLElement} target */
function cardAt(play, target) {
  const focused = target.dataset.row && target.dataset.row !== "tray" ? target.dataset.focus : undefined;
  return play.selected && "card" in play.selected ? play.selected.card : focused;
}

/** @type {Record<string, (play: Play, target: HTMLElement) => boolean | void>} */
const KEYS = {
  b(play, target) {
    const card = cardAt(play, target);
    const main = card && mainOption(optionsOf(play.legal, { card }));
    if (main) play.act([main.intention]);
  },
  r(play, target) {
    const card = cardAt(play, target);
    const found = card && optionsOf(play.legal, { card }).find(({ intention }) => intention.type === "recycle" && intention.onto === "empire");
    if (found) play.act([found.intention]);
  },
  f: (play, target) => press(target, `fill.${cardAt(play, target)}`) || press(target, "act.fill"),
  e: (play, target) => press(target, "quick.rest") || press(target, "put.empire"),
  u: (play) => play.undo(),
  y: (play) => play.ready(),
  " ": (play) => play.ready(),
  "?": (play) => play.toggleHelp(),
  Escape: (play) => (play.selected ? play.select(null) : false),
};

/** @param {HTMLElement} target @param {string} name */
function press(target, name) {
  const button = /** @type {HTMLElement | null} */ (target.closest(".table")?.querySelector(`[data-focus="${CSS.escape(name)}"]`));
  button?.click();
  return Boolean(button);
}

/** To the next card of the row. @param {HTMLElement} target @param {number} by */
function move(target, by) {
  const { row } = target.dataset;
  if (!row) return false;
  const all = cardsOf(target, row);
  all[all.indexOf(target) + by]?.focus();
  return true;
}

/** To the first card of the next row: in a row that wraps, to the card below. @param {HTMLElement} target @param {number} by */
function moveRow(target, by) {
  const { row } = target.dataset;
  if (!row) return false;
  const own = target.getBoundingClientRect();
  const below = cardsOf(target, row).map((each) => ({ each, box: each.getBoundingClientRect() }))
    .filter(({ box }) => (by > 0 ? box.top >= own.bottom - 4 : box.bottom <= own.top + 4))
    .sort((a, b) => by * (a.box.top - b.box.top) || Math.abs(a.box.left - own.left) - Math.abs(b.box.left - own.left));
  if (below[0]) return below[0].each.focus();
  const stops = /** @type {HTMLElement[]} */ ([...(target.closest(".table")?.querySelectorAll('[data-row][tabindex="0"]') ?? [])]);
  return stops[stops.findIndex((each) => each.dataset.row === row) + by]?.focus();
}

/** @param {HTMLElement} target @param {string} row @returns {HTMLElement[]} */
function cardsOf(target, row) {
  return /** @type {HTMLElement[]} */ ([...(target.closest(".table")?.querySelectorAll(`[data-row="${row}"]`) ?? [])]);
}

/** The list of keys. @param {Play} play */
export function helpDialog(play) {
  return h("dialog", { class: "keys", key: "keys", open: play.isHelpOpen, onclose: () => play.isHelpOpen && play.toggleHelp(), "aria-label": t("play.keys") },
    play.isHelpOpen && [
      h("h2", null, t("play.keys")),
      h("dl", null, HELP.map((key) => h("div", { key }, h("dt", null, h("kbd", null, t(`play.key.${key}.name`))), h("dd", null, t(`play.key.${key}`))))),
      h("p", { class: "soft" }, t("play.keys.drag")),
      h("button", { type: "button", class: "button", onclick: play.toggleHelp }, t("play.close")),
    ]);
}
