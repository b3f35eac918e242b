// Games in words: what is played, with whom, and who is waited for.

import { enumerate, hasText, t } from "../language/texts.js";
import { catalogue } from "../catalogue.js";
import { language } from "../settings.js";
import { isolate } from "./names.js";
import { clockPreset } from "./options.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").Schemas["SummarySeat"]} Seat of a game in a list, or of a view */

/** Units of time and their lengths in seconds, the longest first. @type {[string, number][]} */
const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];

/** A strategy: how strong it is, and how it plays. @param {string} strategy */
export function strategyText(strategy) {
  const key = `start.strategy.${strategy}`;
  return hasText(key) ? t(key) : strategy;
}

/** The name of a bot at the table. @param {string} strategy */
export function botName(strategy) {
  const key = `start.bot.${strategy}`;
  return hasText(key) ? t(key) : strategy;
}

/** The name of the player of a seat. @param {Pick<Seat, "player" | "bot">} seat */
export function seatName(seat) {
  if (seat.bot) return botName(seat.bot);
  return seat.player ? seat.player.name ?? "" : t("room.seat.free");
}

/** The seat of a player; -1 without one. @param {Game} game @param {string | undefined} player */
export function seatOf(game, player) {
  return game.seats.findIndex((seat) => player && seat.player?.id === player);
}

/** Whether a player would find a seat: a rematch keeps its free seats for others. @param {Game} game @param {string | undefined} player */
export function hasSeatFor(game, player) {
  return game.seats.some((seat) => !seat.player && !seat.bot && (!seat.reserved || seat.reserved === player));
}

/** What a game is called: its name, its scenario, or the others at the table. @param {Game} game @param {string} [player] */
export function gameName(game, player) {
  if (game.name) return isolate(game.name);
  if (game.scenario) return scenarioName(game.scenario);
  if (game.seats.length === 1) return t("start.mode.solo");
  const names = namesText(game.seats.filter((seat) => seat.player?.id !== player));
  return names ? t("start.with", { names }) : t("start.game");
}

/** Who has these seats: the people by name, the bots by their number. @param {Pick<Seat, "player" | "bot">[]} seats */
export function namesText(seats) {
  const people = seats.filter(({ player, bot }) => player && !bot).map((seat) => isolate(seatName(seat)));
  const bots = seats.filter(({ bot }) => bot).length;
  return enumerate(bots ? [...people, t("start.bots.n", { n: bots })] : people);
}

/** The name of a scenario. @param {string} id */
export function scenarioName(id) {
  return catalogue()?.scenarios.find((each) => each.id === id)?.name ?? t("start.scenario.number", { n: id.slice(-1) });
}

/** The language of the page, as the reader's country writes it. @returns {string} */
export function locale() {
  return navigator.languages.find((each) => each.startsWith(language())) ?? language();
}

/** Side, clock, and round of a game in a few words. @param {Game} game */
export function gameFacts(game) {
  const preset = clockPreset(game.clock);
  return [
    game.seats.length === 1 ? "" : t("start.seats", { n: game.seats.length }),
    t("start.side.short", { side: game.side }),
    game.clock ? (preset ? t(`start.clock.${preset}`) : t("start.clock.custom")) : "",
    game.visibility === "private" ? t("start.private") : "",
    game.rewinds === false ? t("start.rewinds.off") : "",
    game.status === "playing" ? t("start.round", { round: game.round, phase: t(`phase.${game.phase}`) }) : "",
  ].filter(Boolean).join(" · ");
}

/** The time of a clock as short as can be, such as `60 sec` or `2 days`: that of a phase, or that of the whole game. @param {{ seconds: number }} clock */
export function clockText({ seconds }) {
  const [unit, length] = UNITS.find(([, length]) => seconds >= 2 * length || length === 1) ?? ["second", 1];
  return new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 0 }).format(seconds / length);
}

/** Who is waited for. @param {import("../types.js").Summary} game @param {string | undefined} player */
export function waitText(game, player) {
  if (game.status === "open") return game.free_seats ? t("start.free_seats", { n: game.free_seats }) : t("start.wait.start");
  const mine = seatOf(game, player);
  if (game.waiting_on.includes(mine)) return t("start.wait.you");
  const names = game.waiting_on.map((seat) => isolate(seatName(game.seats[seat])));
  return names.length ? t("start.wait.others", { names: enumerate(names) }) : t("start.wait.service");
}

/** When something ends, in the reader's words, such as `tomorrow at 10:00`. @param {string} time ISO 8601 @param {number} [now] milliseconds */
export function untilText(time, now = Date.now()) {
  const at = new Date(time);
  const isSoon = at.getTime() - now < 20 * 3_600_000;
  return new Intl.DateTimeFormat(locale(),
    isSoon ? { timeStyle: "short" } : { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }).format(at);
}

/** A day. @param {string} time ISO 8601 */
export function dateText(time) {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(new Date(time));
}
