// What a stream tells, and the answers to one's own intentions, make one state, whose version never goes back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { applied, NOTHING } from "../../../service/web/live/game.js";

/** @param {number} version */
const view = (version) => ({ type: "view", version, view: { version }, legal: [] });
const frame = { type: "frame", version: 5, seat: 0, view: { version: 5 }, legal: [{ type: "ready" }], names: ["Ada"], reactions: [] };

test("an answer that overtakes the stream is not taken back by it", () => {
  const state = [frame, view(8), view(6)].reduce(applied, NOTHING);
  assert.equal(state.view.version, 8);
  assert.equal(state.cursor, 5, "the events in between are still to come");
});

test("an answer that does not say what is legal leaves what the stream has said, whichever comes first", () => {
  const answer = { type: "view", view: { version: 5 } };
  assert.deepEqual([frame, answer].reduce(applied, NOTHING).legal, frame.legal);
  assert.deepEqual([answer, frame].reduce(applied, NOTHING).legal, frame.legal);
  assert.deepEqual(applied(applied(NOTHING, frame), { type: "view", view: { version: 6 } }).legal, []);
});

test("an event that comes twice counts once", () => {
  const event = { type: "event", version: 6, name: "card_drafted" };
  const state = [frame, event, event].reduce(applied, NOTHING);
  assert.equal(state.events.length, 1);
  assert.equal(state.cursor, 6);
});

test("a resync replaces what there is", () => {
  const resync = { ...frame, type: "resync", version: 4, view: { version: 4 } };
  const state = [frame, { type: "event", version: 6, name: "card_drafted" }, resync].reduce(applied, NOTHING);
  assert.deepEqual([state.view.version, state.cursor, state.events], [4, 4, []]);
});

test("a tab that hears of a game from another tab has the connection of that one", () => {
  assert.equal(applied(NOTHING, { ...frame, connection: "live" }).connection, "live");
  assert.equal(applied(NOTHING, frame).connection, "connecting", "the service tells none: the reader does");
});

test("only its end ends a game: after all else the next connection goes on, or is told why not", () => {
  for (const reason of ["restarting", "no_access", "token_revoked"]) assert.equal([frame, { type: "end", reason }].reduce(applied, NOTHING).connection, "connecting");
  assert.equal([frame, { type: "end", reason: "finished" }].reduce(applied, NOTHING).connection, "ended");
  assert.equal(applied(NOTHING, { type: "end", reason: "finished" }).connection, "connecting", "nothing of it is known yet");
});

test("a game that comes whole again from another tab has the same past; after a resync it has another one", () => {
  const later = { ...frame, version: 9, view: { version: 9 } };
  assert.equal([frame, later].reduce(applied, NOTHING).began, 5);
  assert.equal([frame, { ...later, type: "resync" }].reduce(applied, NOTHING).began, 9);
});
