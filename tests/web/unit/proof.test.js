// Proofs of work: SHA-256, and nonces for challenges.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sha256, solve } from "../../../service/web/proof.js";

/** @param {string} text */
const expected = (text) => createHash("sha256").update(text).digest("hex");
/** @param {Int32Array} words */
const hex = (words) => [...words].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");

test("a text of any length has its hash", () => {
  for (let length = 0; length < 200; length++) assert.equal(hex(sha256("a7.-".repeat(50).slice(0, length))), expected("a7.-".repeat(50).slice(0, length)));
});

test("a nonce solves its challenge", async () => {
  for (const challenge of ["8.1.x", `12.1795391999.${"r".repeat(16)}.${"S".repeat(43)}`, "y".repeat(63), "z".repeat(64)]) {
    const nonce = await solve(challenge, 10);
    assert.match(expected(`${challenge}.${nonce}`), /^00[0-3]/);
    assert.match(nonce, /^[0-9]{1,32}$/);
  }
});
