// What this browser remembers: the account, and how its user likes the page.

const PREFIX = "wonderful.";
export const LANGUAGES = { en: "English", fr: "Français", es: "Español", ja: "日本語" };

/** @typedef {"theme" | "sound" | "notify" | "language" | "motion"} Setting */

/** Without storage, as in some private windows, the page remembers until it is closed. @type {Map<string, string>} */
const memory = new Map();

/** @param {string} name @returns {any} null if there is nothing */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return JSON.parse(memory.get(name) ?? "null");
  }
}

/** @param {string} name @param {any} value JSON; null forgets it */
export function keep(name, value) {
  memory.set(name, JSON.stringify(value));
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // kept in memory
  }
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

/** Show the colours that the user has chosen: `light`, `dark`, or those of the system. */
export function applyTheme() {
  const theme = kept("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
