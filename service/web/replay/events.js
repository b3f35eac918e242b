// The events of a game, from the service.

import { get } from "../api.js";

const PAGE_EVENTS = 1000;

/** All events of a game, as the account may see them. @param {string} game @returns {Promise<any[]>} */
export async function allEvents(game) {
  /** @type {any[]} */
  const events = [];
  for (;;) {
    const page = await get(`/v1/games/${game}/events?after=${events.length}&limit=${PAGE_EVENTS}`);
    events.push(...page);
    if (page.length < PAGE_EVENTS) return events;
  }
}
