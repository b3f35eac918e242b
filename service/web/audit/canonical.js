// Canonical JSON: each value has exactly one text.

/** How deep lists and objects may lie in each other. */
export const MAX_DEPTH = 64;
const bytes = new TextEncoder();

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
  const [a, b] = [bytes.encode(one), bytes.encode(other)];
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at < 0 ? a.length - b.length : a[at] - (b[at] ?? -1);
}
