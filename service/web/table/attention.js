// Calls the player to the own turn: title, icon, and if wanted a sound and a notification.

import { t } from "../language/texts.js";
import { keep, kept } from "../settings.js";

const ICONS = { still: "../icons/icon.svg", turn: "../icons/turn.svg" };
const TONES = [{ pitch: 660, at: 0 }, { pitch: 880, at: 0.16 }];
const TONE_SECONDS = 0.35;
const LOUDNESS = 0.06;

let wasMine = false;
/** @type {AudioContext | null} */
let audio = null;

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
  if (kept("sound")) playTones();
  if (kept("notify") && document.hidden) notify(name);
}

/** Turn the sound on or off, and let it be heard at once. @param {boolean} on */
export function setSound(on) {
  keep("sound", on);
  if (on) playTones();
}

/** Turn notifications on or off; the browser asks. @param {boolean} on @returns {Promise<boolean>} whether they are on now */
export async function setNotifications(on) {
  const allowed = on && "Notification" in window && (await Notification.requestPermission()) === "granted";
  keep("notify", allowed);
  return allowed;
}

/** Two soft tones. Browsers allow them after the first click or key on the page. */
function playTones() {
  try {
    audio ??= new AudioContext();
    const { currentTime, destination } = audio;
    for (const { pitch, at } of TONES) {
      const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
      const volume = new GainNode(audio, { gain: 0 });
      const start = currentTime + at;
      volume.gain.setTargetAtTime(LOUDNESS, start, 0.01);
      volume.gain.setTargetAtTime(0, start + 0.08, TONE_SECONDS / 4);
      tone.connect(volume).connect(destination);
      tone.start(start);
      tone.stop(start + TONE_SECONDS);
    }
  } catch {
    // a browser without sound
  }
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
