// The names of players and empires in a replay.

import { get } from "../api.js";
import { catalogue } from "../catalogue.js";
import { lastVersion, tableAt } from "../fold/fold.js";
import { t } from "../language/texts.js";
import { distinct, playerName } from "../table/seats.js";

/** @typedef {import("../fold/fold.js").Replay} Replay */

/** The name of an empire, whatever its side. @param {string} id @returns {string} */
export function empireName(id) {
  return catalogue().empires.find((/** @type {any} */ each) => each.id === id)?.name ?? id;
}

/** The names of all who ever had a seat, by id. @param {Replay} replay @returns {Promise<Record<string, string | null>>} */
export async function namesOfPlayers({ events }) {
  const ids = new Set(events.filter(({ data }) => typeof data.player === "string").map(({ data }) => data.player));
  const people = [...ids].filter((id) => !id.startsWith("bot:"));
  const found = await Promise.all(people.map((id) => get(`/v1/players/${id}`).catch(() => null)));
  return Object.fromEntries(people.map((id, at) => [id, found[at]?.name ?? null]));
}

/** The names of the seats at the end. @param {Replay} replay @param {Record<string, string | null>} players @returns {string[]} */
export function namesOfSeats(replay, players) {
  const found = tableAt(replay, lastVersion(replay)).seats.map(({ number, player }) =>
    playerName(player, player && players[player.id]) ?? t("replay.seat", { number: number + 1 }));
  return distinct(found);
}
