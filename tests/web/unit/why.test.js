// A decision in words says what the data say, without gaps, in every language of the page.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { CATALOGUE } from "./recorded.js";

/** @param {string} path */
const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
let chosen = "en";
Object.assign(globalThis, {
  localStorage: { getItem: () => JSON.stringify(chosen), setItem() {}, removeItem() {} },
  document: { documentElement: { dataset: {} } },
  fetch: async (/** @type {URL} */ { pathname }) => ({ json: async () => JSON.parse(readFileSync(pathname, "utf8")) }),
});
const { useCatalogue } = await import("../../../service/web/catalogue.js");
const { loadTexts } = await import("../../../service/web/language/texts.js");
const { doText, planTexts, whyTexts } = await import("../../../service/web/learn/why.js");
useCatalogue(CATALOGUE);
await loadTexts();

const plan = (construct = [""], keep = [""], recycle = [""]) => ({ construct, keep, recycle });
/** @param {string} card @param {number} value @param {any} [its] */
const pick = (card, value, its) => ({ intention: { type: "draft", card }, value, ...(its && { plan: its }) });
/** @param {any[]} alternatives @param {Record<string, any>} [changes] @returns {any} */
const decision = (alternatives, changes) => ({ strategy: "planner", seed: "1", seconds: 0, score: 12, estimate: "compared", fallback: null, intention: alternatives[0].intention, alternatives, ...changes });

test("the value, the plan and the next best options are told", () => {
  const found = whyTexts(decision([
    pick("museum.1", 30.25, plan(["museum.1", "roswell.1"], ["icebreaker.1"], ["zeppelin.2"])),
    pick("zeppelin.1", 28, plan(["zeppelin.1"], [], [])),
    pick("roswell.1", 30.25, plan([], [], [])),
  ]));
  assert.deepEqual(found, [
    "Your score is 12 now. The bot values this at 30.3 points, which serve only to compare.",
    "This round it constructs Museum and Roswell.",
    "It keeps under construction: Icebreaker.",
    "It recycles Zeppelin.",
    "2.3 points less – Pick Zeppelin. This round it constructs Zeppelin.",
    "As good – Pick Roswell. This round it constructs nothing.",
  ]);
});

test("an expected score is called one, and who decides instead is told last", () => {
  const fallback = { strategy: "search", reason: "ruleset" };
  const found = whyTexts(decision([pick("museum.1", 98)], { strategy: "master", estimate: "final_score", fallback }));
  assert.equal(found[0], "Your score is 12 now. The bot expects 98 at the end.");
  assert.match(found.at(-1) ?? "", /^Expert bot: Very hard bot decides here, because/);
});

test("a lead is told, and a negative one is being behind", () => {
  const text = (/** @type {number} */ value) => whyTexts(decision([pick("museum.1", value)], { estimate: "lead" }))[0];
  assert.equal(text(4.25), "Your score is 12 now. The bot expects you to lead by 4.3 points at the end.");
  assert.equal(text(-0.04), "Your score is 12 now. The bot expects you to lead by 0 points at the end.");
  assert.equal(text(-4.31), "Your score is 12 now. The bot expects you to be 4.3 points behind at the end.");
});

test("what is estimated by nobody is not compared", () => {
  assert.deepEqual(whyTexts(decision([pick("museum.1", 0), pick("roswell.1", 0)], { estimate: "none" })), ["This bot estimates nothing: it takes any of 2 moves."]);
  assert.deepEqual(whyTexts(decision([pick("museum.1", 0)], { estimate: "none" })), ["There is nothing else to compare it with."]);
});

test("copies of a card are told once", () => {
  const found = whyTexts(decision([pick("museum.1", 3, plan(["museum.1"], [], [])), pick("museum.2", 3, plan(["museum.2"], [], []))]));
  assert.equal(found.length, 2);
  assert.equal(planTexts(plan(["museum.1", "roswell.1", "museum.2"], [], []))[0], "This round it constructs 2× Museum and Roswell.");
});

test("a decision of an older worker, without an estimate, has no words", () => {
  assert.deepEqual(whyTexts(decision([pick("museum.1", 3)], { estimate: undefined })), []);
});

const INTENTIONS = [
  { type: "draft", card: "museum.1" }, { type: "slate", card: "museum.1" }, { type: "keep", card: "museum.1" }, { type: "discard", card: "museum.1" },
  { type: "recycle", card: "museum.1", onto: "roswell.1" }, { type: "recycle", card: "museum.1", onto: "empire" },
  { type: "place", item: "gold", onto: "roswell.1" }, { type: "place", item: "gold", onto: "empire" },
  { type: "place", item: "krystallium", onto: "roswell.1", as: "energy" }, { type: "place", item: "krystallium", onto: "roswell.1", as: "krystallium" },
  { type: "choose", character: "general" }, { type: "redraw", cards: ["museum.1", "roswell.1"] }, { type: "ready" },
];

test("every move that the catalogue names is among the intentions that have words", () => {
  const moves = CATALOGUE.events.flatMap(({ kind, caused_by: cause }) => (kind === "move" && cause ? [cause] : []));
  const missing = moves.filter((move) => !INTENTIONS.some(({ type }) => type === move));
  assert.deepEqual(missing, [], "add them to INTENTIONS here, and their texts why.do.… to service/web/language/");
});

for (const file of readdirSync(new URL("../../../service/web/language/", import.meta.url)).filter((name) => name.endsWith(".json"))) {
  test(`every intention, every value and every reason has words without gaps in ${file}`, async () => {
    chosen = file.replace(".json", "");
    await loadTexts();
    assert.equal(doText({ type: "ready" }), JSON.parse(read(`service/web/language/${file}`))["why.do.ready"]);
    const reasons = ["ruleset", "untrained", "weights", "view"];
    const others = reasons.flatMap((reason) => whyTexts(decision([pick("museum.1", 1)], { fallback: { strategy: "search", reason } })));
    const values = ["none", "compared", "final_score", "lead"].flatMap((estimate) => [1, -1].flatMap((value) => whyTexts(decision([pick("museum.1", value)], { estimate }))));
    for (const text of [...INTENTIONS.map(doText), ...others, ...values, ...planTexts(plan(["museum.1"], ["museum.1"], ["museum.1"]))]) {
      assert.doesNotMatch(text, /[{}]|why\.|undefined/, text);
    }
  });
}
