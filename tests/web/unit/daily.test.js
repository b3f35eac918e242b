import assert from "node:assert/strict";
import { test } from "node:test";

import { calendar, dayAfter } from "../../../service/web/daily/words.js";

test("days follow each other over the ends of months and years", () => {
  assert.equal(dayAfter("2026-11-30"), "2026-12-01");
  assert.equal(dayAfter("2027-01-01", -1), "2026-12-31");
  assert.equal(dayAfter("2028-02-28"), "2028-02-29");
});

test("the calendar has five weeks up to today, with the scores of tries that counted", () => {
  const today = { day: "2026-11-28", side: "A", scenario: null, commitment: "" };
  const tries = [{ day: "2026-11-26", game: "g", status: "finished", score: 0 }];
  const days = calendar({ today, first: "2026-11-25", tries }, 42);
  assert.equal(days.length, 35);
  assert.equal(days[0].day, "2026-10-25");
  assert.deepEqual(days.slice(-5), [
    { day: "2026-11-24", score: null, isDealt: false },
    { day: "2026-11-25", score: null, isDealt: true },
    { day: "2026-11-26", score: 0, isDealt: true },
    { day: "2026-11-27", score: null, isDealt: true },
    { day: "2026-11-28", score: 42, isDealt: true },
  ]);
});
