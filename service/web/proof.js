// Proofs of work for registration: a nonce with which the SHA-256 of a challenge begins with enough zero bits.
//
// Web Crypto hashes only in secure contexts, and not quickly enough one by one; so this is SHA-256 (FIPS 180-4) itself.

const SLICE_MS = 12;
const BATCH = 500;
const BLOCK_BYTES = 64;

const PRIMES = firstPrimes(64);
const ROUND_CONSTANTS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/**
 * A nonce for a challenge. It works in slices, so that the page stays alive meanwhile.
 *
 * @param {string} challenge ASCII @param {number} bits leading zero bits, 0..32
 * @returns {Promise<string>}
 */
export async function solve(challenge, bits) {
  const prefix = [...challenge, "."].map((letter) => letter.charCodeAt(0));
  const whole = prefix.length - (prefix.length % BLOCK_BYTES);
  const state = blocks(START, prefix.slice(0, whole)); // the same for each nonce
  for (let nonce = 0; ;) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      for (const last = nonce + BATCH; nonce < last; nonce++) {
        const digits = [...String(nonce)].map((digit) => digit.charCodeAt(0));
        const rest = padded([...prefix.slice(whole), ...digits], prefix.length + digits.length);
        if (Math.clz32(/** @type {number} */ (blocks(state, rest)[0])) >= bits) return String(nonce);
      }
    }
    await new Promise((resume) => { setTimeout(resume); });
  }
}

/** The SHA-256 of an ASCII text, as 8 words. @param {string} text @returns {Int32Array} */
export function sha256(text) {
  const bytes = [...text].map((letter) => letter.charCodeAt(0));
  return blocks(START, padded(bytes, bytes.length));
}

/** The end of a message of `length` bytes, with its padding. @param {number[]} bytes @param {number} length */
function padded(bytes, length) {
  const zeros = (2 * BLOCK_BYTES - 9 - (length % BLOCK_BYTES)) % BLOCK_BYTES;
  const bits = length * 8;
  return [...bytes, 0x80, ...new Array(zeros).fill(0), 0, 0, 0, 0, bits >>> 24, bits >>> 16, bits >>> 8, bits];
}

/** The state after these bytes, whole blocks. @param {Int32Array} state @param {number[]} bytes @returns {Int32Array} */
function blocks(state, bytes) {
  let found = state;
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) found = compress(found, bytes, at);
  return found;
}

/** @param {Int32Array} state @param {number[]} bytes @param {number} at @returns {Int32Array} */
function compress(state, bytes, at) {
  const words = new Int32Array(64);
  /** @param {number} index */
  const byte = (index) => /** @type {number} */ (bytes[at + index]) & 0xff;
  /** @param {number} index */
  const word = (index) => /** @type {number} */ (words[index]);
  for (let i = 0; i < 16; i++) words[i] = (byte(4 * i) << 24) | (byte(4 * i + 1) << 16) | (byte(4 * i + 2) << 8) | byte(4 * i + 3);
  for (let i = 16; i < 64; i++) {
    const early = word(i - 15), late = word(i - 2);
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = word(i - 16) + small + word(i - 7) + large;
  }
  let [a, b, c, d, e, f, g, h] = /** @type {number[]} */ (/** @type {unknown} */ (state));
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUND_CONSTANTS[i] + word(i)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return Int32Array.from([a, b, c, d, e, f, g, h], (value, i) => value + /** @type {number} */ (state[i]));
}

/** A word, turned to the right. @param {number} word @param {number} by */
function turned(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits of the fraction of a number. @param {number} number */
function fraction(number) {
  return ((number % 1) * 2 ** 32) | 0;
}

/** @param {number} count @returns {number[]} */
function firstPrimes(count) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number++) if (found.every((prime) => number % prime)) found.push(number);
  return found;
}
