// Texts that a service signed, held against a verified log: receipts, and the proof that the public list has the game.
import { parseKey } from "./notes.js";
import { checkProof } from "./proof.js";
import { judgeReceipts, knownOf, openReceipt } from "./receipts.js";
import { Rejected } from "./fault.js";

/** @typedef {"log" | "keys" | "proof" | "receipt"} FileKind */
/** @typedef {{name: string, text: string}} TextFile */
/** @typedef {{name: string, key: string, values: Record<string, string | number>, agrees: boolean}} Outcome
 *   `key`: of the sentence, after `audit.signed.`. */

/** What a file is, by how it begins. @param {string} text @returns {FileKind} */
export function kindOf(text) {
  if (text.startsWith("c2sp.org/tlog-proof@")) return "proof";
  if (/^[^\n{]*\/receipt\/v1\n/.test(text)) return "receipt";
  return /^\s*\{[^\n]*"receipts"\s*:/.test(text) ? "keys" : "log";
}

/** The keys in the answer of `GET /v1/keys`. Rejects one of another shape. @param {{receipts: string[], log: string[]} | null} told */
export async function keysOf(told) {
  const named = [told?.receipts, told?.log].flat().map((key) => (typeof key === "string" ? key : ""));
  return Promise.all(named.map(parseKey));
}

/**
 * What each file shows, in their order.
 * @param {TextFile[]} files Receipts and proofs.
 * @param {import("./log.js").Log | null} log Verified before; null without one.
 * @param {import("./notes.js").Key[]} keys Those that are trusted.
 * @returns {Promise<Outcome[]>}
 */
export async function holdAgainst(files, log, keys) {
  const known = log && (await knownOf(log));
  /** @type {import("./receipts.js").Receipt[]} */
  const receipts = [];
  const found = [];
  for (const { name, text } of files) {
    try {
      if (kindOf(text) === "proof" && log) {
        const { origin, size, position } = await checkProof(text, log, keys);
        found.push({ name, key: "listed", values: { origin, size, position: position + 1 }, agrees: true });
        continue;
      }
      receipts.push(await openReceipt(text, keys));
      const key = judgeReceipts(receipts, known)[receipts.length - 1];
      const { version, game } = receipts[receipts.length - 1];
      found.push({ name, key, values: { version, game }, agrees: key === "agrees" });
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      found.push({ name, key: error.code, values: {}, agrees: false });
    }
  }
  return found;
}
