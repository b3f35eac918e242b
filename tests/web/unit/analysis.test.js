// What the page reads out of an analysis.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decisionAt, expectations, lossOf, nextWeak, weakDecisions } from "../../../service/web/analysis/analysis.js";

/** @param {number} version @param {number} seat @param {number} best @param {number} made @param {string} grade @returns {any} */
const decision = (version, seat, best, made, grade) => ({ version, seat, best_value: best, made_value: made, class: grade });
const DECISIONS = [
  decision(2, 0, 4, 4, "best"), decision(3, 1, -3, -6.04, "inaccuracy"), decision(5, 0, 6, -4, "blunder"), decision(7, 0, 1, -4.5, "mistake"), decision(8, 1, 2, 1, "good"),
];
/** @type {any} */
const analysis = { seats: [{ seat: 0, start: 4, result: -2 }, { seat: 1, start: -3, result: 2 }], decisions: DECISIONS };

test("a seat expects its start, then what each of its decisions left, and at the end the result", () => {
  assert.deepEqual(expectations(analysis, 9), [[4, 4, 4, 4, 4, 6, -4, 1, -4, -2], [-3, -3, -3, -3, -6, -6, -6, -6, 2, 2]]);
});

test("the weak decisions of a seat are told, the dearest first", () => {
  assert.deepEqual(weakDecisions(analysis, 0).map(({ version }) => version), [5, 7]);
  assert.deepEqual(weakDecisions(analysis, 1).map(lossOf), [3]);
});

test("one steps from a weak decision of a seat to the next one, and back", () => {
  assert.deepEqual([nextWeak(analysis, 0, 0, 1), nextWeak(analysis, 5, 0, 1), nextWeak(analysis, 7, 0, 1)], [5, 7, undefined]);
  assert.deepEqual([nextWeak(analysis, 8, 0, -1), nextWeak(analysis, 7, 0, -1), nextWeak(analysis, 3, 0, -1)], [7, 5, undefined]);
  assert.equal(nextWeak(analysis, 5, 1, -1), 3);
});

test("a version has the decision that was made at it, if there was one", () => {
  assert.equal(decisionAt(analysis, 5), DECISIONS[2]);
  assert.equal(decisionAt(analysis, 6), undefined);
});
