// What the client of the service sends, and when it sends it again.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
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

test("a token or a key that no header can have is told at once, and not as a service that does not answer", async () => {
  const requests = serviceWith(), wrong = new Client("http://x", { token: "ключ" });
  await assert.rejects(wrong.get("/v1/players/me"), TypeError);
  await assert.rejects(wrong.inbox().next(), TypeError);
  await assert.rejects(new Client("http://x").post("/v1/games", {}, { "Idempotency-Key": "two\nlines" }), TypeError);
  assert.equal(requests.length, 0);
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

/** @typedef {import("node:http").ServerResponse} Response */

/** A server that gives these answers, one after the other, and the keys of its requests. @param {import("node:test").TestContext} context @param {...(response: Response) => void} answers */
async function listening(context, ...answers) {
  /** @type {unknown[]} */
  const keys = [];
  const server = createServer(({ headers }, response) => {
    keys.push(headers["idempotency-key"]);
    answers[keys.length - 1]?.(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  context.after(() => { server.closeAllConnections(); server.close(); });
  return { client: new Client(`http://127.0.0.1:${/** @type {any} */ (server.address()).port}`), keys };
}

/** @param {string} body @param {number} [status] @param {string} [type] */
const whole = (body, status = 200, type = "application/json") => (/** @type {Response} */ response) =>
  void response.writeHead(status, { "Content-Type": type }).end(body);
/** @param {string} body @param {string} [type] */
const broken = (body, type = "application/json") => (/** @type {Response} */ response) => {
  const { socket } = response; // which the response gives away when it ends
  response.writeHead(200, { "Content-Type": type, "Content-Length": 99 }).end(body, () => socket?.destroy());
};
/** @param {Response} response */
const stalled = (response) => void response.writeHead(200, { "Content-Type": "application/json", "Content-Length": 99 }).end("{");

test("a request whose answer breaks off is repeated under its key", async (context) => {
  for (const cut of [broken('{"id": '), broken("a log", "text/plain"), broken("[{}]\n", "application/x-ndjson"), whole('{"id": ')]) {
    const { client, keys } = await listening(context, cut, whole('{"id": 1}', 201));
    assert.deepEqual(await client.post("/v1/games", {}), { id: 1 });
    assert.ok(keys.length === 2 && keys[0] && keys[0] === keys[1]);
  }
});

test("answers that all break off are none", async (context) => {
  const { client, keys } = await listening(context, broken("{"), broken(""), whole("{"), broken("{"));
  await assert.rejects(client.get("/v1/bots"), Offline);
  assert.equal(keys.length, 4);
  const once = await listening(context, broken("{"));
  await assert.rejects(once.client.post("/v1/tokens", {}), Offline);
  assert.equal(once.keys.length, 1);
});

test("the time limit of an answer is that of its body, too", { timeout: 10_000 }, async (context) => {
  const { timeout } = AbortSignal;
  context.after(() => { AbortSignal.timeout = timeout; });
  AbortSignal.timeout = () => timeout.call(AbortSignal, 200);
  const { client, keys } = await listening(context, stalled, whole('{"id": 1}'));
  assert.deepEqual(await client.post("/v1/games", {}), { id: 1 });
  assert.equal(keys.length, 2);
});

test("a request that is given up in the middle of its answer is not repeated", { timeout: 10_000 }, async (context) => {
  const control = new AbortController();
  const { client, keys } = await listening(context, (response) => { stalled(response); setTimeout(() => control.abort(), 50); });
  await assert.rejects(client.request("GET", "/v1/games", { signal: control.signal }), { name: "AbortError" });
  assert.equal(keys.length, 1);
});

test("an empty answer is none that broke off, and an error page may be anything", async (context) => {
  const { client, keys } = await listening(
    context, whole("", 204), whole("<html>", 502, "text/html"), whole('{"ti', 504), whole("null", 500), whole('{"code": "not_open"}', 409),
  );
  assert.equal((await client.request("DELETE", "/v1/tokens/t")).body, "");
  for (const status of [502, 504, 500]) {
    await assert.rejects(client.get("/v1/bots"), (problem) => problem instanceof Problem && problem.status === status && problem.code === "");
  }
  await assert.rejects(client.get("/v1/bots"), { name: "Error", status: 409, code: "not_open" });
  assert.equal(keys.length, 5);
});
