// The one module that talks to the service, by its public API alone.

import { token } from "./account.js";
import { onHost, within } from "./address.js";
import { language } from "./settings.js";

const PAUSES_MS = [400, 1000, 2500];
const TIMEOUT_MS = 40_000;
/** A stream tells something every ten seconds, so a silent one has died. */
const SILENCE_MS = 30_000;
const BUSY = 503;

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
export class Offline extends Error {}

/**
 * An answer of the service. A request without an answer is repeated, under the same key, so it happens once.
 *
 * @param {string} method @param {string} path from `/v1` on
 * @param {{ body?: unknown, headers?: Record<string, string>, signal?: AbortSignal, bearer?: string | null, cache?: RequestCache }} [options]
 *   `body`: JSON, or a text as it is. `bearer`: another token than that of the account; null sends none. `cache`: how the
 *   browser's cache is used.
 * @returns {Promise<{ status: number, headers: Headers, body: any }>}
 * @throws {Problem} if the service refuses
 * @throws {Offline} if it does not answer
 */
export async function request(method, path, options = {}) {
  const { body, signal, bearer, cache } = options;
  /** @type {Record<string, string>} */
  const headers = { ...identify(bearer), ...(method === "POST" && { "Idempotency-Key": randomKey() }), ...options.headers };
  const isText = typeof body === "string";
  if (body !== undefined && !isText) headers["Content-Type"] = "application/json";
  const sent = { method, headers, cache, body: body === undefined || isText ? body : JSON.stringify(body) };
  for (const pause of [...PAUSES_MS, null]) {
    const answer = await send(path, sent, signal);
    if (answer && (answer.status !== BUSY || pause === null)) return read(answer);
    if (pause === null) break;
    await sleep(pause * (0.75 + Math.random() / 2), signal);
  }
  throw new Offline(path);
}

/** The body of a GET. @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function get(path, signal) {
  return (await request("GET", path, { signal })).body;
}

/** The body of the answer to a POST. @param {string} path @param {unknown} [body] @param {Record<string, string>} [headers] @returns {Promise<any>} */
export async function post(path, body, headers) {
  return (await request("POST", path, { body, headers })).body;
}

/**
 * Read a live stream, item by item, until it ends or breaks off. Returns true if the service has nothing more to say.
 *
 * @param {string} path @param {(item: any) => void} onItem @param {AbortSignal} signal
 * @throws {Problem} if the service refuses @throws {Offline} if the connection is lost
 */
export async function stream(path, onItem, signal) {
  const silent = new AbortController();
  let timer = setTimeout(() => silent.abort(), SILENCE_MS);
  signal.addEventListener("abort", () => silent.abort(), { once: true });
  try {
    const answer = await fetch(onHost(path), { headers: { ...identify(), Accept: "application/x-ndjson" }, signal: silent.signal });
    if (answer.status === 204) return true;
    if (!answer.ok || !answer.body) await read(answer);
    const reader = /** @type {ReadableStream} */ (answer.body).pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ""; ;) {
      const { done, value } = await reader.read();
      clearTimeout(timer);
      if (done) return false;
      timer = setTimeout(() => silent.abort(), SILENCE_MS);
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line) onItem(JSON.parse(line));
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Offline(path);
  } finally {
    clearTimeout(timer);
    silent.abort();
  }
}

/** The path of the next page of a list; "" after the last one. @param {Headers} headers */
export function nextPage(headers) {
  const [, next] = /<([^>]+)>;\s*rel="?next"?/.exec(headers.get("Link") ?? "") ?? [];
  return next ? within(next) : "";
}

/** @param {string | null} [bearer] @returns {Record<string, string>} */
function identify(bearer = token()) {
  return { "Accept-Language": language(), ...(bearer && { Authorization: `Bearer ${bearer}` }) };
}

/** @param {string} path @param {RequestInit} sent @param {AbortSignal} [signal] @returns {Promise<Response | null>} */
async function send(path, sent, signal) {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const stop = new AbortController();
  for (const each of [timeout, signal]) each?.addEventListener("abort", () => stop.abort(), { once: true });
  try {
    return await fetch(onHost(path), { ...sent, signal: stop.signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    return null;
  }
}

/** @param {Response} answer */
async function read(answer) {
  const isJson = (answer.headers.get("Content-Type") ?? "").includes("json") && !answer.headers.get("Content-Type")?.includes("ndjson");
  const body = isJson ? await answer.json().catch(() => ({})) : await answer.text();
  if (!answer.ok) throw new Problem(answer.status, isJson ? body : {}, answer.headers);
  return { status: answer.status, headers: answer.headers, body };
}

/** @param {number} ms @param {AbortSignal} [signal] @returns {Promise<void>} */
export function sleep(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => { clearTimeout(timer); resolve(); }, { once: true });
  });
}

/** 128 random bits, as text. */
export function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
