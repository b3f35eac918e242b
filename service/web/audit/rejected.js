// Why a signed text or a proof does not hold.

/** A text is not what it claims to be. `code`: which check it failed; its text has the key `audit.signed.<code>`. */
export class Rejected extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/**
 * Throws Rejected unless the condition holds.
 * @param {unknown} condition
 * @param {string} code
 * @returns {asserts condition}
 */
export function must(condition, code) {
  if (!condition) throw new Rejected(code);
}
