// The client of the service, by its public API alone: what the page and programs in JavaScript talk with.
//
// It needs `fetch`: a browser, or Node.js from version 20 on. docs/client.md says more.

const PAUSES_MS = [400, 1000, 2500];
const TIMEOUT_MS = 40_000;
/** A stream tells something every ten seconds, so a silent one has died. */
const SILENCE_MS = 30_000;
/** Between a stream of the inbox that broke off and the next one. */
const INBOX_PAUSE_MS = 3000;
const BUSY = 503;
/** Whose POST makes something each time: the service knows no keys of them. */
const MADE_ANEW = /^\/v1\/(acts|tokens|webhooks)(\/[^/?]+\/(rotation|secret|test))?(\?|$)/;
/** A refusal with one of these may be another answer later. */
const TEMPORARY = [429, 500, 502, 503, 504];

/** What the service refuses, and why (RFC 9457). `code`: one word for programs; `message`: a sentence for people. */
export class Problem extends Error {
  /** @param {number} status @param {Partial<import("./types.js").Schemas["Problem"]>} body @param {Headers} [headers] */
  constructor(status, body, headers) {
    super(body.detail || body.title || `HTTP ${status}`);
    this.status = status;
    this.code = String(body.code ?? "");
    this.errors = body.errors ?? [];
    this.retryAfter = Number(headers?.get("Retry-After") ?? 0);
  }
}

/** No answer: the service or the network is gone. */
export class Offline extends Error {
  /** @param {string} path of what was asked for */
  constructor(path) {
    super(`no answer to ${path}`);
  }
}

/** A bearer token, or what tells it for each request. @typedef {string | null | (() => string | null)} Token */

/**
 * A conversation with a service.
 *
 *     const client = new Client("http://127.0.0.1:8000");
 *     ({ token: client.token } = await client.register({ name: "Ada", kind: "bot" }));
 *     for await (const item of client.inbox()) console.log(item.type, item.game);
 */
export class Client {
  /**
   * @param {string} url of the service, or the path where the page's host has it
   * @param {{ token?: Token, headers?: () => Record<string, string> }} [options] `headers`: those of each request
   */
  constructor(url, { token = null, headers = () => ({}) } = {}) {
    this.url = url.replace(/\/$/, "");
    /** @type {Token} */
    this.token = token;
    this.headers = headers;
  }

  /**
   * An answer of the service. A request without an answer, or with a part of one, is repeated, under the same key, so it happens
   * once. One that makes a token, a webhook or its secret, a test message or an act of an operator is not: look before you repeat it.
   *
   * @param {string} method @param {string} path from `/v1` on
   * @param {{ body?: unknown, headers?: Record<string, string>, signal?: AbortSignal, bearer?: string | null, cache?: RequestCache }} [options]
   *   `body`: JSON, or a text as it is. `bearer`: another token than the client's; null sends none. `cache`: how the browser's
   *   cache is used.
   * @returns {Promise<{ status: number, headers: Headers, body: any }>}
   * @throws {Problem} if the service refuses
   * @throws {Offline} if it does not answer
   */
  async request(method, path, { body, signal, bearer, cache, headers } = {}) {
    const isText = typeof body === "string";
    const all = {
      ...this.#identify(bearer),
      ...(method !== "GET" && { "Idempotency-Key": randomKey() }),
      ...(body !== undefined && !isText && { "Content-Type": "application/json" }),
      ...headers,
    };
    const sent = { method, headers: writable(all), cache, body: body === undefined || isText ? body : JSON.stringify(body) };
    let isRepeated = false;
    for (const pause of method === "POST" && MADE_ANEW.test(path) ? [null] : [...PAUSES_MS, null]) {
      const answer = await send(this.url + path, sent, signal);
      if (answer && isRepeated && method === "DELETE" && [401, 404].includes(answer.status)) return { status: 204, headers: answer.headers, body: "" };
      if (answer && (answer.status !== BUSY || pause === null)) return accepted(answer);
      isRepeated = true;
      if (pause === null) break;
      await sleep(pause * (0.75 + Math.random() / 2), signal);
    }
    throw new Offline(path);
  }

  /** The body of a GET. @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
  async get(path, signal) {
    return (await this.request("GET", path, { signal })).body;
  }

  /** The body of the answer to a POST. @param {string} path @param {unknown} [body] @param {Record<string, string>} [headers] @returns {Promise<any>} */
  async post(path, body, headers) {
    return (await this.request("POST", path, { body, headers })).body;
  }

  /**
   * A new account. A service that is flooded wants a proof of work, which takes a moment.
   *
   * @param {{ name: string, kind?: "human" | "bot" }} player @returns {Promise<any>} @throws {Problem} @throws {Offline}
   */
  async register(player) {
    try {
      return await this.post("/v1/players", player);
    } catch (error) {
      if (!(error instanceof Problem && error.code === "proof_required")) throw error;
    }
    const [{ challenge, bits }, { solve }] = await Promise.all([this.get("/v1/registration"), import("./proof.js")]);
    const proof = challenge && { challenge, nonce: await solve(challenge, bits) };
    return this.post("/v1/players", { ...player, ...(proof && { proof }) });
  }

  /**
   * The items of a live stream, until it ends or breaks off. One that has nothing to tell is a single item `end`.
   *
   * @param {string} path @param {AbortSignal} [signal] @returns {AsyncGenerator<any, void>}
   * @throws {Problem} if the service refuses @throws {Offline} if the connection is lost
   */
  async *stream(path, signal) {
    const ending = new AbortController(), headers = writable({ ...this.#identify(), Accept: "application/x-ndjson" });
    const end = () => ending.abort();
    if (signal?.aborted) end(); // who listens from now on does not hear it
    signal?.addEventListener("abort", end, { once: true });
    try {
      const answer = await timely(fetch(this.url + path, { headers, signal: ending.signal }), end);
      if (answer.status === 204) return yield { type: "end", reason: "finished" };
      if (!answer.ok || !answer.body) accepted(await timely(read(answer), end));
      const reader = /** @type {ReadableStream} */ (answer.body).pipeThrough(new TextDecoderStream()).getReader();
      for (let rest = ""; ;) {
        const { done, value } = await timely(reader.read(), end);
        if (done) return;
        const lines = (rest + value).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (line) yield JSON.parse(line);
      }
    } catch (error) {
      if (error instanceof Problem) throw error;
      throw new Offline(path);
    } finally {
      signal?.removeEventListener("abort", end);
      end();
    }
  }

  /**
   * What waits for the account, what is new, and what comes, through lost connections. No news are lost: it goes on from the
   * newest item. What waits comes again with each connection.
   *
   * @param {{ after?: string, signal?: AbortSignal, onPause?: () => Promise<void> }} [options] `after`: the id of the newest
   *   item that you have. `onPause`: called before each further connection.
   * @returns {AsyncGenerator<any, void>} @throws {Problem} when the token has ended
   */
  async *inbox({ after = "", signal, onPause } = {}) {
    for (let newest = after; !signal?.aborted;) {
      try {
        for await (const item of this.stream(newest ? `/v1/turns?after=${encodeURIComponent(newest)}` : "/v1/turns", signal)) {
          newest = item.id ?? newest;
          yield item;
        }
      } catch (error) {
        if (!isTemporary(error)) throw error;
      }
      await sleep(INBOX_PAUSE_MS, signal);
      if (!signal?.aborted) await onPause?.();
    }
  }

  /** The path of the next page of a list, from `/v1` on; "" after the last one. The inbox goes on: a page of it has a `cursor`. @param {Headers} headers */
  nextPage(headers) {
    const [, next] = /<[^>]*?(\/v1\/[^>]+)>;\s*rel="?next"?/.exec(headers.get("Link") ?? "") ?? [];
    return next ?? "";
  }

  /** @param {string | null} [bearer] @returns {Record<string, string>} */
  #identify(bearer = typeof this.token === "function" ? this.token() : this.token) {
    return { ...(bearer && { Authorization: `Bearer ${bearer}` }), ...this.headers() };
  }
}

/** Whether the same request may succeed later: no answer, or a refusal for now. @param {unknown} error */
export function isTemporary(error) {
  return error instanceof Offline || (error instanceof Problem && TEMPORARY.includes(error.status));
}

/** These headers. A token or key that no header can have is told at once: `fetch` fails as if nobody answered. @param {Record<string, string>} headers @throws {TypeError} */
function writable(headers) {
  void new Headers(headers);
  return headers;
}

/** What comes of a promise. If it takes too long, `end` is called, which is to end it. @template T @param {Promise<T>} promise @param {() => void} end @returns {Promise<T>} */
async function timely(promise, end) {
  const timer = setTimeout(end, SILENCE_MS);
  return promise.finally(() => clearTimeout(timer));
}

/** A whole answer; null if none came. @param {string} address @param {RequestInit} sent @param {AbortSignal} [signal] */
async function send(address, sent, signal) {
  signal?.throwIfAborted(); // who listens from now on does not hear it
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const stop = new AbortController();
  for (const each of [timeout, signal]) each?.addEventListener("abort", () => stop.abort(), { once: true });
  try {
    return await read(await fetch(address, { ...sent, redirect: "error", signal: stop.signal })); // the service redirects nothing
  } catch (error) {
    if (signal?.aborted) throw error;
    return null;
  }
}

/** An answer with its body. Throws if the body is not whole. @param {Response} answer */
async function read(answer) {
  const { status, ok, headers } = answer, type = headers.get("Content-Type") ?? "", text = await answer.text();
  /** @type {any} */
  let body = text;
  try {
    if (type.includes("json") && !type.includes("ndjson") && status !== 204) body = JSON.parse(text);
  } catch (error) {
    if (ok) throw error; // an error page may be anything
  }
  return { status, ok, headers, body };
}

/** @param {Awaited<ReturnType<typeof read>>} answer */
function accepted({ status, ok, headers, body }) {
  if (!ok) throw new Problem(status, body ?? {}, headers);
  return { status, headers, body };
}

/** @param {number} ms @param {AbortSignal} [signal] @returns {Promise<void>} */
export function sleep(ms, signal) {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => { clearTimeout(timer); signal?.removeEventListener("abort", end); resolve(); };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}

/** 128 random bits, as text. */
export function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
