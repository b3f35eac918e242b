// The catalogue that the page asks for once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadCatalogue } from "../../../service/web/catalogue.js";
import { CATALOGUE } from "./recorded.js";

test("a catalogue of an older service, which the browser has kept, is asked for again", async () => {
  const { events, ...older } = CATALOGUE;
  Object.assign(globalThis, {
    localStorage: { getItem: () => null },
    fetch: async (/** @type {string} */ _path, /** @type {RequestInit} */ { cache }) => Response.json(cache === "reload" ? CATALOGUE : older),
  });
  assert.deepEqual((await loadCatalogue()).events, events);
});
