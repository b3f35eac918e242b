// The analysis of a finished game: asked for and awaited, and what the page reads out of it.

import { request } from "../api.js";
import { sleep } from "../client.js";
import { keep, kept } from "../settings.js";

const POLL_MS = 700;
/** The name of what the browser remembers: the games whose analysis was shown here, the newest first. */
const ANALYSED = "analysed";
const MAX_ANALYSED = 50;
const WEAK = ["inaccuracy", "mistake", "blunder"];

/** @typedef {import("../types.js").Schemas["AnalysisDocument"]} Analysis */
/** @typedef {Analysis["decisions"][number]} Judged */
/** @typedef {import("../types.js").Schemas["AnalysisProgress"]} Progress */

/**
 * The analysis of a game, which a worker makes if nobody has asked before.
 *
 * @param {string} game @param {(progress: Progress) => void} onProgress @param {AbortSignal} signal
 * @returns {Promise<Analysis>} @throws {import("../client.js").Problem} if it cannot be made
 */
export async function analyse(game, onProgress, signal) {
  const path = `/v1/games/${game}/analysis`;
  let { body } = await request("POST", path, { signal });
  while (body.status === "pending") {
    onProgress(body.progress);
    await sleep(POLL_MS, signal);
    signal.throwIfAborted();
    ({ body } = await request("GET", path, { signal }));
  }
  keep(ANALYSED, [game, ...analysedGames().filter((each) => each !== game)].slice(0, MAX_ANALYSED));
  return body.analysis;
}

/** The games whose analysis was asked for in this browser. @returns {string[]} */
export function analysedGames() {
  return kept(ANALYSED) ?? [];
}

/** The points that a decision lost against the best one. @param {Judged} decision */
export const lossOf = ({ best_value: best, made_value: made }) => Math.round((best - made) * 10) / 10;

/** Whether a decision was worse than the spread of the values allows. @param {Judged} decision */
export const isWeak = (decision) => WEAK.includes(decision.class);

/** The weak decisions of a seat, the dearest first. @param {Analysis} analysis @param {number} seat */
export function weakDecisions({ decisions }, seat) {
  return decisions.filter((each) => each.seat === seat && isWeak(each)).sort((one, other) => lossOf(other) - lossOf(one));
}

/** The decision that was made at a version. @param {Analysis} analysis @param {number} version */
export const decisionAt = ({ decisions }, version) => decisions.find((each) => each.version === version);

/** The nearest version before or after this one at which a seat decided weakly. @param {Analysis} analysis @param {number} version @param {number} seat @param {1 | -1} ahead */
export function nextWeak({ decisions }, version, seat, ahead) {
  const found = decisions.filter((each) => each.seat === seat && isWeak(each) && (each.version - version) * ahead > 0).map((each) => each.version);
  return found.length ? found.reduce((one, other) => (ahead > 0 ? Math.min(one, other) : Math.max(one, other))) : undefined;
}

/**
 * What each seat expects at each version, from 0 to the last.
 *
 * @param {Analysis} analysis @param {number} last @returns {number[][]} `[seat][version]`, in whole points
 */
export function expectations({ seats, decisions }, last) {
  return seats.map(({ seat, start, result }) => {
    const line = Array(last + 1).fill(start);
    for (const { version, seat: own, best_value: best, made_value: made } of decisions) {
      if (own !== seat) continue;
      line[version] = best;
      line.fill(made, version + 1);
    }
    line[last] = result;
    return line.map(Math.round);
  });
}
