// The table that the entries of a log lead to, and whether its result follows from it.
import { Unfoldable, areOpen, emptyReplay, extended, lastVersion, tableAt } from "../fold/fold.js";
import { worthOf } from "../fold/worth.js";
import { canonical } from "./bytes.js";
import { Fault, check } from "./fault.js";

/** @typedef {import("../fold/fold.js").Replay} Replay */
/** @typedef {import("./log.js").Log} Log */

const EVENTS_AT_ONCE = 100;

/**
 * The entries as events, as `GET /v1/games/{id}/events` shows them.
 * @param {Log["entries"]} entries
 * @returns {import("../fold/table.js").GameEvent[]}
 */
export const eventsOf = (entries) =>
  entries.map(({ version, name, seat = null, group, actor, ms, data }) => {
    const time = new Date(ms).toISOString();
    return { version, name, seat, group, actor, time, data };
  });

/**
 * Fold the entries of a log.
 * @param {Log} log
 * @param {import("../types.js").Catalogue} catalogue
 * @param {(done: number) => Promise<void>} [pause] Called after some entries, with the share that is done.
 * @returns {Promise<Replay>} Throws Fault.
 */
export async function foldLog({ entries }, catalogue, pause) {
  const events = eventsOf(entries);
  let replay = emptyReplay(catalogue, null, areOpen(events));
  try {
    for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
      replay = extended(replay, events.slice(from, from + EVENTS_AT_ONCE));
      await pause?.(lastVersion(replay) / events.length);
    }
  } catch (error) {
    throw error instanceof Unfoldable ? new Fault(error.version + 1, "rules", "not_possible") : error;
  }
  return replay;
}

/**
 * Check that the points follow from the empires, and that the end of the log repeats the result.
 * @param {Log} log
 * @param {Replay} replay
 */
export function checkResult({ entries, end }, replay) {
  const table = tableAt(replay, lastVersion(replay));
  const line = entries.length + 1;
  check(table.result, line + 1, "end", "not_scored");
  const points = table.seats.map((seat) => worthOf(table, seat).score);
  check(canonical(table.result.scores) === canonical(points), line, "rules", "other_scores");
  check(canonical(end.result) === canonical(table.result), line + 1, "end", "other_result");
}
