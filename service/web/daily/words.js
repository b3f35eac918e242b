// The daily deal in words, and its days.

import { t } from "../language/texts.js";
import { locale, scenarioName } from "../start/words.js";
import { DAY_MS } from "./midnight.js";

/** @typedef {import("../types.js").Schemas} Schemas */

/** Five weeks, today included. */
const CALENDAR_DAYS = 35;

/** The day that comes so many days later. @param {string} day such as `2026-11-28` @param {number} days */
export function dayAfter(day, days = 1) {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** A day in the reader's words. @param {string} day */
export function dayText(day) {
  return new Intl.DateTimeFormat(locale(), { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }).format(Date.parse(day));
}

/** The weekday of a day, shortened. @param {string} day */
export function weekdayText(day) {
  return new Intl.DateTimeFormat(locale(), { weekday: "short", timeZone: "UTC" }).format(Date.parse(day));
}

/** The number of a day in its month, the first one with the month. @param {string} day */
export function dateText(day) {
  const date = Number(day.slice(8));
  return date === 1 ? new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short", timeZone: "UTC" }).format(Date.parse(day)) : String(date);
}

/** What a day deals. @param {Pick<Schemas["DailyDeal"], "side" | "scenario">} deal */
export function dealText({ side, scenario }) {
  return scenario ? scenarioName(scenario) : `${t("start.mode.solo")} · ${t("start.side.short", { side })}`;
}

/**
 * The last five weeks, the oldest day first. `score`: of the own try that counted. `isDealt`: whether the day had a deal.
 *
 * @param {Pick<Schemas["Daily"], "today" | "first" | "tries">} told @param {number | null} score Of today's try.
 * @returns {{ day: string, score: number | null, isDealt: boolean }[]}
 */
export function calendar({ today, first, tries }, score) {
  const scores = new Map(tries.map((each) => [each.day, each.score]));
  scores.set(today.day, score);
  return Array.from({ length: CALENDAR_DAYS }, (_, at) => dayAfter(today.day, at + 1 - CALENDAR_DAYS))
    .map((day) => ({ day, score: scores.get(day) ?? null, isDealt: day >= first }));
}
