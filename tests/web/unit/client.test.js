// What the client of the service sends, and when it sends it again.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Client, Offline, Problem, sleep } from "../../../service/web/client.js";

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

test("a request without an answer is repeated under its key, whatever its method", async () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const requests = serviceWith(null, 200);
    await new Client("http://x").request(method, "/v1/games/g/seats/me/ready", { body: {} });
    const keys = requests.map(({ headers }) => new Headers(headers).get("Idempotency-Key"));
    assert.equal(keys.length, 2);
    assert.ok(keys[0] && keys[0] === keys[1], method);
  }
});

test("what makes something each time is sent once", async () => {
  for (const path of ["/v1/tokens", "/v1/tokens/t/rotation", "/v1/webhooks", "/v1/webhooks/w/secret", "/v1/webhooks/w/test", "/v1/acts"]) {
    const requests = serviceWith(null, 201);
    await assert.rejects(new Client("http://x").post(path, {}), Offline);
    assert.equal(requests.length, 1, path);
  }
});

test("what a repeated DELETE does not find any more, the first one has deleted", async () => {
  serviceWith(null, 404);
  assert.equal((await new Client("http://x").request("DELETE", "/v1/tokens/t")).status, 204);
  serviceWith(404);
  await assert.rejects(new Client("http://x").request("DELETE", "/v1/tokens/t"), Problem);
});
