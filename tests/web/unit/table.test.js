// The pure parts of the table's panels: the race for supremacy, clocks, rewinds, and what is told.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, isLow, secondsLeft } from "../../../service/web/table/clocks.js";
import { currentStep, lead, prizes, stepsOfRound, won } from "../../../service/web/table/race.js";
import { mayPlayAgain } from "../../../service/web/table/menu.js";
import { mayAbort, mayPause, mayRewind } from "../../../service/web/table/menu_sheets.js";
import { beginnings, missingAnswers } from "../../../service/web/table/rewinds.js";
import { joinPath } from "../../../service/web/table/before.js";
import { freshReaction } from "../../../service/web/table/reactions.js";
import { standing } from "../../../service/web/table/seats.js";
import { newEvents } from "../../../service/web/table/lately.js";
import { counted, worthHearing } from "../../../service/web/table/news.js";
import { useCatalogue } from "../../../service/web/catalogue.js";
import { CATALOGUE } from "./recorded.js";

useCatalogue(CATALOGUE);

const NOW = Date.parse("2026-11-22T12:00:00Z");
/** @param {number[]} golds of the seats */
const producing = (...golds) => ({ ruleset: "base-1", seats: golds.map((gold, seat) => ({ seat, production: { gold } })) });
/** @param {object} changes */
const clock = (changes) => ({ seat: 0, left: 100, running: true, deadline: "2026-11-22T12:01:30Z", low_at: "2026-11-22T12:01:10Z", misses: 0, expired: false, ...changes });

test("the seat that alone produces the most leads", () => {
  assert.deepEqual(lead(producing(2, 3, 0), "gold"), { seat: 1, most: 3, tied: [] });
});

test("nobody leads in a tie, and the tied seats are named", () => {
  assert.deepEqual(lead(producing(3, 3, 0), "gold"), { seat: null, most: 3, tied: [0, 1] });
});

test("nobody leads where nobody produces", () => {
  assert.deepEqual(lead(producing(0, 0), "gold"), { seat: null, most: 0, tied: [] });
});

test("alone at the table, five cubes are needed", () => {
  assert.equal(lead(producing(4), "gold").seat, null);
  assert.equal(lead(producing(5), "gold").seat, 0);
});

test("supremacies are told by seat and resource, with their rounds", () => {
  const view = { supremacy: [{ round: 1, step: "gold", seat: 1, character: "financier" }, { round: 2, step: "gold", seat: 0, character: "financier" }, { round: 2, step: "energy", seat: 1, character: "general" }] };
  assert.deepEqual(won(view, 1, "gold").map(({ round }) => round), [1]);
});

test("science gives either character", () => {
  assert.deepEqual(prizes("science"), ["general", "financier"]);
  assert.deepEqual(prizes("gold"), ["financier"]);
});

test("a solo game has no draft", () => {
  assert.ok(!stepsOfRound({ mode: "solo" }).includes("draft"));
  assert.equal(stepsOfRound({ mode: "standard" })[0], "draft");
});

test("the current step of production is its resource", () => {
  assert.equal(currentStep({ status: "playing", phase: "production", step: "energy" }), "energy");
  assert.equal(currentStep({ status: "playing", phase: "draft", step: null }), "draft");
  assert.equal(currentStep({ status: "finished", phase: "finished", step: null }), null);
});

test("a running clock counts down to its deadline, a standing one shows what it has", () => {
  assert.equal(secondsLeft(clock({}), NOW), 90);
  assert.equal(secondsLeft(clock({ running: false }), NOW), 100);
  assert.equal(secondsLeft(clock({}), NOW + 1e9), 0);
});

test("a clock is low from the time that the service names", () => {
  assert.equal(isLow(clock({}), NOW), false);
  assert.equal(isLow(clock({}), NOW + 75_000), true);
  assert.equal(isLow(clock({ running: false, low_at: null, expired: true }), NOW), true);
});

test("times are minutes and seconds, with hours from an hour on", () => {
  assert.equal(clockText(9), "0:09");
  assert.equal(clockText(61.2), "1:02");
  assert.equal(clockText(3 * 3600 + 62), "3:01:02");
  assert.equal(clockText(2 * 86_400), "table.clock.days");
});

test("a game can go back to where phases and steps began, the newest first", () => {
  const events = [
    { version: 1, group: 1, name: "game_started", data: {} }, { version: 2, group: 1, name: "hands_dealt", data: { size: 7 } },
    { version: 3, group: 3, name: "card_drafted", data: {} },
    { version: 4, group: 4, name: "card_drafted", data: {} }, { version: 5, group: 4, name: "picks_revealed", data: {} }, { version: 6, group: 4, name: "planning_begun", data: {} },
    { version: 7, group: 7, name: "ready_declared", data: {} }, { version: 8, group: 7, name: "resources_produced", data: { step: "materials" } }, { version: 9, group: 7, name: "supremacy_won", data: {} },
  ];
  assert.deepEqual(beginnings(events), [
    { version: 9, round: 1, phase: "production", step: "materials" },
    { version: 6, round: 1, phase: "planning", step: null },
    { version: 2, round: 1, phase: "draft", step: null },
  ]);
});

test("after a rewind, what came after its version is no longer offered", () => {
  const events = [{ version: 1, group: 1, name: "hands_dealt", data: {} }, { version: 2, group: 2, name: "planning_begun", data: {} }, { version: 3, group: 3, name: "rewound", data: { to: 1 } }];
  assert.deepEqual(beginnings(events).map(({ version }) => version), [1]);
});

test("people answer a rewind, bots and the one who proposes do not", () => {
  const person = { kind: "human" };
  const view = { seats: [{ seat: 0, player: person, bot: null }, { seat: 1, player: person, bot: null }, { seat: 2, player: { kind: "bot" }, bot: "greedy" }, { seat: 3, player: person, bot: null }] };
  assert.deepEqual(missingAnswers(view, { seat: 0, accepted: [3] }), [1]);
});

test("others join a private game by its code, a public one by its id, and no game under way", () => {
  assert.equal(joinPath({ status: "open", code: "ABC", visibility: "private", id: "g" }), "/join/ABC");
  assert.equal(joinPath({ status: "open", visibility: "public", id: "g" }), "/join/g");
  assert.equal(joinPath({ status: "open", visibility: "private", id: "g" }), null);
  assert.equal(joinPath({ status: "playing", visibility: "public", id: "g" }), null);
});

test("a game can be ended for all until the first picks are revealed", () => {
  const seat = { drafted: [], constructed: [], construction: [] };
  const view = { round: 1, phase: "draft", mode: "standard", required: null, discard: [], seats: [seat, seat] };
  assert.equal(mayAbort(view), true);
  assert.equal(mayAbort({ ...view, seats: [seat, { ...seat, drafted: ["zeppelin.1"] }] }), false);
  assert.equal(mayAbort({ ...view, round: 2 }), false);
});

test("a reaction shows for some seconds, by the clock of the service", () => {
  const said = { id: "1", seat: 1, reaction: "hello", time: "2026-11-22T11:59:55Z" };
  const facts = { now: NOW, connection: /** @type {const} */ ("live"), reactions: [said] };
  assert.equal(freshReaction(facts, 1), said);
  assert.equal(freshReaction(facts, 0), undefined);
  assert.equal(freshReaction({ ...facts, now: NOW + 60_000 }, 1), undefined);
});

test("a seat is away before it is waited for, and ready when the game does not wait for it", () => {
  const view = { status: "playing", waiting_on: [0, 1] };
  const seat = { seat: 0, player: {}, away: false, choosing: false, ready: false };
  assert.equal(standing(view, { ...seat, away: true }), "away");
  assert.equal(standing(view, seat), "waited");
  assert.equal(standing(view, { ...seat, choosing: true }), "choosing");
  assert.equal(standing(view, { ...seat, seat: 2 }), "ready");
  assert.equal(standing(view, { ...seat, player: null }), "free");
});

test("only events after the known ones are new, and none of the first frame", () => {
  const events = [{ version: 1 }, { version: 2 }, { version: 3 }];
  assert.deepEqual(newEvents({ events, cursor: 3 }, { cursor: 2 }), [{ version: 3 }]);
  assert.deepEqual(newEvents({ events, cursor: 3 }, { cursor: null }), []);
});

test("of a flood of events the three most important are heard, in their order", () => {
  const entry = (/** @type {number} */ version, /** @type {string} */ name, undone = false) => ({ version, name, seat: 0, text: `${name} ${version}`, undone });
  const entries = [entry(1, "card_drafted"), entry(2, "resources_produced"), entry(3, "card_constructed"), entry(4, "supremacy_won"), entry(5, "picks_revealed"), entry(6, "rewound", true)];
  assert.deepEqual(worthHearing(entries), ["card_constructed 3", "supremacy_won 4", "picks_revealed 5"]);
});

test("sentences that repeat one another become one, but not with one that was taken back", () => {
  const entry = (/** @type {number} */ version, /** @type {string} */ text, undone = false) => ({ version, name: "item_placed", seat: 0, text, undone });
  const found = counted([entry(1, "a"), entry(2, "a"), entry(3, "a", true), entry(4, "b"), entry(5, "a")]);
  assert.deepEqual(found.map(({ text, times, version }) => [text, times, version]), [["a", 2, 1], ["a", 1, 3], ["b", 1, 4], ["a", 1, 5]]);
});

test("going back is offered where the service would accept a proposal", () => {
  const view = /** @type {any} */ ({ seat: 0, status: "playing", phase: "draft", rewinds: true, seats: [{ away: false }] });
  const facts = /** @type {any} */ ({ rewind: null });
  assert.ok(mayRewind(view, facts));
  assert.ok(mayRewind(view, null));
  assert.ok(!mayRewind({ ...view, rewinds: false }, facts));
  assert.ok(!mayRewind({ ...view, seat: null }, facts));
  assert.ok(!mayRewind({ ...view, phase: "finished" }, facts));
  assert.ok(!mayRewind({ ...view, seats: [{ away: true }] }, facts));
  assert.ok(!mayRewind(view, /** @type {any} */ ({ rewind: { number: 1 } })));
});

test("a pause is offered where a clock runs and nobody asks for one", () => {
  const view = /** @type {any} */ ({ seat: 0, status: "playing", phase: "draft", clock: { kind: "bank" }, pause: null, seats: [{ away: false }] });
  const facts = /** @type {any} */ ({ now: Date.parse("2026-11-26T12:00:00Z") });
  const asked = (/** @type {string} */ expires, /** @type {string | null} */ until = null) => ({ ...view, pause: { agreed: [1], expires_at: expires, until } });
  assert.ok(mayPause(view, facts));
  assert.ok(!mayPause({ ...view, clock: null }, facts));
  assert.ok(!mayPause({ ...view, seats: [{ away: true }] }, facts));
  assert.ok(!mayPause(asked("2026-11-26T12:10:00Z"), facts));
  assert.ok(mayPause(asked("2026-11-26T11:50:00Z"), facts), "the question has expired");
  assert.ok(!mayPause(asked("2026-11-26T11:50:00Z", "2026-11-27T11:50:00Z"), facts), "the game is paused");
});

test("in a pause nothing is expected of a seat", () => {
  const view = /** @type {any} */ ({ seat: 0, status: "playing", waiting_on: [], pause: { agreed: [0], expires_at: "2026-11-26T12:10:00Z", until: "2026-11-27T12:00:00Z" } });
  const seat = /** @type {any} */ ({ seat: 0, player: { kind: "human" } });
  assert.equal(standing(view, seat), "still");
  assert.equal(standing({ ...view, pause: null }, seat), "ready");
});

test("the same game again is offered to players of a game that began", () => {
  const over = /** @type {any} */ ({ seat: 1, status: "abandoned", phase: "draft" });
  assert.ok(mayPlayAgain(over));
  assert.ok(!mayPlayAgain({ ...over, phase: null }));
  assert.ok(!mayPlayAgain({ ...over, seat: null }));
});
