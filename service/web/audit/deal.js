// The deal of a game: deck and empires follow from the seeds.
import { isHex } from "./bytes.js";
import { canonical, isObject } from "./canonical.js";
import { check } from "./fault.js";
import { commitment, shuffled } from "./shuffle.js";

/** @typedef {import("./log.js").Log} Log */
/** @typedef {{deck: string[], empires: string[], server_seed: string, client_seeds: string[]}} Deal */

/**
 * The deal as the seeds determine it, compared with the log's. A fork has that of the game that was dealt.
 * @param {Log} log
 * @param {Record<string, any>} catalogue As `GET /v1/catalogue` gives it.
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
  const seats = seatsBefore(entries, start.version);
  const isFull = seats.length === opened.options.seats && seats.length === clients.length;
  check(isFull && [...seats].every(Boolean), line, "deal", "empty_seat");
  const starter = Math.max(0, seats.findIndex(({ player }) => player === start.actor)); // sends a seed with the start
  const isOwn = (/** @type {Record<string, any>} */ { client_seed = "" }, /** @type {number} */ seat) =>
    opened.origin || seat === starter || clients[seat] === client_seed;
  check(seats.every(isOwn), line, "deal", "other_client_seed");
  const expected = await dealOf(seats.map(({ empire }, seat) => opened.options.empires?.[seat] ?? empire));
  check(canonical(start.data) === canonical(expected), line, "deal", "other_deal");
  return expected;

  /** @param {(string | undefined)[]} chosen Empires by seat. */
  async function dealOf(chosen) {
    const rest = catalogue.empires.map(idOf).filter((/** @type {string} */ id) => !chosen.includes(id));
    const drawn = await shuffled(rest, "empires", server, clients);
    const empires = chosen.map((empire) => empire ?? /** @type {string} */ (drawn.shift()));
    const deck = await shuffled(allCards(catalogue), "deck", server, clients);
    return { client_seeds: clients, deck, empires, server_seed: server };
  }
}

/**
 * What the players gave before the start, by seat.
 * @param {Log["entries"]} entries
 * @param {number} start Version of the start.
 */
function seatsBefore(entries, start) {
  /** @type {any[]} */
  const seats = [];
  for (const { name, seat, data } of entries.slice(1, start - 1)) {
    if (seat === undefined) continue;
    if (name === "start_agreed") seats[seat] = { ...seats[seat], ...data };
    else seats[seat] = name === "seat_taken" && data;
  }
  return seats;
}

/** @param {{id: string}} each */
const idOf = ({ id }) => id;

/**
 * All cards, in the order of the catalogue: `design.1`, `design.2` ...
 * @param {Record<string, any>} catalogue
 * @returns {string[]}
 */
export const allCards = (catalogue) =>
  catalogue.developments.flatMap((/** @type {{id: string, copies: number}} */ { id, copies }) =>
    Array.from({ length: copies }, (_, at) => `${id}.${at + 1}`),
  );
