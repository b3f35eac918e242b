// What the browser stores, and what the page does where it stores nothing.

import assert from "node:assert/strict";
import { test } from "node:test";

/** @returns {any} a storage that works, as browsers have it */
const working = () => {
  const items = new Map();
  return { getItem: (/** @type {string} */ key) => items.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => items.set(key, value), removeItem: (/** @type {string} */ key) => items.delete(key) };
};
const refuse = () => { throw new Error("denied"); };
/** @type {Record<string, () => any>} */
const REFUSING = {
  "refuses everything": () => ({ getItem: refuse, setItem: refuse, removeItem: refuse }),
  "has no room": () => ({ ...working(), setItem: refuse }),
  "drops what it gets": () => ({ ...working(), setItem() {} }),
  "is missing": () => undefined,
};
let copies = 0;

/** The modules anew, in a browser with this storage. @param {any} storage @returns {Promise<typeof import("../../../service/web/settings.js")>} */
async function settingsOn(storage) {
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  return import(`../../../service/web/settings.js?copy=${copies++}`);
}

test("a storage that works keeps things for the next page, and forgets them when told", async () => {
  const storage = working();
  const { keep, kept, remembers, stored } = await settingsOn(storage);
  assert.ok(remembers());
  keep("account", { token: "t" });
  assert.deepEqual([kept("account"), stored("account")], [{ token: "t" }, { token: "t" }]);
  assert.deepEqual((await settingsOn(storage)).kept("account"), { token: "t" });
  keep("account", null);
  assert.equal(kept("account"), null);
});

for (const [name, storage] of Object.entries(REFUSING)) {
  test(`where the storage ${name}, the page remembers until it is closed and knows that it forgets then`, async () => {
    const { keep, kept, remembers, stored } = await settingsOn(storage());
    assert.ok(!remembers());
    keep("account", { token: "t" });
    assert.deepEqual(kept("account"), { token: "t" });
    assert.equal(stored("account"), null);
    keep("account", null);
    assert.equal(kept("account"), null);
  });
}

test("a newer value counts that the storage has no room for, and what it has is damaged by nobody", async () => {
  const storage = working();
  const { keep, kept, stored } = await settingsOn(storage);
  keep("account", { token: "old" });
  storage.setItem = refuse;
  keep("account", { token: "new" });
  assert.deepEqual([kept("account").token, stored("account").token], ["new", "old"]);
  storage.getItem = () => "not JSON";
  assert.equal(kept("theme"), null);
});
