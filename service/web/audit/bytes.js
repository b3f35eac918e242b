// Bytes, their hexadecimal form, and SHA-256 by Web Crypto.

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
