// The deal of a game: deck and empires follow from the seeds.
import { canonical, isHex, isObject } from "./bytes.js";
import { check } from "./fault.js";
import { commitment, shuffled } from "./shuffle.js";

/** @typedef {import("./log.js").Log} Log */
/** @typedef {{deck: string[], empires: string[], server_seed: string, client_seeds: string[]}} Deal */

/**
 * The deal as the seeds determine it, compared with the log's. A fork has that of the game that was dealt.
 * @param {Log} log
 * @param {import("../types.js").Catalogue} catalogue As `GET /v1/catalogue` gives it.
 * @returns {Promise<Deal>} Throws Fault.
 */
export async function checkDeal({ header, entries }, catalogue) {
  const opened = entries[0]?.data ?? {};
  check(opened.game === header.game && isObject(opened.options), 2, "rules", "not_opened");
  const start = entries.find(({ name }) => name === "game_started");
  check(start, entries.length + 2, "end", "not_dealt");
  const [line, { server_seed: server, client_seeds: clients }] = [start.version + 1, start.data];
  check(server && isHex(server) && Array.isArray(clients), line, "deal", "no_seeds");
  const committed = await commitment(server, `${opened.origin?.dealt ?? opened.game}`);
  check(committed === opened.commitment, line, "deal", "other_commitment");
  const seats = seatsBefore(entries, start.version, catalogue.constants.max_seats);
  check(seats.length === clients.length && [...seats].every((seat) => seat?.player), line, "deal", "empty_seat");
  const starter = Math.max(0, seats.findIndex(({ player }) => player === start.actor)); // sends a seed with the start
  const isOwn = ({ client_seed = "" }, /** @type {number} */ seat) =>
    opened.origin || seat === starter || clients[seat] === client_seed;
  check(seats.every(isOwn), line, "deal", "other_client_seed");
  const expected = await dealOf(seats.map(({ named, empire }) => named ?? empire));
  check(canonical(start.data) === canonical(expected), line, "deal", "other_deal");
  return expected;

  /** @param {(string | undefined)[]} chosen Empires by seat. */
  async function dealOf(chosen) {
    const rest = catalogue.empires.map(idOf).filter((id) => !chosen.includes(id));
    const drawn = await shuffled(rest, "empires", server, clients);
    const empires = chosen.map((empire) => empire ?? /** @type {string} */ (drawn.shift()));
    const deck = await shuffled(allCards(catalogue), "deck", server, clients);
    return { client_seeds: clients, deck, empires, server_seed: server };
  }
}

/** A seat before the start. `named`: the empire that the options name for it. @typedef {{player?: string, empire?: string, client_seed?: string, named?: string}} Seat */

/**
 * What the players gave before the start, by seat.
 * @param {Log["entries"]} entries
 * @param {number} start Version of the start.
 * @param {number} most How many seats a game may have.
 */
function seatsBefore(entries, start, most) {
  const { options, rematch } = entries[0]?.data ?? {};
  let reserved = listOf(rematch?.players);
  /** @type {Seat[]} */
  let seats = Array.from({ length: Math.min(Number(options.seats) || 0, most) }, (_, at) => ({ named: options.empires?.[at] }));
  for (const { name, seat, data } of entries.slice(1, start - 1)) {
    if (name === "table_changed") {
      const next = listOf(data.reserved);
      seats = listOf(data.players).map((player, at) => movedSeat(player, player ?? next[at], at));
      reserved = next;
    } else if (seat !== undefined) {
      const { named, ...before } = seats[seat] ?? {};
      seats[seat] = { ...(name === "start_agreed" && before), ...(["start_agreed", "seat_taken"].includes(name) && data), named };
    }
  }
  return seats;

  /**
   * A seat after the host changed the table: accounts take theirs along, with the empires that the options name for them.
   * @param {string | null} player who has it
   * @param {string | null | undefined} who the same, or for whom a rematch keeps it
   * @param {number} at
   * @returns {Seat}
   */
  function movedSeat(player, who, at) {
    const isAccount = typeof who === "string" && !who.startsWith("bot:");
    const taken = isAccount ? seats.findIndex((seat) => seat?.player === who) : -1;
    const before = taken >= 0 ? taken : isAccount ? reserved.indexOf(who) : -1;
    const { named, ...given } = seats[before >= 0 ? before : at] ?? {};
    return typeof player !== "string" ? { named } : isAccount ? { ...given, named } : { player, named };
  }
}

/** @param {unknown} value */
const listOf = (value) => (Array.isArray(value) ? value : []);

/** @param {{id: string}} each */
const idOf = ({ id }) => id;

/**
 * All cards, in the order of the catalogue: `design.1`, `design.2` ...
 * @param {import("../types.js").Catalogue} catalogue
 * @returns {string[]}
 */
export const allCards = (catalogue) =>
  catalogue.developments.flatMap(({ id, copies }) =>
    Array.from({ length: copies }, (_, at) => `${id}.${at + 1}`),
  );
