// What the client of the service sends, and when it sends it again.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Client, sleep } from "../../../service/web/client.js";

const { fetch } = globalThis;
afterEach(() => { globalThis.fetch = fetch; });

/** A service that gives these answers, one after the other; null: none comes. Returns the requests. @param {...(number | null)} statuses */
function serviceWith(...statuses) {
  /** @type {RequestInit[]} */
  const requests = [];
  globalThis.fetch = async (_, request = {}) => {
    request.signal?.throwIfAborted();
    requests.push(request);
    const status = statuses.shift();
    if (!status) throw new TypeError("no answer");
    return new Response("{}", { status, headers: { "Content-Type": "application/json" } });
  };
  return requests;
}

test("a request that was given up before it was sent is not sent", async () => {
  const requests = serviceWith(200);
  await assert.rejects(new Client("http://x").request("POST", "/v1/games", { signal: AbortSignal.abort() }), { name: "AbortError" });
  assert.equal(requests.length, 0);
});

test("a request that is given up in the pause after no answer is not sent again", async () => {
  const requests = serviceWith(null, 201), control = new AbortController();
  const asking = new Client("http://x").request("POST", "/v1/games", { signal: control.signal });
  setTimeout(() => control.abort(), 50);
  await assert.rejects(asking, { name: "AbortError" });
  assert.equal(requests.length, 1);
});

test("a stream that was given up is not opened, and nobody sleeps who was woken before", { timeout: 2000 }, async () => {
  const requests = serviceWith(200), signal = AbortSignal.abort();
  await assert.rejects(new Client("http://x").stream("/v1/turns", signal).next());
  await sleep(60_000, signal);
  assert.equal(requests.length, 0);
});
