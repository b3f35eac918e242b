// Signed notes (C2SP signed-note): a text, a blank line, and a line for each signature. Ed25519 by Web Crypto.
import { joined, sha256, toHex, utf8 } from "./bytes.js";
import { must } from "./fault.js";

const [ED25519, COSIGNATURE] = [1, 4];
const [ID_BYTES, KEY_BYTES, TIME_BYTES] = [4, 32, 8];
const MAX_NOTE_CHARACTERS = 1 << 16;

/** @typedef {import("./bytes.js").Bytes} Bytes */
/** @typedef {{name: string, id: string, algorithm: number, bytes: Bytes}} Key `id`: hexadecimal. */
/** @typedef {{name: string, id: string, data: Bytes}} Signature */
/** @typedef {{text: string, signatures: Signature[]}} Note */

/** What base64 stands for. @param {string} text @param {string} code Of the refusal. @returns {Bytes} */
export function fromBase64(text, code) {
  must(/^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0, code);
  const data = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  must(toBase64(data) === text, code);
  return data;
}

/** @param {Uint8Array} data */
export const toBase64 = (data) => btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(""));

/** The key that `name+hex+base64` stands for. @param {string} text @returns {Promise<Key>} Throws Rejected. */
export async function parseKey(text) {
  const [name, id, ...rest] = text.split("+");
  const data = fromBase64(rest.join("+"), "malformed_key");
  const key = { name, id, algorithm: data[0], bytes: data.slice(1) };
  must(key.bytes.length === KEY_BYTES && [ED25519, COSIGNATURE].includes(key.algorithm), "malformed_key");
  must(id === toHex((await sha256(`${name}\n`, data)).slice(0, ID_BYTES)), "malformed_key");
  return key;
}

/** The parts of a note; no signature is checked. @param {string} note @returns {Note} Throws Rejected. */
export function parseNote(note) {
  const at = note.lastIndexOf("\n\n");
  must(at >= 0 && note.length <= MAX_NOTE_CHARACTERS && !/[\0-\x09\x0b-\x1f]/.test(note), "malformed_note");
  const lines = note.slice(at + 2).split("\n");
  must(lines.pop() === "" && lines.length > 0, "malformed_note");
  return { text: note.slice(0, at + 1), signatures: lines.map(parseSignature) };
}

/** @param {string} line @returns {Signature} */
function parseSignature(line) {
  const found = /^\u2014 ([^ +]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line);
  must(found, "malformed_note");
  const data = fromBase64(found[2], "malformed_note");
  must(data.length > ID_BYTES, "malformed_note");
  return { name: found[1], id: toHex(data.slice(0, ID_BYTES)), data: data.slice(ID_BYTES) };
}

/**
 * Check the signatures of a note by keys that are trusted; those by others do not count.
 * @param {Note} note
 * @param {Key[]} keys
 * @returns {Promise<Key[]>} The keys that have signed. Throws Rejected: `wrong_signature`, or `unknown_key` for none.
 */
export async function checkNote({ text, signatures }, keys) {
  const found = [];
  for (const signature of signatures) {
    const key = keys.find(({ name, id }) => name === signature.name && id === signature.id);
    if (!key) continue;
    must(await holds(text, signature, key), "wrong_signature");
    found.push(key);
  }
  must(found.length > 0, "unknown_key");
  return found;
}

/** @param {string} text @param {Signature} signature @param {Key} key */
async function holds(text, { data }, { algorithm, bytes }) {
  const isTimed = algorithm === COSIGNATURE;
  if (data.length !== 64 + (isTimed ? TIME_BYTES : 0)) return false;
  const seconds = isTimed ? new DataView(data.buffer).getBigUint64(0) : 0n;
  const message = isTimed ? joined([utf8(`cosignature/v1\ntime ${seconds}\n`), utf8(text)]) : utf8(text);
  const key = await crypto.subtle.importKey("raw", bytes, { name: "Ed25519" }, false, ["verify"]);
  return crypto.subtle.verify({ name: "Ed25519" }, key, data.slice(isTimed ? TIME_BYTES : 0), message);
}
