// What a finished game is for its seats: who left has not won, and equal seats share a place.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isBest, placeOf, plays, winnersOf } from "../../../service/web/end/outcome.js";

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

test("a score is the own best one among several of its kind, unless the game was assisted", () => {
  const view = (/** @type {object} */ changes) => /** @type {any} */ ({ seat: 0, seats: [stays, left], mode: "standard", assisted: false, result: { scores: [{ total: 60 }, { total: 50 }] }, ...changes });
  const record = (/** @type {object} */ changes) => /** @type {any} */ ({ modes: [{ mode: "solo", games: 9, best_score: 99 }, { mode: "standard", games: 3, best_score: 60, ...changes }] });
  assert.equal(isBest(view({}), record({})), true);
  assert.equal(isBest(view({}), record({ best_score: 61 })), false);
  assert.equal(isBest(view({}), record({ games: 1 })), false);
  for (const changes of [{ assisted: true }, { seat: 1 }, { seat: null }, { result: null }]) assert.equal(isBest(view(changes), record({ best_score: 40 })), false);
});
