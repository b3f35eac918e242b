// What a finished game is for its seats: who left has not won, and equal seats share a place.

import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf, plays, winnersOf } from "../../../service/web/end/outcome.js";

const stays = { player: { id: "ann" }, bot: null };
const left = { player: { id: "ben" }, bot: "greedy" };
const strategy = { player: { id: "bot:greedy" }, bot: "greedy" };

test("a strategy plays its own seat, and that of a player who left for nobody", () => {
  assert.deepEqual([stays, left, strategy].map(plays), [true, false, true]);
});

test("the best of those who stayed win", () => {
  assert.deepEqual(winnersOf([[1], [0, 2]], [stays, left, strategy]), [0, 2]);
  assert.deepEqual(winnersOf([[1], [2], [0]], [stays, left, strategy]), [2]);
  assert.deepEqual(winnersOf([[0], [1]], [left, left]), []);
});

test("equal seats share a place, and the next place is left out", () => {
  assert.deepEqual([0, 1, 2, 3].map((seat) => placeOf([[0], [1, 3], [2]], seat)), [1, 2, 4, 2]);
});
