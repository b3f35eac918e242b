// The audit of a log: what is wrong is said with its line, and nothing large or deep stops the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { canonical } from "../../../service/web/audit/bytes.js";
import { Fault, Unknown } from "../../../service/web/audit/fault.js";
import { MAX_LOG_BYTES, readLog } from "../../../service/web/audit/log.js";

const HEADER = canonical({ format: "wonderful-log", game: "abc", ruleset: "base-1", schema: 1 });
const END = canonical({ count: 0, head: "", result: null, state_hash: "" });
const read = (...lines) => readLog(new TextEncoder().encode(lines.join("\n")), ["base-1"]);

/** What is wrong with a log of these lines: line and reason. */
async function fault(...lines) {
  const error = await read(...lines).then(() => null, (reason) => reason);
  assert.ok(error instanceof Fault, `${error}`);
  return [error.line, error.reason];
}

test("a log without entries has the right form", async () => {
  assert.equal((await read(HEADER, END)).header.game, "abc");
});

test("canonical JSON sorts keys by code points, and refuses what has no one form", () => {
  assert.equal(canonical({ "\uffff": 1, "\u{1f600}": 2, b: [true, null, "\u2028"] }), '{"b":[true,null,"\u2028"],"\uffff":1,"\u{1f600}":2}');
  for (const value of [1.5, "\ud83d", 2 ** 60]) assert.throws(() => canonical(value), RangeError);
});

test("each fault names its line", async () => {
  assert.deepEqual(await fault(""), [1, "not_json"]);
  assert.deepEqual(await fault("<script>alert(1)</script>"), [1, "not_json"]);
  assert.deepEqual(await fault('{"a": 1}'), [1, "not_canonical"]);
  assert.deepEqual(await fault("{}"), [1, "not_a_log"]);
  assert.deepEqual(await fault(HEADER), [2, "no_end"]);
  assert.deepEqual(await fault(HEADER, "{}", END), [2, "other_version"]);
  assert.deepEqual(await fault(HEADER, canonical({ version: 1 }), END), [2, "not_an_entry"]);
  assert.deepEqual(await fault(HEADER, canonical({ ...JSON.parse(END), count: 7 })), [2, "not_the_end"]);
});

test("a deep line and a long line are faults like others", async () => {
  assert.deepEqual(await fault(HEADER, "[".repeat(60_000) + "]".repeat(60_000)), [2, "not_json"]);
  assert.deepEqual(await fault(HEADER, canonical({ a: "x".repeat(70_000) })), [2, "long_line"]);
  assert.deepEqual(await fault(HEADER, "x".repeat(300_000)), [2, "long_line"]);
});

test("a file that is too large, or of other rules, gets no verdict", async () => {
  await assert.rejects(readLog(new Uint8Array(MAX_LOG_BYTES + 1), ["base-1"]), Unknown);
  await assert.rejects(read(canonical({ ...JSON.parse(HEADER), ruleset: "moon-1" }), END), Unknown);
});
