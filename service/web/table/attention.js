// Calls the player to the own turn: title, icon, and if wanted a sound and a notification.

import { t } from "../language/texts.js";
import { loaded } from "../page.js";
import { keep, kept } from "../settings.js";

const ICONS = { still: "../icons/icon.svg", turn: "../icons/turn.svg" };

let wasMine = false;

/** The title of a table: the own turn is marked. @param {string} name @param {boolean} isMine */
export function tableTitle(name, isMine) {
  return isMine ? `● ${t("table.your_turn")} – ${name}` : name;
}

/** Call if a turn has just begun. Call with false when a screen closes. @param {boolean} isMine @param {string} [name] of the game */
export function attend(isMine, name = "") {
  if (isMine === wasMine) return;
  wasMine = isMine;
  const icon = document.querySelector('link[rel="icon"]');
  icon?.setAttribute("href", new URL(isMine ? ICONS.turn : ICONS.still, import.meta.url).href);
  if (!isMine) return;
  if (kept("sound")) sound("turn");
  if (kept("notify") && document.hidden) notify(name);
}

/** @param {string} name */
async function sound(name) {
  const { playSound } = await loaded(import("../motion/sounds.js"));
  playSound(name);
}

/** Turn the sound on or off, and let it be heard at once. @param {boolean} on */
export function setSound(on) {
  keep("sound", on);
  if (on) sound("turn");
}

/** Turn the sounds of the table on or off. @param {boolean} on */
export function setSounds(on) {
  keep("sounds", on || null);
  if (on) sound("build");
}

/** Turn notifications on or off; the browser asks. @param {boolean} on @returns {Promise<boolean>} whether they are on now */
export async function setNotifications(on) {
  const allowed = on && "Notification" in window && (await Notification.requestPermission()) === "granted";
  keep("notify", allowed);
  return allowed;
}

/** @param {string} name */
function notify(name) {
  try {
    const shown = new Notification(t("table.your_turn"), { body: name, tag: location.pathname, icon: new URL("../icons/icon-192.png", import.meta.url).href });
    shown.onclick = () => { window.focus(); shown.close(); };
  } catch {
    // some phones allow notifications only to service workers
  }
}
