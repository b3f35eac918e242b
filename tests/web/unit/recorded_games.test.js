// The fold of recorded games (`make vectors`) is the view of each viewer; a finished game shows everything, or what each seat saw.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fold, replayOf, viewAt } from "../../../service/web/fold/fold.js";
import { CATALOGUE as catalogue, GAMES } from "./recorded.js";

for (const { name, logs } of GAMES) {
  test(`a recorded game: ${name}`, () => {
    for (const { viewer, open, events, views } of logs) {
      const replay = replayOf(events, catalogue, viewer);
      const own = (version) => fold(events.slice(0, version), viewer, catalogue, {});
      for (const [version, ...rest] of views) {
        const [view, eyes] = rest.reverse();
        assert.deepEqual(open ? viewAt(replay, version, eyes, {}) : own(version), view, `version ${version}`);
      }
    }
  });
}
