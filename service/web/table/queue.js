// What a person has done and the service has not confirmed. It goes to the service in order, one request at a time.

import { Offline, Problem, randomKey, sleep } from "../client.js";
import { declaredEvent } from "../catalogue.js";

/** @typedef {import("./rules.js").Intention} Intention */
/** `key`: under which the request can be repeated. `isOld`: made before the page was loaded again. @typedef {{ key: string, intentions: Intention[], isOld?: boolean }} Batch */
/** @typedef {{ batch: Batch | null, waiting: Intention[] }} Kept */
/** @typedef {{ view?: import("./rules.js").View, legal?: Intention[] }} Answer */
/**
 * `send` and `undo` ask the service. `onAnswer` hears its answer, once nothing of the request is pending any more: what waits is
 * then judged by the answer's view. `onChange`: something has changed; `onRefused`: the service refused an intention.
 *
 * @typedef {{ send(intentions: Intention[], key: string): Promise<Answer>, undo(): Promise<Answer>, onAnswer(answer: Answer): void,
 *   onChange(): void, onRefused(problem: Problem): void }} Ways
 */

const MAX_INTENTIONS = 64;
const RETRY_MS = 2000;
const BUSY = [429, 500, 503];

/** @param {Ways} ways @param {AbortSignal} signal ends it */
export function createQueue({ send, undo, onAnswer, onChange, onRefused }, signal) {
  /** @type {Batch | null} */
  let batch = null;
  /** How many intentions of the batch the stream has confirmed. */
  let confirmed = 0;
  /** @type {Intention[]} */
  let waiting = [];
  let [undos, isWorking, isHeld, isOffline] = [0, false, false, false];

  async function work() {
    if (isWorking) return;
    isWorking = true;
    while (!signal.aborted && (batch || (waiting.length && !isHeld) || undos)) {
      if (!batch && waiting.length && !isHeld) batch = { key: randomKey(), intentions: waiting.splice(0, MAX_INTENTIONS) };
      onChange();
      await (batch ? sendBatch(batch) : sendUndo());
    }
    isWorking = false;
    onChange();
  }

  /** @param {Batch} sent */
  async function sendBatch(sent) {
    try {
      const answer = await send(sent.intentions, sent.key);
      [batch, confirmed, isOffline] = [null, 0, false];
      onAnswer(answer);
    } catch (error) {
      if (await isTemporary(error)) return;
      [batch, confirmed] = [null, 0];
      if (!(error instanceof Problem)) throw error;
      const good = sent.isOld ? [] : sent.intentions.slice(0, refusedAt(error));
      waiting = good;
      if (good.length) isHeld = false;
      onRefused(error);
    }
  }

  async function sendUndo() {
    try {
      const answer = await undo();
      undos--;
      isOffline = false;
      onAnswer(answer);
    } catch (error) {
      if (await isTemporary(error)) return;
      undos = 0;
      if (!(error instanceof Problem)) throw error;
      onRefused(error);
    }
  }

  /** Wait if the same request may succeed later. @param {unknown} error */
  async function isTemporary(error) {
    isOffline = error instanceof Offline;
    onChange();
    const pause = isOffline ? RETRY_MS : error instanceof Problem && BUSY.includes(error.status) ? Math.max(RETRY_MS, 1000 * error.retryAfter) : 0;
    if (pause) await sleep(pause, signal);
    return pause > 0;
  }

  return {
    /** What is not confirmed yet, in order. @returns {Intention[]} */
    pending: () => [...(batch && !batch.isOld ? batch.intentions.slice(confirmed) : []), ...waiting],
    /** How many wait for `flush`. */
    heldCount: () => (isHeld ? waiting.length : 0),
    /** Whether the last request did not reach the service. It is sent again. */
    isOffline: () => isOffline,
    isSending: () => Boolean(batch) || undos > 0,
    /** @param {Intention[]} intentions @param {boolean} hold until `flush` */
    add(intentions, hold) {
      isHeld = hold && (isHeld || !waiting.length);
      waiting.push(...intentions);
      work();
      onChange();
    },
    flush() {
      isHeld = false;
      work();
    },
    /** Take back the newest intention. */
    undo() {
      if (!waiting.pop()) undos++;
      work();
      onChange();
    },
    /** Events that the view now holds: what of the batch is in it needs no preview any more. @param {import("../types.js").GameEvent[]} events of the own seat */
    confirm(events) {
      for (const event of events) {
        const next = batch?.intentions[confirmed];
        if (next && declaredEvent(event.name)?.caused_by === next.type && (event.data.card ?? next.card) === next.card && (event.data.item ?? next.item) === next.item) confirmed++;
      }
    },
    /** Keep only so many of what waits. Returns whether something was dropped. @param {number} count */
    keepWaiting(count) {
      const before = waiting.length;
      waiting = waiting.slice(0, Math.max(0, count));
      return waiting.length < before;
    },
    /** What must survive a reload. @returns {Kept} */
    kept: () => ({ batch, waiting }),
    /** Go on from what was kept. @param {Kept} kept @param {boolean} hold */
    restore(kept, hold) {
      batch = kept.batch && { ...kept.batch, isOld: true };
      waiting = kept.waiting;
      isHeld = hold;
      work();
    },
  };
}

/** The place of the refused intention in the batch. @param {Problem} problem */
function refusedAt({ errors }) {
  return Number(/^\/(\d+)/.exec(errors[0]?.pointer ?? "")?.[1] ?? 0);
}
