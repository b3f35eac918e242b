// What happened in a game lately: what its stream has told, and what came before the stream began.

import { get, Offline, Problem } from "../api.js";

const PAST_EVENTS = 40;
/** How long an event counts as fresh. */
const FRESH_MS = 4000;

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../live/game.js").GameState} GameState */
/** @typedef {{ changed(now: GameState, before: GameState): GameEvent[], events(state: GameState): GameEvent[], fresh(): GameEvent[] }} Lately */

/**
 * `changed`: to be told each change; returns the events that it has brought. `events`: the oldest first. `fresh`: what a
 * change has brought just now.
 *
 * @param {string} id of the game @param {() => void} onChange called when the past is known @returns {Lately}
 */
export function makeLately(id, onChange) {
  /** @type {GameEvent[]} */
  let past = [];
  /** @type {{ at: number, event: GameEvent }[]} */
  let arrived = [];
  /** The version whose past is read or known; null: it could not be read. @type {number | null} */
  let known = null;

  /** Called after the stream has begun. The stream tells what is later than the answer. @param {number} version */
  async function readPast(version) {
    known = version;
    past = past.filter((event) => event.version <= version);
    try {
      const events = await get(`/v1/games/${id}/events?after=${Math.max(0, version - PAST_EVENTS)}`);
      if (known !== version) return;
      past = events;
      onChange();
    } catch (error) {
      if (!(error instanceof Offline || error instanceof Problem)) throw error;
      if (known === version) known = null; // the next change tries again
    }
  }

  return {
    changed(now, before) {
      if (now.began !== null && now.began !== known) readPast(now.began);
      const events = newEvents(now, before);
      arrived = [...arrived, ...events.map((event) => ({ at: Date.now(), event }))].slice(-PAST_EVENTS);
      return events;
    },
    events(state) {
      const last = past.at(-1)?.version ?? 0;
      return [...past, ...state.events.filter(({ version }) => version > last)];
    },
    fresh: () => arrived.filter(({ at }) => Date.now() - at < FRESH_MS).map(({ event }) => event),
  };
}

/** The events that a change of the state has brought. @param {{ events: GameEvent[], cursor: number | null }} state @param {{ cursor: number | null }} before @returns {GameEvent[]} */
export function newEvents({ events }, { cursor }) {
  return cursor === null ? [] : events.filter((event) => event.version > cursor);
}
