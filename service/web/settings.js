// What this browser remembers: the account, and how its user likes the page.

import { ROOT } from "./address.js";

/** Of all names in the browser, of what it stores and of what its tabs share: two services on one host keep apart. */
export const PREFIX = `wonderful${ROOT}.`;
export const LANGUAGES = { en: "English", fr: "Français", es: "Español", ja: "日本語" };

/** @typedef {"theme" | "sound" | "sounds" | "notify" | "language" | "motion"} Setting */

/** What the storage did not take, as in some private windows: the page remembers it until it is closed. @type {Map<string, string>} */
const memory = new Map();
/** @type {boolean | undefined} */
let storageWorks;

/** @param {string} name @returns {any} null if there is nothing */
export function kept(name) {
  return memory.has(name) ? JSON.parse(memory.get(name) ?? "null") : stored(name);
}

/** @param {string} name @param {unknown} value JSON; null forgets it */
export function keep(name, value) {
  if (store(name, value)) memory.delete(name);
  else memory.set(name, JSON.stringify(value));
}

/** What the browser's storage has, and gives back after a reload. @param {string} name @returns {any} null if there is nothing */
export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

/** Whether the browser stores what the page gives it. Some private windows refuse it, have no room, or drop it. */
export function remembers() {
  storageWorks ??= store("try", true) && store("try", null);
  return storageWorks;
}

/** Put a value into the storage, or remove it with null. @param {string} name @param {unknown} value @returns {boolean} whether the storage has it so */
function store(name, value) {
  const text = JSON.stringify(value);
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, text);
  } catch {
    // it is not there then
  }
  return JSON.stringify(stored(name)) === text;
}

/** The language of texts and names: the chosen one, or the browser's. @returns {string} */
export function language() {
  const wanted = [kept("language"), ...navigator.languages].map((each) => String(each ?? "").slice(0, 2));
  return wanted.find((each) => each in LANGUAGES) ?? "en";
}

/** Whether things may move on the screen. */
export function mayMove() {
  return kept("motion") !== "none" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Show the colours that the user has chosen, `light`, `dark`, or those of the system; and let nothing move for those who want it so. */
export function applyTheme() {
  document.documentElement.dataset.motion = kept("motion") ?? "";
  const theme = kept("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
