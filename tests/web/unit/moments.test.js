// What moves after a change of the table, and where: cards, cubes, hands, supremacies and points go on, and nothing goes back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { useCatalogue } from "../../../service/web/catalogue.js";
import { MOMENT_MS, motionsBetween, placed } from "../../../service/web/motion/moments.js";
import { soundsOf } from "../../../service/web/motion/sounds.js";
import { CATALOGUE } from "./recorded.js";

useCatalogue(CATALOGUE);

/** A seat of a view, with only what motions look at. @param {Record<string, any>} [changes] */
const seatOf = (changes) => ({
  seat: 0, empire: "aztec-empire", drafted: [], construction: [], constructed: [], cubes_to_place: {}, empire_cubes: {}, krystallium: 0, generals: 0, financiers: 0,
  hand_size: 7, production: { materials: 1, energy: 2, science: 0, gold: 0, exploration: 0 }, score: { total: 0 }, ...changes,
});

/** A view of three seats, of which the first is its viewer's. @param {Record<string, any>} changes @param {...Record<string, any>} seats @returns {any} */
const viewOf = (changes, ...seats) => ({
  seat: 0, round: 1, phase: "planning", step: null, passes: 0, sequence: null, hand: [], candidates: [], picked: null, discard: [], supremacy: [],
  seats: [0, 1, 2].map((seat) => seatOf({ seat, ...seats[seat] })), ...changes,
});

/** @param {string} card @param {...string | null} filled what its spaces hold; materials are needed */
const site = (card, ...filled) => ({ card, spaces: filled.map((each) => ({ needs: "materials", filled: each })) });

/** What moves, in short. @param {any} before @param {any} after */
function moves(before, after) {
  return (motionsBetween(before, after) ?? []).map(({ kind, what, from, to }) => `${kind} ${what}: ${from[0] ?? ""} > ${to[0]}`);
}

test("a card goes where it is drafted, slated, or constructed", () => {
  const hand = viewOf({ phase: "draft", hand: ["zeppelin.1", "juggernaut.1"] });
  assert.deepEqual(moves(hand, viewOf({ phase: "draft", hand: ["juggernaut.1"], picked: "zeppelin.1" })), ["draft zeppelin.1: card zeppelin.1 > card zeppelin.1"]);
  const drafted = viewOf({}, { drafted: ["zeppelin.1"] });
  const slated = viewOf({}, { construction: [site("zeppelin.1", null)] });
  assert.deepEqual(moves(drafted, slated), ["slate zeppelin.1: card zeppelin.1 > card zeppelin.1"]);
  const others = [viewOf({}, {}, { construction: [site("zeppelin.1", "materials")] }), viewOf({}, {}, { constructed: ["zeppelin.1"] })];
  assert.deepEqual(moves(others[0], others[1]), ["build zeppelin.1: site zeppelin.1 > built 1"]);
});

test("a recycled card becomes a cube, which goes to its space or to the empire card", () => {
  const before = viewOf({}, { drafted: ["wind-turbines.1"], construction: [site("zeppelin.1", null, null)] });
  const { recycling_bonus: bonus } = CATALOGUE.developments.find((/** @type {any} */ { id }) => id === "wind-turbines");
  const onSite = viewOf({ discard: ["wind-turbines.1"] }, { construction: [site("zeppelin.1", null, bonus)] });
  assert.deepEqual(moves(before, onSite), ["recycle wind-turbines.1: card wind-turbines.1 > card wind-turbines.1", `cube ${bonus}: card wind-turbines.1 > card zeppelin.1#1`]);
  const onEmpire = viewOf({ discard: ["wind-turbines.1"] }, { construction: [site("zeppelin.1", null, null)], empire_cubes: { [bonus]: 1 } });
  assert.deepEqual(moves(before, onEmpire)[1], `cube ${bonus}: card wind-turbines.1 > slots#0`);
});

test("what a step produces goes to the tray, and from there to the spaces of cards", () => {
  const planned = viewOf({}, { construction: [site("zeppelin.1", null, null)] });
  const produced = viewOf({ phase: "production", step: "materials" }, { construction: [site("zeppelin.1", null, null)], cubes_to_place: { materials: 1 } });
  assert.deepEqual(moves(planned, produced).filter((each) => each.startsWith("produce")), ["produce materials: makes materials > tray materials"]);
  const filled = viewOf({ phase: "production", step: "materials" }, { construction: [site("zeppelin.1", "materials", null)] });
  assert.deepEqual(moves(produced, filled), ["cube materials: tray materials > card zeppelin.1#0"]);
});

test("the cube that finishes a card flies to where its space was, before the card turns", () => {
  const step = { phase: "production", step: "materials" };
  const before = viewOf(step, { construction: [site("juggernaut.1", "materials", null)], cubes_to_place: { materials: 1 } });
  const after = viewOf(step, { constructed: ["juggernaut.1"] });
  const motions = motionsBetween(before, after) ?? [];
  const [cube] = motions.filter(({ kind }) => kind === "cube");
  const [build] = motions.filter(({ kind }) => kind === "build");
  assert.deepEqual([cube?.to[0], cube?.isGone], ["card juggernaut.1#1", true]);
  assert.ok(Number(cube?.at) < Number(build?.at));
  const bonus = CATALOGUE.developments.find((/** @type {any} */ { id }) => id === "juggernaut").construction_bonus;
  assert.equal(motions.filter(({ kind }) => kind === "earn").length, Object.values(bonus).reduce((sum, n) => sum + Number(n), 0));
});

test("five cubes on the empire card become a krystallium, and cubes that come later lie there", () => {
  const step = { phase: "production", step: "energy" };
  const before = viewOf(step, { empire_cubes: { energy: 3 }, cubes_to_place: { energy: 3 } });
  const after = viewOf(step, { empire_cubes: { energy: 1 }, krystallium: 1 });
  assert.deepEqual(moves(before, after), ["cube energy: tray energy > slots#3", "cube energy: tray energy > slots#4", "cube energy: tray energy > slots#0", "krystallium krystallium: slots#2 > own krystallium"]);
});

test("hands go to the left in odd rounds and to the right in even ones (R12)", () => {
  const [before, after] = [viewOf({ phase: "draft", hand: ["zeppelin.1"] }), viewOf({ phase: "draft", passes: 1, hand: ["juggernaut.1"] })];
  assert.deepEqual(moves(before, after), ["hand : hand 0 > hand 1", "hand : hand 1 > hand 2", "hand : hand 2 > hand 0", "pass left: card zeppelin.1 > card juggernaut.1"]);
  const second = [{ ...before, round: 2 }, { ...after, round: 2 }];
  assert.deepEqual(moves(second[0], second[1]).slice(1), ["hand : hand 1 > hand 0", "hand : hand 2 > hand 1", "pass right: card zeppelin.1 > card juggernaut.1"]);
});

test("a new hand is dealt, and picks of others are revealed", () => {
  const draft = { phase: "draft", hand: ["zeppelin.1", "juggernaut.1"] };
  assert.deepEqual(moves(viewOf({ phase: "production", step: "exploration" }), viewOf({ ...draft, round: 2 })).filter((each) => each.startsWith("deal")).length, 1);
  const revealed = viewOf({ ...draft, hand: ["juggernaut.1"] }, { drafted: ["zeppelin.1"] }, { drafted: ["lunar-base.1"] });
  assert.deepEqual(moves(viewOf({ ...draft, hand: ["juggernaut.1"], picked: "zeppelin.1" }), revealed), ["reveal lunar-base.1: hand 1 > drafted 1"]);
});

test("a supremacy is handed over when its character is known, and points count up", () => {
  const won = (/** @type {string | null} */ character) => ({ supremacy: [{ round: 1, step: "science", seat: 2, character }] });
  assert.deepEqual(moves(viewOf({}), viewOf(won(null))), []);
  assert.deepEqual(moves(viewOf(won(null)), viewOf(won("general"))), ["win general: prize science > general 2"]);
  const counted = motionsBetween(viewOf({}), viewOf({}, {}, { score: { total: 12 } }));
  assert.deepEqual(counted?.map(({ kind, values }) => [kind, values]), [["points", [0, 12]]]);
});

test("what was taken back moves nothing: a pick, a cube, a step, a supremacy, a constructed card", () => {
  const draft = { phase: "draft", hand: ["zeppelin.1"] };
  const step = { phase: "production", step: "materials" };
  const won = { supremacy: [{ round: 1, step: "materials", seat: 2, character: "financier" }] };
  const backs = [
    [viewOf({ ...draft, hand: [], picked: "zeppelin.1" }), viewOf(draft)],
    [viewOf(step, { construction: [site("zeppelin.1", "materials")] }), viewOf(step, { construction: [site("zeppelin.1", null)] })],
    [viewOf(step, { empire_cubes: { materials: 1 } }), viewOf(step, { cubes_to_place: { materials: 1 } })],
    [viewOf({ ...step, step: "energy" }), viewOf(step)],
    [viewOf({ ...step, ...won }), viewOf(step)],
    [viewOf({}, { constructed: ["zeppelin.1"], score: { total: 0 } }), viewOf({}, { construction: [site("zeppelin.1", null)], score: { total: 3 } })],
  ];
  for (const [before, after] of backs) assert.equal(motionsBetween(before, after), null);
});

test("after a view that is the same, nothing moves; a reload has no view before", () => {
  assert.deepEqual(motionsBetween(viewOf({}), viewOf({})), []);
});

test("however much happens at once, its moment is short", () => {
  const step = { phase: "production", step: "energy" };
  const sites = ["zeppelin.1", "juggernaut.1", "lunar-base.1"].map((card) => site(card, ...Array(6).fill(null)));
  const before = viewOf(step, { construction: sites, cubes_to_place: { energy: 9 } }, { construction: [site("zeppelin.2", null)] }, {});
  const after = viewOf({ phase: "production", step: "gold", supremacy: [{ round: 1, step: "energy", seat: 0, character: "general" }] },
    { constructed: sites.map(({ card }) => card), cubes_to_place: { gold: 12 }, score: { total: 20 } }, { constructed: ["zeppelin.2"], score: { total: 4 } }, {});
  const motions = motionsBetween(before, after) ?? [];
  assert.ok(motions.length > 20);
  assert.deepEqual(motions.filter(({ at, ms }) => at < 0 || at + ms > MOMENT_MS), []);
});

test("only what somebody sees moves, from and to the first spots in sight", () => {
  const box = (/** @type {number} */ left) => ({ left, top: 10, width: 20, height: 20 });
  const boxes = /** @type {Record<string, any>} */ ({ far: box(5000), here: box(100), there: box(300) });
  const look = (/** @type {string} */ spot) => boxes[spot] ?? null;
  const motion = (/** @type {string[]} */ from, /** @type {string[]} */ to) => ({ kind: /** @type {const} */ ("win"), what: "general", from, to, at: 0, ms: 100 });
  const window = { width: 1000, height: 800 };
  const found = placed([motion(["far", "here"], ["nowhere", "there"]), motion(["far"], ["far"]), motion(["nowhere"], ["there"]), motion(["here"], ["far"])], look, look, window);
  assert.deepEqual(found.map(({ start, end, target }) => [start.left, end.left, target]), [[100, 300, "there"], [100, 5000, "far"]]);
});

test("a moment is heard once for its cards and hands, and five times at most for its cubes", () => {
  const motion = (/** @type {any} */ kind, /** @type {string} */ from, at = 0) => ({ kind, what: "", from: [from], to: [], at, ms: 100 });
  const cubes = Array.from({ length: 9 }, (_, index) => motion("cube", "tray energy", index));
  const heard = soundsOf([motion("slate", "card a"), motion("slate", "card b"), ...cubes, motion("cube", "race 1 energy"), motion("win", "prize energy")]);
  assert.deepEqual(heard.map(({ sound }) => sound), ["card", ...Array(5).fill("cube"), "win"]);
});
