// What a person does goes to the service in order, one request at a time, and once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { useCatalogue } from "../../../service/web/catalogue.js";
import { Offline, Problem } from "../../../service/web/client.js";
import { createQueue } from "../../../service/web/table/queue.js";
import { CATALOGUE } from "./recorded.js";

useCatalogue(CATALOGUE);

/** @param {string} card */
const slate = (card) => ({ type: "slate", card });
/** Until promises that are settled have been heard, without a timer. */
const settle = async () => { for (let turn = 0; turn < 20; turn++) await null; };
const pause = () => new Promise((resolve) => setTimeout(resolve));

/** A queue, the requests that it has made, and the way to answer the oldest. */
function queueWithRequests() {
  /** @type {{ cards: (string | undefined)[], undo?: import("../../../service/web/table/queue.js").Undo, answer(error?: Error, groups?: number[]): void }[]} */
  const requests = [];
  /** @type {string[]} */
  const refused = [];
  /** What was pending at each answer. @type {(string | undefined)[][]} */
  const pendingAtAnswers = [];
  const queue = createQueue({
    send: (intentions) => new Promise((resolve, reject) => requests.push({ cards: intentions.map(({ card }) => card), answer: (error, groups = []) => (error ? reject(error) : resolve({ events: groups.map((group) => ({ group })) })) })),
    undo: (undo) => new Promise((resolve, reject) => requests.push({ cards: ["undo"], undo, answer: (error) => (error ? reject(error) : resolve({})) })),
    onAnswer: () => pendingAtAnswers.push(queue.pending().map(({ card }) => card)),
    onChange() {},
    onRefused: (problem) => refused.push(problem.code),
  }, new AbortController().signal);
  return { queue, requests, refused, pendingAtAnswers };
}

test("an answer is heard when its request is pending no more, so that its view drops nothing that waits", async () => {
  const { queue, requests, pendingAtAnswers } = queueWithRequests();
  for (const card of ["a", "b"]) queue.add([slate(card)], false);
  requests[0]?.answer();
  await pause();
  assert.deepEqual(pendingAtAnswers, [["b"]]);
});

test("a request that does not reach the service tells so until one does", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { queue, requests } = queueWithRequests();
  queue.add([slate("a")], false);
  requests[0]?.answer(new Offline());
  await settle();
  assert.equal(queue.isOffline(), true);
  context.mock.timers.runAll();
  await settle();
  requests[1]?.answer();
  await settle();
  assert.equal(queue.isOffline(), false);
  assert.deepEqual(queue.pending(), []);
});

test("after a fault of the page itself later moves are sent all the same", async () => {
  const { queue, requests } = queueWithRequests();
  queue.add([slate("a")], true);
  const flushed = assert.rejects(queue.flush(), /a fault/);
  requests[0]?.answer(new Error("a fault"));
  await flushed;
  queue.add([slate("b")], false);
  assert.deepEqual(requests.map(({ cards }) => cards), [["a"], ["b"]]);
});

test("what is added while a request is under way goes together in the next", async () => {
  const { queue, requests } = queueWithRequests();
  for (const card of ["a", "b", "c"]) queue.add([slate(card)], false);
  assert.deepEqual(requests.map(({ cards }) => cards), [["a"]]);
  requests[0]?.answer();
  await pause();
  assert.deepEqual(requests[1]?.cards, ["b", "c"]);
});

test("what comes before a refused intention is sent again, the rest is dropped", async () => {
  const { queue, requests, refused } = queueWithRequests();
  queue.add(["a", "b", "c"].map(slate), false);
  queue.add([slate("d")], false);
  requests[0]?.answer(new Problem(409, { code: "card_not_drafted", errors: [{ pointer: "/1" }] }));
  await pause();
  assert.deepEqual(refused, ["card_not_drafted"]);
  assert.deepEqual(requests[1]?.cards, ["a"]);
  assert.equal(queue.pending().length, 1);
});

test("undo takes back what is not sent yet, and otherwise asks the service", async () => {
  const { queue, requests } = queueWithRequests();
  queue.add([slate("a"), slate("b")], true);
  queue.undo(null);
  queue.flush();
  assert.deepEqual(requests[0]?.cards, ["a"]);
  requests[0]?.answer();
  await pause();
  queue.undo(7);
  queue.undo(7); // a second tap, before the first has led to anything
  assert.deepEqual(requests.slice(1).map(({ undo }) => undo?.version), [7]);
});

test("an undo whose answer is lost is repeated as it was, so that it takes back one move", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { queue, requests } = queueWithRequests();
  queue.undo(7);
  requests[0]?.answer(new Offline());
  await settle();
  context.mock.timers.runAll();
  await settle();
  assert.deepEqual(requests[1]?.undo, requests[0]?.undo);
});

test("what is under way is taken back at once in sight, and at the service as soon as it is confirmed", async () => {
  const { queue, requests } = queueWithRequests();
  queue.add([slate("a"), slate("b")], false);
  queue.undo(3);
  assert.deepEqual(queue.pending(), [slate("a")]);
  queue.undo(3);
  queue.undo(3); // nothing is left of the request, and what came before it stays
  queue.add([slate("c")], false);
  requests[0]?.answer(undefined, [5, 8]);
  await pause();
  requests[1]?.answer();
  await pause();
  requests[2]?.answer();
  await pause();
  assert.deepEqual(requests.map(({ cards, undo }) => undo?.version ?? cards.join()), ["a,b", 8, 5, "c"]);
});

test("a refused move that was taken back needs no undo, nor a word", async () => {
  const { queue, requests, refused } = queueWithRequests();
  queue.add([slate("a"), slate("b")], false);
  queue.undo(3);
  requests[0]?.answer(new Problem(422, { code: "invalid", errors: [{ pointer: "/1/card" }] }));
  await pause();
  assert.deepEqual(requests.slice(1).map(({ cards }) => cards), [["a"]]);
  assert.deepEqual(refused, []);
});

test("what the stream has confirmed needs no preview", () => {
  const { queue } = queueWithRequests();
  queue.add([slate("a"), slate("b")], false);
  queue.confirm([{ name: "card_slated", data: { card: "a" } }]);
  assert.deepEqual(queue.pending(), [slate("b")]);
});
