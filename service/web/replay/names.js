// The names of players in a replay.

import { get } from "../api.js";
import { lastVersion, tableAt } from "../fold/fold.js";
import { t } from "../language/texts.js";
import { distinct, playerName } from "../table/seats.js";

/** @typedef {import("../fold/fold.js").Replay} Replay */

/** The ids of all people who ever had a seat. @param {Replay} replay @returns {string[]} */
export function playersOf({ events }) {
  return events.filter(({ data }) => typeof data.player === "string").map(({ data }) => data.player);
}

/**
 * The newest names of players, by id.
 *
 * @param {(string | undefined)[]} ids those of bots and of nobody are left out @param {Record<string, string | null>} [known]
 * @returns {Promise<Record<string, string | null>>} null: the service does not tell
 */
export async function namesOf(ids, known = {}) {
  const wanted = [...new Set(ids)].filter((id) => id !== undefined && !id.startsWith("bot:") && !(id in known));
  const found = await Promise.all(wanted.map((id) => get(`/v1/players/${id}`).catch(() => null)));
  return { ...known, ...Object.fromEntries(wanted.map((id, at) => [id, found[at]?.name ?? null])) };
}

/** The names of the seats at the end. @param {Replay} replay @param {Record<string, string | null>} players @returns {string[]} */
export function namesOfSeats(replay, players) {
  const found = tableAt(replay, lastVersion(replay)).seats.map(({ number, player }) =>
    playerName(player, player && players[player.id]) ?? t("replay.seat", { number: number + 1 }));
  return distinct(found);
}
