// What happened in a game lately: what its stream has told, and what came before the stream began.

import { get } from "../api.js";
import { Offline, Problem } from "../client.js";

const PAST_EVENTS = 40;

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../live/game.js").GameState} GameState */
/** @typedef {{ changed(now: GameState, before: GameState): GameEvent[], events(state: GameState): GameEvent[] }} Lately */

/**
 * `changed`: to be told each change; returns the events that it has brought. `events`: the oldest first.
 *
 * @param {string} id of the game @param {() => void} onChange called when the past is known @returns {Lately}
 */
export function makeLately(id, onChange) {
  /** @type {GameEvent[]} */
  let past = [];
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
      return newEvents(now, before);
    },
    events(state) {
      const last = past.at(-1)?.version ?? 0;
      return [...past, ...state.events.filter(({ version }) => version > last)];
    },
  };
}

/** The events that a change of the state has brought. @param {{ events: GameEvent[], cursor: number | null }} state @param {{ cursor: number | null }} before @returns {GameEvent[]} */
export function newEvents({ events }, { cursor }) {
  return cursor === null ? [] : events.filter((event) => event.version > cursor);
}
