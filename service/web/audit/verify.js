// Verify a whole log, a little at a time, so that the page never stands still.
import { checkChain } from "./chain.js";
import { checkDeal } from "./deal.js";
import { readLog } from "./log.js";
import { checkResult, foldLog } from "./result.js";

const SLICE_MS = 12;

/** @typedef {"lines" | "chain" | "deal" | "result"} Stage */
/** @typedef {{log: import("./log.js").Log, head: string, deal: import("./deal.js").Deal,
 *   replay: import("../fold/fold.js").Replay}} Verified */

/**
 * Check form, chain, deal and result of a log.
 * @param {Uint8Array} bytes
 * @param {import("../types.js").Catalogue} catalogue As `GET /v1/catalogue` gives it.
 * @param {(stage: Stage, done: number) => void} [onProgress] `done`: the share of the stage, 0 to 1.
 * @returns {Promise<Verified>} Throws Fault, or Unknown.
 */
export async function verify(bytes, catalogue, onProgress = () => {}) {
  const log = await readLog(bytes, catalogue.rulesets, inSlices((done) => onProgress("lines", done)));
  const head = await checkChain(log, inSlices((done) => onProgress("chain", done)));
  onProgress("deal", 0);
  const deal = await checkDeal(log, catalogue);
  const replay = await foldLog(log, catalogue, inSlices((done) => onProgress("result", done)));
  checkResult(log, replay);
  return { log, head, deal, replay };
}

/**
 * A pause that lets the page breathe when a slice of time is over.
 * @param {(done: number) => void} onSlice
 * @returns {(done: number) => Promise<void>}
 */
function inSlices(onSlice) {
  let since = performance.now();
  return async (done) => {
    if (done < 1 && performance.now() - since < SLICE_MS) return;
    onSlice(done);
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
}
