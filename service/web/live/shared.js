// One connection per browser: among the tabs that show the same thing, one reads and tells the others.

import { PREFIX } from "../settings.js";

const ASK_EVERY_MS = 15_000;
const ANSWER_WITHIN_MS = 5000;
/** Not over http, and not where the browser stores nothing for the page: it then refuses locks, channels or both. */
const canShare = (async () => {
  await navigator.locks.query();
  new BroadcastChannel(PREFIX).close();
})().then(() => true, () => false);

/** @typedef {import("../types.js").Data} Data */
/**
 * @typedef {{ read(emit: (item: Data) => void, signal: AbortSignal): Promise<void>, snapshot(): Data | null, onItem(item: Data): void }} Shared
 *   `read`: reads until there is nothing more. `snapshot`: what a new tab needs, as one item; null if there is nothing yet.
 */

/**
 * Share a stream among tabs. The tab that holds the lock reads; when it closes or falls silent, another takes over.
 * Where tabs cannot share, each reads by itself.
 *
 * @param {string} name of what is read @param {Shared} stream @param {AbortSignal} signal ends it
 */
export async function share(name, stream, signal) {
  const isShared = await canShare;
  if (signal.aborted) return; // who listens from now on does not hear it
  if (isShared) shareByLock(name, stream, signal);
  else await stream.read(stream.onItem, signal);
}

/** @param {string} name @param {Shared} stream @param {AbortSignal} signal */
function shareByLock(name, { read, snapshot, onItem }, signal) {
  const channel = new BroadcastChannel(name);
  let isReading = false;
  let heardAt = 0;

  channel.onmessage = ({ data }) => {
    heardAt = performance.now();
    if (data.item) onItem(data.item);
    else if (isReading) channel.postMessage({ item: snapshot() });
  };
  const emit = (/** @type {Data} */ item) => {
    channel.postMessage({ item }); // first: what ends the stream closes the channel
    onItem(item);
  };

  /** Read as soon as no other tab does. @param {{ steal: true } | { signal: AbortSignal }} options */
  async function lead(options) {
    const turn = new AbortController();
    const stop = () => turn.abort();
    signal.addEventListener("abort", stop, { once: true });
    try {
      await navigator.locks.request(name, options, () => {
        isReading = true;
        return read(emit, turn.signal);
      });
    } catch {
      // closed before its turn came, or another tab took the lock
    }
    isReading = false;
    turn.abort();
    signal.removeEventListener("abort", stop);
  }

  /** A tab whose page sleeps holds the lock and reads nothing: then the one in sight takes it. */
  function ask() {
    if (isReading || document.hidden || signal.aborted) return;
    const asked = performance.now();
    channel.postMessage({ ask: true });
    setTimeout(() => { if (heardAt < asked && !isReading && !signal.aborted) lead({ steal: true }); }, ANSWER_WITHIN_MS);
  }

  const timer = setInterval(ask, ASK_EVERY_MS);
  document.addEventListener("visibilitychange", ask, { signal });
  signal.addEventListener("abort", () => { clearInterval(timer); channel.close(); }, { once: true });
  lead({ signal });
  ask();
}
