// The events of a game, from the service.

import { request } from "../api.js";

const PAGE_EVENTS = 1000;
/** The page has sentences of its own, so the service need not write any. */
const WITHOUT_SENTENCES = { "Accept-Language": "*" };

/** All events of a game, as the account may see them. @param {string} game @returns {Promise<import("../types.js").GameEvent[]>} */
export async function allEvents(game) {
  /** @type {import("../types.js").GameEvent[]} */
  const events = [];
  for (;;) {
    const { body } = await request("GET", `/v1/games/${game}/events?after=${events.length}&limit=${PAGE_EVENTS}`, { headers: WITHOUT_SENTENCES });
    events.push(...body);
    if (body.length < PAGE_EVENTS) return events;
  }
}
