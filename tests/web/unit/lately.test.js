// What happened lately: the past that is asked for once a stream has begun, and what the stream tells.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING } from "../../../service/web/live/game.js";
import { makeLately } from "../../../service/web/table/lately.js";

globalThis.localStorage = { getItem: () => null };
const event = (/** @type {number} */ version) => ({ version, name: "card_drafted" });
const began = (/** @type {number} */ version, /** @type {object[]} */ events = []) => ({ ...NOTHING, began: version, cursor: version + events.length, events });

/** Answers that the test gives itself, in the order of the requests. @returns {((status: number, events?: object[]) => Promise<void>)[]} */
function answers() {
  /** @type {((status: number, events?: object[]) => Promise<void>)[]} */
  const asked = [];
  globalThis.fetch = () => new Promise((resolve) => asked.push(async (status, events = []) => {
    resolve(new Response(JSON.stringify(events), { status, headers: { "Content-Type": "application/json" } }));
    await new Promise((done) => setTimeout(done, 5));
  }));
  return asked;
}

test("the past is asked for once, and ends where the stream begins to tell", async () => {
  const asked = answers();
  const lately = makeLately("g", () => {});
  lately.changed(began(5), NOTHING);
  const later = began(5, [event(6), event(7)]);
  assert.deepEqual(lately.changed(later, began(5)), [event(6), event(7)]);
  assert.equal(asked.length, 1);
  await asked[0]?.(200, [event(4), event(5), event(6)]);
  assert.deepEqual(lately.events(later).map(({ version }) => version), [4, 5, 6, 7]);
});

test("a past that could not be read is asked for again with the next change", async () => {
  const asked = answers();
  const lately = makeLately("g", () => {});
  lately.changed(began(5), NOTHING);
  await asked[0]?.(404);
  lately.changed(began(5, [event(6)]), began(5));
  await asked[1]?.(200, [event(5)]);
  assert.deepEqual(lately.events(began(5, [event(6)])).map(({ version }) => version), [5, 6]);
});

test("after a resync to an earlier version no event of the lost time is left", async () => {
  const asked = answers();
  const lately = makeLately("g", () => {});
  lately.changed(began(5), NOTHING);
  await asked[0]?.(200, [event(4), event(5)]);
  lately.changed(began(4), began(5));
  assert.deepEqual(lately.events(began(4)).map(({ version }) => version), [4]);
  await asked[1]?.(200, [event(3), event(4)]);
  assert.deepEqual(lately.events(began(4)).map(({ version }) => version), [3, 4]);
});
