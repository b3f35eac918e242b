// Asking a strategy of the service what it would do.

import { within } from "../address.js";
import { request } from "../api.js";
import { sleep } from "../client.js";

const POLL_MS = 400;

/** @typedef {import("../types.js").Schemas["Decision"]} Decision */

/**
 * What a strategy would do in a view of a seat that the game waits for. It knows what the seat knows.
 *
 * @param {string} strategy @param {import("../types.js").View} view @param {AbortSignal} signal
 * @returns {Promise<Decision | null>} null if it could not decide
 */
export async function askStrategy(strategy, view, signal) {
  const path = `/v1/bots/${strategy}/decisions`;
  const asked = await request("POST", path, { body: { view, seed: 1 }, signal });
  const location = within(asked.headers.get("Location") ?? path);
  let { status, body } = asked;
  while (status === 202 || body.status === "pending") {
    await sleep(POLL_MS, signal);
    signal.throwIfAborted();
    ({ status, body } = await request("GET", location, { signal }));
  }
  return location === path ? body : body.decision;
}
