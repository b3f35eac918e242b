// Receipts: what the service signed for a player, held against a log that was verified.
import { sha256, toHex } from "./bytes.js";
import { link } from "./chain.js";
import { checkNote, fromBase64, parseNote } from "./notes.js";
import { must } from "./fault.js";

const KIND = "/receipt/v1";

/** @typedef {{origin: string, game: string, version: number, head: string, seconds: number}} Receipt `head`: hexadecimal. */
/** @typedef {"agrees" | "changed" | "cut" | "no_log" | "two_stories"} Found */
/** @typedef {{game: string, heads: string[]}} Known What a log says: the hash of each version, from 1 on. */

/** The hash of each version of a log. @param {import("./log.js").Log} log @returns {Promise<Known>} */
export async function knownOf({ header, entries }) {
  const heads = [];
  let hash = await sha256(header.game);
  for (const entry of entries) heads.push(toHex((hash = await link(hash, entry))));
  return { game: header.game, heads };
}

/**
 * A receipt that a service has signed.
 * @param {string} text
 * @param {import("./notes.js").Key[]} keys
 * @returns {Promise<Receipt>} Throws Rejected.
 */
export async function openReceipt(text, keys) {
  const note = parseNote(text);
  const [kind, game, version, head, seconds, ...rest] = note.text.split("\n");
  const origin = kind.endsWith(KIND) ? kind.slice(0, -KIND.length) : "";
  const isWhole = rest.length === 1 && rest[0] === "" && /^[a-z0-9]{1,32}$/.test(game);
  must(origin && isWhole && [version, seconds].every((each) => /^[1-9][0-9]{0,15}$/.test(each)), "malformed_receipt");
  const bytes = fromBase64(head, "malformed_receipt");
  must(bytes.length === 32, "malformed_receipt");
  const signed = await checkNote(note, keys);
  must(signed.some(({ name }) => name === `${origin}/receipts`), "wrong_origin");
  return { origin, game, version: Number(version), head: toHex(bytes), seconds: Number(seconds) };
}

/**
 * What receipts show, each in its place.
 * @param {Receipt[]} receipts
 * @param {Known | null} known
 * @returns {Found[]}
 */
export function judgeReceipts(receipts, known) {
  /** @type {Map<string, string>} */
  const seen = new Map();
  return receipts.map(({ origin, game, version, head }) => {
    const place = `${origin} ${game} ${version}`;
    if ((seen.get(place) ?? head) !== head) return "two_stories";
    seen.set(place, head);
    if (known?.game !== game) return "no_log";
    if (version > known.heads.length) return "cut";
    return known.heads[version - 1] === head ? "agrees" : "changed";
  });
}
