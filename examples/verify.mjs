// Checks the log of a finished game independently: it shares no code with the service that wrote the log.
//
//   node examples/verify.mjs LOG.jsonl [CATALOGUE.json]
//
// It checks the encoding of every line, the hash chain and its head, that the deal follows from the seeds, and that the
// result follows from the events. The web page verifies logs with the same modules.
// docs/verifying.md describes these checks and the others: `wonderful verify` also decides every move again.
// Exit status: 0 if all is right, 1 with the first fault if not, 2 if the log could not be checked. Needs Node.js 20.
import { readFile } from "node:fs/promises";
import { Fault, Unknown } from "../service/web/audit/fault.js";
import { verify } from "../service/web/audit/verify.js";

const [file, catalogue = new URL("../game/catalogue.json", import.meta.url), ...more] = process.argv.slice(2);
/** Numbers of the rules, which the catalogue of the API tells and that of the repository does not. */
const constants = { max_seats: 5, pools: 8, pool_cards: 5, redraw_cards: 5 };
const texts = JSON.parse(await readFile(new URL("../service/web/language/en.json", import.meta.url), "utf-8"));

/** What is wrong with the log, as a sentence. */
function sentence({ line, kind, reason, values }) {
  const text = texts[`audit.fault.${reason}`].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  return `line ${line}: ${kind}: ${text}`;
}

try {
  if (!file || more.length) throw new Error("usage: node examples/verify.mjs LOG.jsonl [CATALOGUE.json]");
  const { head, deal } = await verify(await readFile(file), { constants, ...JSON.parse(await readFile(catalogue, "utf-8")) });
  console.log(`ok ${head}\ndeck ${deal.deck.slice(0, 5).join(" ")}\nempires ${deal.empires.join(" ")}`);
} catch (error) {
  process.exitCode = error instanceof Fault ? 1 : 2;
  const reason = error instanceof Unknown ? texts[`audit.unknown.${error.reason}`] : error.message;
  console.log(error instanceof Fault ? sentence(error) : `cannot be checked: ${reason}`);
}
