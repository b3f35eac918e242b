// What a person has done and the service has not confirmed. It goes to the service in order, one request at a time.

import { isTemporary, Offline, Problem, randomKey, sleep } from "../client.js";
import { declaredEvent } from "../catalogue.js";

/** @typedef {import("./rules.js").Intention} Intention */
/** `key`: under which the request can be repeated. `isOld`: made before the page was loaded again. @typedef {{ key: string, intentions: Intention[], isOld?: boolean }} Batch */
/** `version`: that of the intention, so that no other one is taken back. @typedef {{ key: string, version: number }} Undo */
/** `taken`: how many intentions of the batch are taken back as soon as it is confirmed. @typedef {{ batch: Batch | null, taken: number, waiting: Intention[], undos: Undo[] }} Kept */
/** @typedef {{ view?: import("./rules.js").View, legal?: Intention[], events?: import("../types.js").GameEvent[] }} Answer */
/**
 * `send` and `undo` ask the service. `onAnswer` hears its answer, once nothing of the request is pending any more: what waits is
 * then judged by the answer's view. `onChange`: something has changed; `onRefused`: the service refused an intention.
 *
 * @typedef {{ send(intentions: Intention[], key: string): Promise<Answer>, undo(undo: Undo): Promise<Answer>, onAnswer(answer: Answer): void,
 *   onChange(): void, onRefused(problem: Problem): void }} Ways
 */

const MAX_INTENTIONS = 64;
const RETRY_MS = 2000;

/** @param {Ways} ways @param {AbortSignal} signal ends it */
export function createQueue({ send, undo, onAnswer, onChange, onRefused }, signal) {
  /** @type {Batch | null} */
  let batch = null;
  /** How many intentions of the batch the stream has confirmed. */
  let confirmed = 0;
  /** How many of them, the newest, are to be taken back. */
  let taken = 0;
  /** @type {Intention[]} */
  let waiting = [];
  /** @type {Undo[]} */
  let undos = [];
  let [isWorking, isHeld, isOffline] = [false, false, false];

  /** What is left of a batch that the service has not answered. @param {Batch} sent */
  const leftOf = (sent) => sent.intentions.slice(0, sent.intentions.length - taken);

  async function work() {
    if (isWorking) return;
    isWorking = true;
    try {
      while (!signal.aborted && (batch || (waiting.length && !isHeld) || undos.length)) {
        if (!batch && !undos.length && waiting.length && !isHeld) batch = { key: randomKey(), intentions: waiting.splice(0, MAX_INTENTIONS) };
        onChange();
        await (batch ? sendBatch(batch) : undos[0] && sendUndo(undos[0]));
      }
    } finally {
      isWorking = false; // also after a fault of the page itself: later moves are sent all the same
      onChange();
    }
  }

  /** @param {Batch} sent */
  async function sendBatch(sent) {
    try {
      const answer = await send(sent.intentions, sent.key);
      undos = groupsOf(answer).reverse().slice(0, taken).map((version) => ({ key: randomKey(), version }));
      [batch, confirmed, taken, isOffline] = [null, 0, 0, false];
      onAnswer(answer);
    } catch (error) {
      if (await waits(error)) return;
      const left = leftOf(sent);
      [batch, confirmed, taken] = [null, 0, 0];
      if (!(error instanceof Problem)) throw error;
      const good = sent.isOld ? [] : left.slice(0, refusedAt(error));
      const isWanted = sent.isOld || good.length < left.length;
      waiting = isWanted ? good : [...good, ...waiting];
      if (good.length) isHeld = false;
      if (isWanted) onRefused(error);
    }
  }

  /** @param {Undo} sent */
  async function sendUndo(sent) {
    try {
      const answer = await undo(sent);
      undos.shift();
      isOffline = false;
      onAnswer(answer);
    } catch (error) {
      if (await waits(error)) return;
      undos = [];
      if (!(error instanceof Problem)) throw error;
      onRefused(error);
    }
  }

  /** Wait if the same request may succeed later. @param {unknown} error */
  async function waits(error) {
    isOffline = error instanceof Offline;
    onChange();
    if (!isTemporary(error)) return false;
    await sleep(Math.max(RETRY_MS, error instanceof Problem ? 1000 * error.retryAfter : 0), signal);
    return true;
  }

  return {
    /** What is not confirmed yet, in order. @returns {Intention[]} */
    pending: () => [...(batch && !batch.isOld ? leftOf(batch).slice(confirmed) : []), ...waiting],
    /** How many wait for `flush`. */
    heldCount: () => (isHeld ? waiting.length : 0),
    /** Whether the last request did not reach the service. It is sent again. */
    isOffline: () => isOffline,
    isSending: () => Boolean(batch) || undos.length > 0,
    /** @param {Intention[]} intentions @param {boolean} hold until `flush` */
    add(intentions, hold) {
      isHeld = hold && (isHeld || !waiting.length);
      waiting.push(...intentions);
      work();
      onChange();
    },
    /** Send what is held. @returns {Promise<void>} until nothing is left to send; rejects after a fault of the page itself */
    flush() {
      isHeld = false;
      return work();
    },
    /** Take back the newest intention: what waits, what is under way, or what is confirmed, one at a time. @param {number | null} version of the newest that is confirmed */
    undo(version) {
      const wasUnsent = waiting.pop() !== undefined;
      if (!wasUnsent && batch && !batch.isOld && leftOf(batch).length > confirmed) taken++;
      if (!wasUnsent && !batch && !undos.length && version !== null) undos.push({ key: randomKey(), version });
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
    kept: () => ({ batch, taken, waiting, undos }),
    /** Go on from what was kept. @param {Kept} kept @param {boolean} hold */
    restore(kept, hold) {
      batch = kept.batch && { ...kept.batch, isOld: true };
      [taken, waiting, undos] = [kept.taken, kept.waiting, kept.undos];
      isHeld = hold;
      work();
    },
  };
}

/** The versions of the intentions that an answer confirms, ascending. @param {Answer} answer */
const groupsOf = ({ events = [] }) => [...new Set(events.map(({ group }) => group))];

/** The place of the refused intention in the batch. @param {Problem} problem */
function refusedAt({ errors }) {
  return Number(/^\/(\d+)/.exec(errors[0]?.pointer ?? "")?.[1] ?? 0);
}
