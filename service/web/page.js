// What all screens share: drawing, going to an address, telling and announcing.

import { here, onHost } from "./address.js";
import { patch, h } from "./dom.js";
import { holdFocus, watchKeyboard } from "./focus.js";
import { t } from "./language/texts.js";

/** `around`: makes a change of the screen, and lets move what it moves. @typedef {{ title(): string, view(): import("./dom.js").Child, around?(root: Element, change: () => void): void, close(): void }} Screen */

const TOLD_MS = 6000;
/** A browser that draws no frames, as of a page that it holds to be out of sight, still runs timers. */
const LATEST_DRAW_MS = 250;
/** @type {Screen | null} */
let screen = null;
/** What draws the screen soon: a frame and a timer, whichever comes first. @type {{ frame: number, timer: number } | null} */
let scheduled = null;
/** @type {{ id: number, text: string }[]} */
let told = [];
let serial = 0;
/** @type {(path: string) => void} */
let follow = () => {};
/** @type {(path: string) => void} */
let prepare = () => {};
/** @type {() => void} */
let drawFrame = () => {};

/** A part of the page that did not come: there is no connection, or the service is newer than the page. */
export class NotLoaded extends Error {}

/** What loads a part of the page. @template T @param {Promise<T>} part @returns {Promise<T>} Rejects with NotLoaded. */
export const loaded = (part) => part.catch((cause) => { throw new NotLoaded(String(cause), { cause }); });

/** Work that is not begun again while the same is under way: a second tap comes before the screen has changed. @template {unknown[]} Values @param {(...values: Values) => Promise<unknown>} work @returns {(...values: Values) => Promise<void>} */
export function onceAtATime(work) {
  const underWay = new Set();
  return async (...values) => {
    const key = JSON.stringify(values);
    if (underWay.has(key)) return;
    underWay.add(key);
    try {
      await work(...values);
    } finally {
      underWay.delete(key);
    }
  };
}

/** Show a screen instead of the one before. @param {Screen} next */
export function show(next) {
  screen?.close();
  screen = next;
  draw();
}

/** Draw the screen again soon, once, however often it is asked. */
export function redraw() {
  scheduled ??= { frame: requestAnimationFrame(draw), timer: setTimeout(draw, LATEST_DRAW_MS) };
}

/**
 * A module that a screen does not need for its first view. The first call asks for it, and the screen is drawn again when it is here.
 *
 * @template T @param {() => Promise<T>} load @returns {() => T | null} null until it is here
 */
export function later(load) {
  /** @type {T | null} */
  let found = null;
  let isAsked = false;
  return () => {
    if (!isAsked) loaded(load()).then((module) => { found = module; redraw(); }, (error) => { isAsked = false; throw error; });
    isAsked = true;
    return found;
  };
}

/** Go to an address of the page. @param {string} path @param {{ replace?: boolean }} [options] */
export function go(path, { replace = false } = {}) {
  if (path !== here()) history[replace ? "replaceState" : "pushState"](null, "", onHost(path));
  follow(path);
}

/** Open the screen of this address anew: what it has read is of another account. */
export function reopen() {
  follow(here());
}

/**
 * What `go`, a link that is about to be used, and the frame around the screens lead to.
 *
 * @param {(path: string) => void} onGo @param {(path: string) => void} onNear @param {() => void} onDraw
 */
export function connect(onGo, onNear, onDraw) {
  follow = onGo;
  prepare = onNear;
  drawFrame = onDraw;
  watchKeyboard();
}

/** Tell the user something for some seconds, in sight and by voice. @param {string} text */
export function tell(text) {
  const note = { id: ++serial, text };
  told = [...told, note].slice(-3);
  document.getElementById("told")?.hidePopover(); // drawing shows it again, above a dialog
  announce(text); // what was hidden a moment ago is not read out
  redraw();
  setTimeout(() => {
    told = told.filter((each) => each !== note);
    redraw();
  }, TOLD_MS);
}

/** Tell those who listen to the screen. @param {string} text */
export function announce(text) {
  const voice = document.getElementById("voice");
  if (!voice) return;
  const line = document.createElement("p");
  line.textContent = text;
  voice.append(line);
  while (voice.childElementCount > 5) voice.firstElementChild?.remove();
}

/** A link within the page. @param {string} path @param {import("./dom.js").Props | null} props @param {...import("./dom.js").Child} children */
export function link(path, props, ...children) {
  /** @param {MouseEvent} event */
  const onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(path);
  };
  const onpointerenter = () => prepare(path);
  return h("a", { href: onHost(path), onclick, onpointerenter, onfocus: onpointerenter, ...props }, ...children);
}

function draw() {
  if (scheduled) {
    cancelAnimationFrame(scheduled.frame);
    clearTimeout(scheduled.timer);
    scheduled = null;
  }
  const main = document.getElementById("main");
  if (!screen || !main) return;
  const shown = screen;
  const restoreFocus = holdFocus(document.body);
  const tree = shown.view();
  const change = () => { // all of it, before a screen measures where things stand now: so it is laid out once
    patch(main, tree);
    document.title = shown.title() || t("page.name");
    drawFrame();
    const notes = document.getElementById("told");
    if (notes) patch(notes, told.map(({ id, text }) => h("p", { key: id }, text)));
    notes?.togglePopover(told.length > 0);
    restoreFocus();
  };
  if (shown.around) shown.around(main, change);
  else change();
}
