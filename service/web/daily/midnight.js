// The end of a day of the daily deal: midnight (UTC). A page may stay open over it, or sleep until the morning.

export const DAY_MS = 86_400_000;
const LOOK_MS = 60_000;

/** When a day is over, in ms since 1970. @param {string} day such as `2026-11-28` */
export const endOf = (day) => Date.parse(day) + DAY_MS;

/** Renew what is shown once a time has come, again each minute while it stays in the past. Without an answer, the next look will do. @param {() => number} end @param {() => Promise<unknown>} renew @param {AbortSignal} signal */
export function renewAt(end, renew, signal) {
  const timer = setInterval(() => { if (!document.hidden && Date.now() >= end()) renew().catch(() => {}); }, LOOK_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
}
