// Clocks of seats, in the time of the service: a wrong clock of this machine must not matter.

import { h } from "../dom.js";
import { t } from "../language/texts.js";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** Seconds that a seat has left. @param {import("./seats.js").SeatClock} clock @param {number} now ms since 1970, of the service */
export function secondsLeft(clock, now) {
  if (!clock.running || !clock.deadline) return clock.left;
  return Math.max(0, (Date.parse(clock.deadline) - now) / 1000);
}

/** `4:09`, `1:04:09`, or from two days on `3 days 4 h`. @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.ceil(seconds);
  if (whole >= 2 * DAY) return t("table.clock.days", { days: Math.floor(whole / DAY), hours: Math.floor((whole % DAY) / HOUR) });
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(whole / HOUR), Math.floor((whole % HOUR) / MINUTE), whole % MINUTE];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Whether the time of a clock is low. @param {import("./seats.js").SeatClock} clock @param {number} now */
export function isLow(clock, now) {
  return clock.expired || (clock.running && clock.low_at !== null && Date.parse(clock.low_at) <= now);
}

/** @param {import("./seats.js").Facts | null} facts @param {number} seat @returns {import("./seats.js").SeatClock | undefined} */
export function clockOf(facts, seat) {
  return facts?.clocks?.find((each) => each.seat === seat);
}

/** Whether a clock runs, so that the screen must be drawn each second. @param {Pick<import("./seats.js").Facts, "clocks"> | null} facts */
export function anyRuns(facts) {
  return Boolean(facts?.clocks?.some(({ running, expired }) => running && !expired));
}

/** The clock of a seat as a pill; null without one. @param {import("./seats.js").Facts | null} facts @param {number} seat */
export function clockPill(facts, seat) {
  const clock = clockOf(facts, seat);
  if (!facts || !clock) return null;
  const left = secondsLeft(clock, facts.now);
  const low = isLow(clock, facts.now);
  const text = clock.expired || left <= 0 ? t("table.clock.up") : clockText(left);
  return h("span", { class: `clock ${clock.running ? "running" : ""} ${low ? "low" : ""}`, role: "timer", "aria-label": t("table.clock.left", { time: text }) },
    low && h("span", { "aria-hidden": "true" }, "⚠"), text);
}
