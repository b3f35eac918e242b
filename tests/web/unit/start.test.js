// Names, the options of a game, and the items of the inbox.

import assert from "node:assert/strict";
import { test } from "node:test";
import { collect, isNews, waitingGames } from "../../../service/web/live/items.js";
import { mayJoin, tableChoices } from "../../../service/web/start/room.js";
import { cleanName } from "../../../service/web/start/names.js";
import { clockPreset, CLOCKS, FIRST_CHOICES, FIRST_TABLE, gameBody, tableBody } from "../../../service/web/start/options.js";
import { useCatalogue } from "../../../service/web/catalogue.js";
import { CATALOGUE } from "./recorded.js";

useCatalogue(CATALOGUE);

/** @param {string} type @param {string} game @param {number} [version] */
const item = (type, game, version = 1) => ({ type, game, version, id: `${version}-${game}`, seat: 0, deadline: null, view: {} });
/** @param {...any} items */
const collected = (...items) => items.reduce(collect, []);

test("a name keeps its letters, and loses what nobody sees", () => {
  assert.equal(cleanName("  Ada \t\n Lovelace "), "Ada Lovelace");
  assert.equal(cleanName("\u202eevil\u0000\u200b"), "evil");
  assert.equal(cleanName("<b>Ben</b> 👑 عمر"), "<b>Ben</b> 👑 عمر");
  for (const name of ["علی\u200cرضا", "👩\u200d🚀", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"]) assert.equal(cleanName(name), name);
});

test("a game against bots has a seat for its player and one for each bot", () => {
  assert.deepEqual(gameBody({ ...FIRST_CHOICES, opponents: 4, strategy: "planner" }), { seats: 5, side: "A", bots: ["planner", "planner", "planner", "planner"] });
});

test("a solo game and a scenario have one seat", () => {
  assert.deepEqual(gameBody({ ...FIRST_CHOICES, mode: "solo" }), { seats: 1, side: "B" });
  assert.deepEqual(gameBody({ ...FIRST_CHOICES, mode: "scenario", scenario: "SC03" }), { seats: 1, scenario: "SC03" });
});

test("a table for people keeps a seat for somebody else, however many bots were asked for", () => {
  assert.equal(tableBody({ ...FIRST_TABLE, seats: 3, bots: 3 }).bots.length, 1);
  assert.equal(tableBody({ ...FIRST_TABLE, seats: 2, bots: 1 }).bots.length, 0);
});

test("the host is offered what the service would accept", () => {
  /** @param {string} seats one letter each: a person, a bot, free, kept @param {any} [more] */
  const choices = (seats, more = {}) => tableChoices({ mode: "standard", origin: null, ...more, seats: [...seats].map((kind) => ({ player: "pb".includes(kind) ? {} : null, bot: kind === "b" ? "greedy" : null, reserved: kind === "k" ? "x" : null })) });
  assert.deepEqual(choices("pfb"), { more: true, fewer: true, bot: true });
  assert.deepEqual(choices("ppb"), { more: true, fewer: false, bot: false });
  assert.deepEqual(choices("pf"), { more: true, fewer: false, bot: true });
  assert.deepEqual(choices("pffff"), { more: false, fewer: true, bot: true });
  assert.deepEqual(choices("pkb"), { more: true, fewer: false, bot: false });
  assert.deepEqual(choices("pff", { origin: {} }), { more: false, fewer: false, bot: true });
  assert.deepEqual(choices("p", { mode: "solo" }), { more: false, fewer: false, bot: false });
});

test("a table allows rewinds unless its opener does not", () => {
  assert.ok(!("rewinds" in tableBody(FIRST_TABLE)));
  assert.equal(tableBody({ ...FIRST_TABLE, rewinds: false }).rewinds, false);
});

test("a seat is offered to those whom the service would let sit down", () => {
  const free = { player: null, bot: null, reserved: null };
  const kept = { ...free, reserved: "ann" };
  const table = { visibility: "public", invited: [], seats: [{ player: {} }, free] };
  assert.ok(mayJoin(table, "eve"));
  assert.ok(!mayJoin({ ...table, seats: [{ player: {} }] }, "eve"));
  assert.deepEqual(["ann", "eve"].map((who) => mayJoin({ ...table, seats: [kept] }, who)), [true, false]);
  assert.deepEqual(["ann", "eve"].map((who) => mayJoin({ ...table, visibility: "private", invited: ["ann"] }, who)), [true, false]);
});

test("the opener has the empire that they chose, on seat 0", () => {
  assert.deepEqual(tableBody({ ...FIRST_TABLE, empire: "noram-states" }).empires, ["noram-states", null, null]);
});

test("each preset of a clock is known again, with what the service adds to it", () => {
  for (const [name, clock] of Object.entries(CLOCKS)) assert.equal(clockPreset(clock && { increment: 0, misses: 3, ...clock }), name);
  assert.equal(clockPreset({ kind: "bank", seconds: 1, increment: 1 }), "");
});

test("what waits for the player comes before news, the most urgent first", () => {
  const items = collected(item("finished", "c"), item("invitation", "b"), item("your_turn", "a"), item("clock_low", "d"));
  assert.deepEqual(items.map(({ type }) => type), ["clock_low", "your_turn", "invitation", "finished"]);
});

test("a newer item takes the place of an older one of its kind and game, and an older one changes nothing", () => {
  assert.deepEqual(collected(item("your_turn", "a", 3), item("your_turn", "a", 7)).map(({ version }) => version), [7]);
  assert.deepEqual(collected(item("your_turn", "a", 7), item("your_turn", "a", 3)).map(({ version }) => version), [7]);
});

test("that a game has started is no news beside a turn in it, and settles that its table is full", () => {
  const types = (/** @type {any[]} */ ...items) => collected(...items).map(({ type }) => type);
  assert.deepEqual(types(item("started", "a"), item("your_turn", "a")), ["your_turn"]);
  assert.deepEqual(types(item("your_turn", "a"), item("started", "a")), ["your_turn"]);
  assert.deepEqual(types(item("your_turn", "b"), item("started", "a")), ["your_turn", "started"]);
  assert.deepEqual(types(item("table_full", "a"), item("started", "a")), ["started"]);
});

test("the end of a game settles all that waited in it", () => {
  const items = collected(item("your_turn", "a"), item("expiring", "a"), item("your_turn", "b"), item("finished", "a", 9));
  assert.deepEqual(items.map(({ type, game }) => `${type} ${game}`), ["your_turn b", "finished a"]);
});

test("who was removed from a table is told so, and waits for it no more", () => {
  const items = collected(item("table_full", "a"), item("expiring", "a"), item("removed", "a", 9), item("invitation", "b"));
  assert.deepEqual(items.map(({ type, game }) => `${type} ${game}`), ["invitation b", "removed a"]);
  assert.ok(isNews("removed"));
});

test("a game counts once, however much waits in it, and invitations do not count", () => {
  assert.deepEqual(waitingGames(collected(item("your_turn", "a"), item("rewind_proposed", "a"), item("pause_asked", "a"), item("invitation", "b"))), ["a"]);
});

test("only the newest news stay, and types that the page does not know are left out", () => {
  const items = collected(item("your_turn", "a"), item("unheard_of", "b"), ...Array.from({ length: 30 }, (_, index) => item("finished", `g${index}`)));
  assert.equal(items.filter(({ type }) => isNews(type)).length, 10);
  assert.equal(items[0]?.type, "your_turn");
  assert.ok(items.some(({ game }) => game === "g29"));
});
