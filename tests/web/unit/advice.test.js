// The coach's advice is always legal, has its texts, and leads a beginner to a built empire.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { useCatalogue } from "../../../service/web/catalogue.js";
import { advise } from "../../../service/web/learn/advice.js";
import { nextTopic } from "../../../service/web/learn/coach.js";
import { expected, ranked } from "../../../service/web/learn/worth.js";
import { CATALOGUE } from "./recorded.js";

const texts = JSON.parse(readFileSync(new URL("../../../service/web/language/en.json", import.meta.url), "utf8"));
useCatalogue(CATALOGUE);

/** @param {Record<string, any>} seat @param {Record<string, any>} view */
const viewOf = (seat, view) => ({
  status: "playing", round: 1, phase: "planning", step: null, seat: 0, hand: [], candidates: [], sequence: null, supremacy: [], ...view,
  seats: [{ seat: 0, drafted: [], constructed: [], construction: [], krystallium: 0, generals: 0, financiers: 0, production: {}, cubes_to_place: {}, ...seat }],
});
/** @param {string} card @param {string[]} spaces */
const site = (card, ...spaces) => ({ card, spaces: spaces.map((needs) => ({ needs, filled: null })) });

/** @param {any} view @param {any[]} legal */
function advice(view, legal) {
  const found = advise(view, legal);
  if (found.intention) assert.ok(legal.some((each) => JSON.stringify(each) === JSON.stringify(found.intention)), JSON.stringify(found));
  assert.ok(`coach.do.${found.what}` in texts, found.what);
  assert.ok(`coach.why.${found.why}` in texts, found.why);
  return found;
}

test("a cube completes a card rather than bringing another one nearer", () => {
  const view = viewOf({ construction: [site("time-travel.1", "science", "science"), site("super-sonar.1", "science")], cubes_to_place: { science: 1 } }, { phase: "production", step: "science" });
  const legal = ["empire", "time-travel.1", "super-sonar.1"].map((onto) => ({ type: "place", item: "science", onto }));
  const { intention, why } = advice(view, legal);
  assert.equal(intention?.onto, "super-sonar.1");
  assert.equal(why, "completes");
});

test("a cube that fits nowhere goes to the empire card", () => {
  const { what } = advice(viewOf({ cubes_to_place: { gold: 1 } }, { phase: "production", step: "gold" }), [{ type: "place", item: "gold", onto: "empire" }]);
  assert.equal(what, "place.empire");
});

test("a card that the empire can pay is built, and one that it cannot is recycled", () => {
  const view = viewOf({ production: { materials: 2 }, drafted: ["wind-turbines.1", "time-travel.1"] }, {});
  const both = ["wind-turbines.1", "time-travel.1"].flatMap((card) => [{ type: "slate", card }, { type: "recycle", card, onto: "empire" }]);
  assert.deepEqual(advice(view, both).intention, { type: "slate", card: "wind-turbines.1" });
  assert.deepEqual(advice(view, both.slice(2)).intention, { type: "recycle", card: "time-travel.1", onto: "empire" });
});

test("the draft takes the most promising card that can be paid", () => {
  const view = viewOf({ production: { materials: 2 } }, { phase: "draft", hand: ["time-travel.1", "wind-turbines.1"] });
  assert.equal(advice(view, view.hand.map((card) => ({ type: "draft", card }))).card, "wind-turbines.1");
});

test("in the last round a card is built only if it can be finished", () => {
  const view = viewOf({ production: { materials: 2 }, drafted: ["nuclear-plant.1"] }, { round: 4 });
  const legal = [{ type: "slate", card: "nuclear-plant.1" }, { type: "recycle", card: "nuclear-plant.1", onto: "empire" }];
  assert.equal(advice(view, legal).intention?.type, "recycle");
});

test("krystallium is kept until it completes a card", () => {
  const legal = [{ type: "place", item: "krystallium", onto: "time-travel.1", as: "science" }, { type: "ready" }];
  const view = (/** @type {string[]} */ ...spaces) => viewOf({ krystallium: 1, construction: [site("time-travel.1", ...spaces)] }, { phase: "production", step: "gold" });
  assert.equal(advice(view("science", "science"), legal).intention?.type, "ready");
  assert.equal(advice(view("science"), legal).intention?.item, "krystallium");
});

test("a character that a card waits for is chosen", () => {
  const view = viewOf({ construction: [site("parallel-dimension.1", "general")] }, { phase: "production", step: "science" });
  assert.equal(advice(view, [{ type: "choose", character: "financier" }, { type: "choose", character: "general" }]).intention?.character, "general");
});

test("with nothing to do there is still a sentence", () => {
  assert.equal(advice(viewOf({}, {}), []).what, "wait");
  assert.equal(advice(viewOf({}, { status: "finished" }), []).what, "over");
});

test("what cards under construction wait for is not counted twice", () => {
  const seat = { production: { science: 1 }, construction: [site("super-sonar.1", "science", "science", "science")] };
  assert.equal(expected(viewOf(seat, {})).science, 1);
  assert.ok((ranked(viewOf(seat, {}), ["supercomputer.1"])[0]?.share ?? 1) < 0.5);
});

test("each topic is explained once, when it matters first, and has its texts", () => {
  const view = viewOf({ drafted: ["zeppelin.1"] }, { phase: "draft" });
  assert.equal(nextTopic(view, []), "draft");
  assert.equal(nextTopic(view, ["draft", "card"]), "passing");
  assert.equal(nextTopic(view, ["draft", "card", "passing"]), null);
  const topics = Object.keys(texts).filter((key) => /^coach\.topic\.\w+$/.test(key));
  assert.ok(topics.length > 10 && topics.every((key) => `${key}.text` in texts));
});
