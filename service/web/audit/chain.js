// The hash chain of a log.
import { canonical, fromHex, joined, sha256, toHex, utf8 } from "./bytes.js";
import { check } from "./fault.js";

/** @typedef {import("./bytes.js").Bytes} Bytes */
/** @typedef {import("./log.js").Log} Log */
/** @typedef {import("./log.js").Entry} Entry */

/**
 * The hash of an entry.
 * @param {Bytes} previous The hash of the entry before it, or of the game's id.
 * @param {Entry} entry
 */
export function link(previous, { version, name, seat, group, actor, ms, salt = "", data }) {
  const texts = [`${version}`, name, `${seat ?? ""}`, `${group}`, actor, `${ms}`].map(utf8);
  const parts = [...texts, fromHex(salt), utf8(canonical(data))];
  return sha256(previous, joined(parts.flatMap((part) => [lengthOf(part), part]))); // each part follows its length
}

/** The length in 4 bytes, big-endian. @param {Bytes} part @returns {Bytes} */
function lengthOf(part) {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, part.length);
  return length;
}

/**
 * Check the hash that ends each append, and the head.
 * @param {Log} log
 * @param {(done: number) => Promise<void>} [pause] Called after each entry, with the share that is done.
 * @returns {Promise<string>} The head: the hash of the last entry. Throws Fault.
 */
export async function checkChain({ header, entries, end }, pause) {
  let hash = await sha256(header.game);
  let first = 2;
  for (const entry of entries) {
    hash = await link(hash, entry);
    const last = entry.version + 1;
    const reason = first === last ? "another_hash_here" : "another_hash";
    check(!entry.hash || entry.hash === toHex(hash), first, "chain", reason, { first, last });
    if (entry.hash) first = last + 1;
    await pause?.(entry.version / entries.length);
  }
  check(first === entries.length + 2, first, "chain", "no_last_hash");
  check(end.head === toHex(hash), entries.length + 2, "end", "another_head");
  return end.head;
}
