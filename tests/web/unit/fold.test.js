// The fold: the table from events, at any version; what was taken back; whose eyes see what.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Unfoldable, extended, fold, lastVersion, replayOf, tableAt, viewAt, wasTakenBack } from "../../../service/web/fold/fold.js";
import { momentsOf, neighbour } from "../../../service/web/replay/moments.js";
import { CATALOGUE as catalogue } from "./recorded.js";

const deck = catalogue.developments.flatMap(({ id, copies }) => Array.from({ length: copies }, (_, at) => `${id}.${at + 1}`));
const [first, second] = [deck.slice(0, 10), deck.slice(10, 20)];

/** Events from their names, seats and data: version 1 and so on, each a group of its own. */
const events = (...facts) => facts.map(([name, seat, data = {}], at) =>
  ({ version: at + 1, group: at + 1, name, seat, actor: `player-${seat ?? 0}`, time: "", data }));

const OPENING = [
  ["game_opened", null, { game: "abc", ruleset: "base-1", commitment: "", options: { seats: 2, side: "A", bots: [], visibility: "public" } }],
  ["seat_taken", 0, { player: "player-0" }],
  ["seat_taken", 1, { player: "player-1" }],
  ["game_started", null, { empires: ["noram-states", "aztec-empire"], deck, server_seed: "", client_seeds: ["", ""] }],
  ["hands_dealt", null, { size: 10 }],
];
const PICKS = [["card_drafted", 0, { card: first[0] }], ["card_drafted", 1, { card: second[0] }]];
const REVEAL = ["picks_revealed", null, { picks: [first[0], second[0]], passed: "left" }];

test("hands follow from the deck, and are passed", () => {
  const replay = replayOf(events(...OPENING, ...PICKS, REVEAL), catalogue);
  assert.deepEqual(viewAt(replay, 5, 0).hand, first);
  assert.deepEqual(viewAt(replay, 8, 0).hand, second.slice(1));
  assert.deepEqual(viewAt(replay, 8, 1).passed, second.slice(1).sort());
});

test("a seat's eyes and a spectator's see no secrets of others", () => {
  const replay = replayOf(events(...OPENING, ...PICKS), catalogue);
  const [own, spectator, open] = [viewAt(replay, 6, 1), viewAt(replay, 6, null), viewAt(replay, 6, "all")];
  assert.deepEqual([own.hand, own.picked, spectator.hand], [second, null, []]);
  assert.ok(!("deck" in own) && !("hand" in own.seats[0]) && !("deck" in spectator));
  assert.deepEqual([open.seats[0].picked, open.deck.length], [first[0], 130]);
});

test("an undone move is as if it had not been, and is known to be taken back", () => {
  const replay = replayOf(events(...OPENING, ...PICKS.slice(0, 1), ["intention_undone", 0, { group: 6 }]), catalogue);
  assert.deepEqual(viewAt(replay, 6, 0).picked, first[0]);
  assert.deepEqual([viewAt(replay, 7, 0).picked, viewAt(replay, 7, 0).hand], [null, first]);
  assert.deepEqual(replay.events.filter((event) => wasTakenBack(replay, event)).map(({ version }) => version), [6]);
});

test("a rewind goes back to a version, but players who left stay away", () => {
  const facts = [...OPENING, ...PICKS, ["seat_resigned", 1, { strategy: "greedy" }], ["rewound", null, { to: 5 }]];
  const replay = replayOf(events(...facts), catalogue);
  assert.deepEqual([viewAt(replay, 9, 0).hand, tableAt(replay, 9).seats[1].bot], [first, "greedy"]);
  assert.deepEqual(replay.events.filter((event) => wasTakenBack(replay, event)).map(({ version }) => version), [6, 7]);
});

test("events that come later extend a replay, and the versions share what they have in common", () => {
  const all = events(...OPENING, ...PICKS);
  const replay = extended(replayOf(all.slice(0, 5), catalogue), all.slice(5));
  assert.equal(lastVersion(replay), 7);
  assert.equal(tableAt(replay, 6).seats[1], tableAt(replay, 5).seats[1]);
  assert.deepEqual(viewAt(replay, 7, "all"), viewAt(replayOf(all, catalogue), 7, "all"));
});

test("a player's events show the own hand alone", () => {
  const facts = structuredClone(OPENING);
  delete facts[3][2].deck;
  facts[4][2].hand = second;
  const view = fold(events(...facts), "player-1", catalogue, { "player-0": "Ada" });
  assert.deepEqual([view.seat, view.hand, view.seats[0].hand_size, view.seats[0].player.name], [1, second, 10, "Ada"]);
});

test("an event that nobody knows, or that does not fit, names its version", () => {
  for (const fact of [["moon_eclipsed", null], ["toString", null], ["card_constructed", 7, { card: "x.1" }], ["item_placed", 0, { item: "gold", onto: "zeppelin.1" }]]) {
    const made = () => tableAt(replayOf(events(...OPENING, fact), catalogue), 6);
    assert.throws(made, (error) => error instanceof Unfoldable && error.version === 6, fact[0]);
  }
});

test("moments are the phases in their order, and neighbours lead from one to the next", () => {
  const moments = momentsOf(replayOf(events(...OPENING, ...PICKS, REVEAL), catalogue));
  assert.deepEqual(moments.map(({ first: from, last, phase }) => [from, last, phase]), [[1, 4, null], [5, 8, "draft"]]);
  assert.deepEqual([neighbour(moments, 2, 1), neighbour(moments, 7, -1), neighbour(moments, 5, -1), neighbour(moments, 6, 1)], [5, 5, 1, 8]);
});
