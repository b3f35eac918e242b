// Random numbers and shuffles from the seeds of a game.
import { canonical, fromHex, sha256, toHex, utf8 } from "./bytes.js";

const WORDS = 2 ** 32;

/**
 * The server publishes this before anybody joins, so it cannot choose another seed later.
 * @param {string} serverSeed Hexadecimal.
 * @param {string} game The game's id.
 */
export const commitment = async (serverSeed, game) => toHex(await sha256(fromHex(serverSeed), game));

/**
 * The random numbers for a purpose, each 0 .. 2**32 - 1, an endless sequence.
 * @param {string} purpose
 * @param {string} serverSeed Hexadecimal.
 * @param {string[]} clientSeeds By seat.
 */
export async function* numbers(purpose, serverSeed, clientSeeds) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", fromHex(serverSeed), algorithm, false, ["sign"]);
  for (let counter = 0; ; counter++) {
    const message = utf8(canonical([purpose, clientSeeds, counter]));
    const block = new DataView(await crypto.subtle.sign("HMAC", key, message));
    for (let at = 0; at < block.byteLength; at += 4) yield block.getUint32(at);
  }
}

/**
 * The items shuffled with the seeds: Fisher-Yates from the last place down; every order is equally likely.
 * @param {string[]} items
 * @param {string} purpose
 * @param {string} serverSeed Hexadecimal.
 * @param {string[]} clientSeeds By seat.
 */
export async function shuffled(items, purpose, serverSeed, clientSeeds) {
  const [cards, drawn] = [[...items], numbers(purpose, serverSeed, clientSeeds)];
  for (let places = cards.length; places > 1; places--) {
    let { value: number = 0 } = await drawn.next();
    while (number >= WORDS - (WORDS % places)) ({ value: number = 0 } = await drawn.next());
    const at = number % places;
    [cards[places - 1], cards[at]] = [cards[at], cards[places - 1]];
  }
  return cards;
}
