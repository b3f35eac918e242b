// The tables of the explorer: their order, their columns and the addresses of their numbers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { boundsOf, isOffered, months, NO_FILTER, pathOf, sorted, tablesOf } from "../../../service/web/explorer/rows.js";

/** @param {number} cases @param {number} mean @returns {any} */
const result = (cases, mean) => ({ cases, enough: cases >= 20, won: 0.5, mean, mean_interval: cases >= 20 ? [mean - 2, mean + 2] : null });
/** @param {string} card @param {number} seen @param {any} picks @param {number[]} [picked] by place */
const row = (card, seen, picks, picked = [0, 0, 0]) => ({
  card, seen, rate: 0.1 * seen, rate_interval: seen >= 20 ? [0, 1] : null, picks, builds: result(0, 0),
  places: picked.map((times, at) => ({ place: at + 1, seen: 10, picked: times })),
});
const ROWS = [row("a", 30, result(25, -3), [1, 0, 3]), row("b", 5, result(2, 90)), row("c", 20, result(40, 4.5), [2, 0, 0]), row("d", 8, result(3, 1))];
/** @param {string} column @param {boolean} [isUp] */
const order = (column, isUp = false) => sorted(ROWS, "draft", { column, isUp }).map(({ card }) => card).join("");

test("rows come the highest first; those with too few cases last, however the rest is sorted", () => {
  assert.equal(order("lead"), "cabd");
  assert.equal(order("lead", true), "acbd");
  assert.equal(order("seen"), "acdb");
  assert.equal(order("rate", true), "cabd");
  assert.equal(order("places"), "cabd"); // the earliest picks first; what nobody picked last
});

test("a combination is sorted by its result", () => {
  const rows = [{ cards: ["a", "b"], result: result(30, 1) }, { cards: ["a", "c"], result: result(25, 7) }];
  assert.deepEqual(sorted(rows, "cards", { column: "lead", isUp: false }).map(({ cards }) => cards[1]), ["c", "b"]);
  assert.deepEqual(sorted(rows, "cards", { column: "cases", isUp: false }).map(({ cards }) => cards[1]), ["b", "c"]);
});

test("the address has what is chosen, and only where it means something", () => {
  assert.equal(pathOf("draft", { ...NO_FILTER, place: "1", seats: "4" }), "/v1/explorer/cards?mode=standard&seats=4&period=all&place=1");
  assert.equal(pathOf("build", { ...NO_FILTER, place: "1", round: "2" }), "/v1/explorer/cards?mode=standard&period=all&round=2");
  assert.equal(pathOf("empires", { ...NO_FILTER, mode: "solo", seats: "4", strength: "high", side: "B" }), "/v1/explorer/combinations?mode=solo&side=B&period=all&of=empires");
});

test("alone there is no draft, and tables of several seats are not offered", () => {
  assert.ok(!tablesOf("solo").includes("draft"));
  assert.ok(tablesOf("standard").includes("draft"));
  assert.equal(isOffered("seats", { ...NO_FILTER, mode: "solo" }, "build"), false);
  assert.equal(isOffered("period", NO_FILTER, "cards"), true);
});

test("a picture holds all intervals, and 0", () => {
  assert.deepEqual(boundsOf([result(25, 6), result(3, 80)]), [-1, 8]);
  assert.deepEqual(boundsOf([result(20, -9)]), [-11, 1]);
});

test("the months are the last twelve, the newest first, over the turn of a year", () => {
  const found = months(new Date("2026-02-28T23:00:00Z"));
  assert.deepEqual(found.slice(0, 3), ["2026-02", "2026-01", "2025-12"]);
  assert.equal(found.length, 12);
});
