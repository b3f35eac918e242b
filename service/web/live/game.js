// A game as it happens: the view of this account, what is legal, and what is not in the log.

import { account } from "../account.js";
import { client, request } from "../api.js";
import { isTemporary, Problem, sleep } from "../client.js";
import { PREFIX } from "../settings.js";
import { share } from "./shared.js";

const RECENT_EVENTS = 80;
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** After these a stream ends for good. After others the next connection goes on, or the service says why not. */
const OVER = ["finished", "abandoned"];
/** The player sees the game no longer: the service says why at once. */
const SHUT = "no_access";
const TABLE = ["presence", "clocks", "can_return", "rewind", "expires_at", "rematch", "names"];

/** @typedef {import("../types.js").Data} Data */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Intention} Intention */
/** @typedef {import("../types.js").Schemas} Schemas */
/** @typedef {import("../types.js").View} View */

/**
 * `cursor`: the newest event that is known. `began`: the version of the game that came whole; `events` come after it. `connection`: `ended` when the game tells nothing more.
 * `refused`: the service does not show the game, with the status of its answer.
 *
 * @typedef {{ view: View | null, legal: Intention[], table: Partial<Schemas["Table"]>, events: GameEvent[], reactions: Schemas["Reaction"][], cursor: number | null, began: number | null,
 *   connection: "connecting" | "live" | "offline" | "ended", refused: { status: number, message: string } | null }} GameState
 */

/** @type {GameState} */
export const NOTHING = { view: null, legal: [], table: {}, events: [], reactions: [], cursor: null, began: null, connection: "connecting", refused: null };

/** The state after an item of the stream, or an answer to an intention. Versions never go back. @param {GameState} state @param {Data} item @returns {GameState} */
export function applied(state, item) {
  switch (item.type) {
    case "frame":
    case "resync":
      return { ...state, ...viewOf(item.type === "frame" ? state : NOTHING, item), table: pick(item, TABLE), reactions: item.reactions ?? [], events: item.events ?? [], cursor: item.version, connection: item.connection ?? state.connection, began: item.type === "frame" ? state.began ?? item.version : item.version };
    case "event":
      if (state.cursor !== null && item.version <= state.cursor) return state;
      return { ...state, events: [...state.events, /** @type {GameEvent} */ (item)].slice(-RECENT_EVENTS), cursor: item.version };
    case "view":
      return { ...state, ...viewOf(state, item) };
    case "table":
      return { ...state, table: { ...state.table, ...pick(item, TABLE) } };
    case "reaction":
      return state.reactions.some(({ id }) => id === item.id) ? state : { ...state, reactions: [...state.reactions, /** @type {Schemas["Reaction"]} */ (item)] };
    case "end":
      return OVER.includes(item.reason) && state.view ? { ...state, connection: "ended" } : state; // a tab that is just opened may hear of the end alone
    case "connection":
      return { ...state, connection: item.connection };
    case "refused":
      return { ...state, connection: "ended", refused: /** @type {GameState["refused"]} */ (item) };
    default:
      return state;
  }
}

/** The newer view, with what is legal in it. An item may leave out what is legal: the stream tells it, before or after. @param {GameState} state @param {Data} item */
function viewOf({ view, legal }, item) {
  if (!item.view || item.view.version < (view?.version ?? 0)) return { view, legal };
  return { view: item.view, legal: item.legal ?? (item.view.version === view?.version ? legal : []) };
}

/** @param {Data} item @param {string[]} names */
function pick(item, names) {
  return Object.fromEntries(names.filter((name) => name in item).map((name) => [name, item[name]]));
}

/**
 * Follow a game. `onChange` hears the state before and after each change.
 *
 * @param {string} id @param {(state: GameState, before: GameState) => void} onChange
 */
export function followGame(id, onChange) {
  const ending = new AbortController();
  let state = NOTHING;
  /** Service time minus the time of this machine, in ms. */
  let lead = 0;

  /** @param {Data} item */
  function onItem(item) {
    const before = state;
    state = applied(state, item);
    if (state !== before && !ending.signal.aborted) onChange(state, before);
    if (state.table.clocks && !before.table.clocks) setClock();
    if (state.connection === "ended") ending.abort(); // nothing comes any more, so no tab asks again
  }

  async function setClock() {
    const { headers } = await request("GET", `/v1/games/${id}/table`);
    lead = Date.parse(headers.get("Date") ?? "") - Date.now() || 0;
  }

  share(`${PREFIX}game.${id}.${account()?.id ?? ""}`, {
    read: (emit, signal) => read(id, () => state.cursor, emit, signal),
    snapshot: () => state.view && { ...state, ...state.table, type: "frame", version: state.cursor },
    onItem,
  }, ending.signal);

  return {
    state: () => state,
    /** Milliseconds since 1970 by the clock of the service. */
    now: () => Date.now() + lead,
    /** Take over the answer to a request, which holds a view and perhaps what is legal. @param {{ view?: View, legal?: Intention[] }} answer */
    answered: (answer) => onItem({ type: "view", view: answer.view, legal: answer.legal }),
    close: () => ending.abort(),
  };
}

/**
 * Read the stream of a game until the game is over or refused, through lost connections.
 *
 * @param {string} id @param {() => number | null} cursor @param {(item: Data) => void} emit @param {AbortSignal} signal
 */
async function read(id, cursor, emit, signal) {
  let pause = PAUSE_MS;
  /** @param {Data} item */
  const onItem = (item) => {
    if (pause !== 0) emit({ type: "connection", connection: "live" });
    pause = 0;
    emit(item);
  };
  while (!signal.aborted) {
    try {
      let end = "";
      const after = cursor();
      const items = client.stream(`/v1/games/${id}/events?include=view,legal${after === null ? "" : `&after=${after}`}`, signal);
      for await (const item of items) {
        onItem(item);
        end = item.type === "end" ? item.reason : "";
      }
      if (OVER.includes(end)) return;
      if (end === SHUT) continue;
    } catch (error) {
      if (signal.aborted) return;
      if (!isTemporary(error)) {
        if (!(error instanceof Problem)) throw error;
        return emit({ type: "refused", status: error.status, message: error.message });
      }
    }
    pause = Math.min(LONGEST_PAUSE_MS, 2 * (pause || PAUSE_MS / 2));
    emit({ type: "connection", connection: "offline" });
    await Promise.race([sleep(pause * (0.75 + Math.random() / 2), signal), untilOnline(signal)]);
  }
}

/** @param {AbortSignal} signal @returns {Promise<void>} */
function untilOnline(signal) {
  return new Promise((resolve) => window.addEventListener("online", () => resolve(), { once: true, signal }));
}
