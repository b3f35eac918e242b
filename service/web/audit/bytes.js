// Bytes, their hexadecimal form, SHA-256 by Web Crypto, and JSON in its one form.

const encoder = new TextEncoder();

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

/** @param {string} text @returns {Bytes} */
export const utf8 = (text) => /** @type {Bytes} */ (encoder.encode(text));

/** Whether a value is bytes in lower-case hexadecimal, or missing. @param {unknown} text */
export const isHex = (text = "") => typeof text === "string" && /^([0-9a-f]{2})*$/.test(text);

/** @param {string} hex @returns {Bytes} */
export const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {Bytes[]} parts @returns {Bytes} */
export function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {(Bytes | string)[]} parts @returns {Promise<Bytes>} */
export const sha256 = async (...parts) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", joined(parts.map(asBytes))));

/** @param {Bytes | string} part @returns {Bytes} */
const asBytes = (part) => (typeof part === "string" ? utf8(part) : part);

/** How deep lists and objects may lie in each other. */
export const MAX_DEPTH = 64;

/** @param {unknown} value @returns {value is import("../types.js").Data} */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The canonical JSON text of a value.
 * @param {unknown} value
 * @param {number} [depth]
 * @returns {string} Throws RangeError for half a surrogate pair, a number that is not an integer, and too many levels.
 */
export function canonical(value, depth = 0) {
  if (depth > MAX_DEPTH) throw new RangeError("too many levels");
  if (Array.isArray(value)) return `[${value.map((each) => canonical(each, depth + 1)).join(",")}]`;
  if (isObject(value)) {
    const keys = Object.keys(value).sort(byCodePoints);
    return `{${keys.map((key) => `${canonical(key)}:${canonical(value[key], depth + 1)}`).join(",")}}`;
  }
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) throw new RangeError("half a surrogate pair");
  if (typeof value === "number" && !Number.isSafeInteger(value)) throw new RangeError("not an integer");
  return JSON.stringify(value);
}

/** The order of UTF-8 bytes, which is that of code points. @param {string} one @param {string} other */
function byCodePoints(one, other) {
  const [a, b] = [utf8(one), utf8(other)];
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at < 0 ? a.length - b.length : a[at] - (b[at] ?? -1);
}
