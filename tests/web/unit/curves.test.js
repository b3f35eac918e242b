// Curves: the scale beside the lines.

import assert from "node:assert/strict";
import { test } from "node:test";
import { levelsOf } from "../../../service/web/replay/curves.js";

test("a scale has few round levels, zero among them", () => {
  assert.deepEqual(levelsOf(0, 1), [0, 1]);
  assert.deepEqual(levelsOf(0, 54), [0, 10, 20, 30, 40, 50]);
  assert.deepEqual(levelsOf(-37, 45), [-20, 0, 20, 40]);
  assert.deepEqual(levelsOf(-3, 1), [-3, -2, -1, 0, 1]);
});
