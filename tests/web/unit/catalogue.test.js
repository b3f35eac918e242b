// The catalogue that the page asks for once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { declaredEvent, loadCatalogue, nameOf, withNames } from "../../../service/web/catalogue.js";
import { CATALOGUE } from "./recorded.js";

test("a catalogue that the browser has kept may be of an older service, so the service is asked, once", async () => {
  /** @type {(RequestCache | undefined)[]} */
  const asked = [];
  Object.assign(globalThis, {
    localStorage: { getItem: () => null },
    fetch: async (/** @type {string} */ _path, /** @type {RequestInit} */ { cache }) => asked.push(cache) && Response.json(CATALOGUE),
  });
  assert.deepEqual(await loadCatalogue(), CATALOGUE);
  assert.equal(await loadCatalogue(), await loadCatalogue());
  assert.deepEqual(asked, ["no-cache"]);
  assert.equal(declaredEvent("card_kept")?.caused_by, "keep");
});

test("what the service says of a card by its id has its name", () => {
  assert.equal(withNames("zeppelin.1 is not in your hand"), `${nameOf("zeppelin.1")} is not in your hand`);
  assert.equal(withNames("version 1.11, not-a-card.2"), "version 1.11, not-a-card.2");
});
