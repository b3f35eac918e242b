// Files that people keep: the log of a game, the proof that the public list has it, and signed receipts.
import { request } from "./api.js";
import { Problem } from "./client.js";
import { tell } from "./page.js";
import { t } from "./language/texts.js";

/** Let the browser save a text as a file. @param {string} name @param {string} text @param {string} type */
export function saveFile(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Save the receipt of a game as it stands. @param {string} game */
export async function saveReceipt(game) {
  const receipt = await asked(`/v1/games/${game}/receipt`);
  if (receipt !== null) saveFile(`${game}-${receipt.split("\n")[2]}.receipt.txt`, receipt, "text/plain");
}

/** Save the log of a finished game, the proof beside it, and the receipt of its end. @param {string} game */
export async function saveWithProof(game) {
  const log = await asked(`/v1/games/${game}/log`);
  if (log === null) return;
  saveFile(`${game}.jsonl`, log, "application/x-ndjson");
  await saveReceipt(game);
  const proof = await asked(`/log/proof/${game}`, t("audit.no_proof"));
  if (proof !== null) saveFile(`${game}.jsonl.tlog-proof`, proof, "text/plain");
}

/** A text of the service; null if it refuses, which the page tells. @param {string} path @param {string} [refusal] @returns {Promise<string | null>} */
async function asked(path, refusal) {
  try {
    return /** @type {string} */ ((await request("GET", path)).body);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    tell(refusal ?? error.message);
    return null;
  }
}
