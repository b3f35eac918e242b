// What can be wrong with a log, a signed text or a proof.

/** @typedef {"encoding" | "chain" | "deal" | "end" | "rules"} FaultKind */

/** The log is wrong. `reason`: its text has the key `audit.fault.<reason>`. `values`: of the text. */
export class Fault extends Error {
  /**
   * @param {number} line 1: the header.
   * @param {FaultKind} kind
   * @param {string} reason
   * @param {Record<string, string | number>} [values]
   */
  constructor(line, kind, reason, values = {}) {
    super(`line ${line}: ${kind}: ${reason}`);
    this.line = line;
    this.kind = kind;
    this.reason = reason;
    this.values = values;
  }
}

/** The log can neither be confirmed nor rejected. `reason`: its text has the key `audit.unknown.<reason>`. */
export class Unknown extends Error {
  /** @param {string} reason */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Throws a Fault unless the condition holds.
 * @param {unknown} condition
 * @param {number} line
 * @param {FaultKind} kind
 * @param {string} reason
 * @param {Record<string, string | number>} [values]
 * @returns {asserts condition}
 */
export function check(condition, line, kind, reason, values) {
  if (!condition) throw new Fault(line, kind, reason, values);
}

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
