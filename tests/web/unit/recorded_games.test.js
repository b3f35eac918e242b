// The fold of recorded games (`make vectors`) is the view of each viewer; a finished game shows everything, or what each seat saw.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliDecompressSync } from "node:zlib";
import { fold, replayOf, viewAt } from "../../../service/web/fold/fold.js";

const catalogue = JSON.parse(readFileSync(new URL("../../../game/catalogue.json", import.meta.url), "utf8"));
const { scenarios, games } = JSON.parse(
  brotliDecompressSync(readFileSync(new URL("../../fold/vectors.json.br", import.meta.url))).toString());

games.forEach(({ name, logs }) => test(`a recorded game: ${name}`, () => {
  for (const { viewer, open, events, views } of logs) {
    const replay = replayOf(events, { ...catalogue, scenarios }, viewer);
    const own = (version) => fold(events.slice(0, version), viewer, { ...catalogue, scenarios }, {});
    for (const [version, ...rest] of views) {
      const [view, eyes] = rest.reverse();
      assert.deepEqual(open ? viewAt(replay, version, eyes, {}) : own(version), view, `version ${version}`);
    }
  }
}));
