// Proofs that the public list of a service has a game (C2SP tlog-proof), and the tree of RFC 6962 that they lead through.
import { joined, sha256, toHex, utf8 } from "./bytes.js";
import { checkNote, fromBase64, parseNote, toBase64 } from "./notes.js";
import { must } from "./fault.js";

const FIRST_LINE = "c2sp.org/tlog-proof@v1";

/** @typedef {import("./bytes.js").Bytes} Bytes */
/** @typedef {{origin: string, size: number, root: string, position: number, rules: string}} Listed `rules`: base64. */

/** @param {number[]} prefix @param {...Bytes} parts */
const hashed = (prefix, ...parts) => sha256(joined([Uint8Array.from(prefix), ...parts]));

/**
 * The root to which hashes lead from that of a leaf.
 * @param {Bytes} leaf
 * @param {number} position
 * @param {number} size
 * @param {Bytes[]} hashes
 * @returns {Promise<Bytes>} Throws Rejected.
 */
export async function rootOf(leaf, position, size, hashes) {
  must(position < size, "wrong_proof");
  let [node, last, found] = [position, size - 1, leaf];
  for (const sibling of hashes) {
    must(last > 0, "wrong_proof");
    if (node % 2 || node === last) {
      found = await hashed([1], sibling, found);
      while (node % 2 === 0 && node) [node, last] = [node / 2, Math.floor(last / 2)];
    } else {
      found = await hashed([1], found, sibling);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  must(last === 0, "wrong_proof");
  return found;
}

/**
 * Check that the list of a service has the game of a log, as the log ends.
 * @param {string} text
 * @param {import("./log.js").Log} log
 * @param {import("./notes.js").Key[]} keys
 * @returns {Promise<Listed>} Throws Rejected.
 */
export async function checkProof(text, { header, end }, keys) {
  const at = text.indexOf("\n\n");
  const [first, extra, index, ...lines] = text.slice(0, Math.max(at, 0)).split("\n");
  must(first === FIRST_LINE && extra?.startsWith("extra ") && /^index (0|[1-9][0-9]{0,14})$/.test(index ?? ""), "malformed_proof");
  const leaf = fromBase64(extra.slice("extra ".length), "malformed_proof");
  const hashes = lines.map((line) => fromBase64(line, "malformed_proof"));
  must(hashes.length < 64 && hashes.every((hash) => hash.length === 32), "malformed_proof");
  const note = parseNote(text.slice(at + 2));
  const [origin, size, root] = note.text.split("\n");
  must(/^(0|[1-9][0-9]{0,14})$/.test(size) && root, "malformed_checkpoint");
  const signed = await checkNote(note, keys);
  must(signed.some(({ name }) => name === origin), "wrong_origin");
  const rules = new TextDecoder().decode(leaf).split("\n")[3] ?? "";
  const ends = [`${end.count}`, inBase64(end.head), inBase64(end.state_hash)];
  const expected = ["wonderful-world/game/v1", header.game, header.ruleset, rules, ...ends, ""].join("\n");
  must(toHex(utf8(expected)) === toHex(leaf), "wrong_leaf");
  const position = Number(index.slice("index ".length));
  const found = await rootOf(await hashed([0], leaf), position, Number(size), hashes);
  must(toBase64(found) === root, "wrong_proof");
  return { origin, size: Number(size), root, position, rules };
}

/** @param {string} hex */
const inBase64 = (hex) => toBase64(Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16)));
