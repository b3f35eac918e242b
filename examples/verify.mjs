// Checks the log of a finished game independently: it shares no code with the service that wrote the log.
//
//   node examples/verify.mjs LOG.jsonl [CATALOGUE.json] [--keys KEYS.json [--proof FILE] [--receipts FILE…]]
//
// CATALOGUE.json is what GET /v1/catalogue answered: what it leaves out is that of this folder.
// KEYS.json is what GET /v1/keys answered: by it, a proof of the public list and the receipts of players are checked, too.
// It checks the encoding of every line, the hash chain and its head, that the deal follows from the seeds, and that the
// result follows from the events. The web page verifies logs with the same modules.
// docs/verifying.md describes these checks and the others: `wonderful verify` also decides every move again.
// Exit status: 0 if all is right, 1 with the first fault if not, 2 if the log could not be checked. Needs Node.js 20.
import { readFile } from "node:fs/promises";
import { Fault, Rejected, Unknown } from "../service/web/audit/fault.js";
import { holdAgainst, keysOf } from "../service/web/audit/signed.js";
import { verify } from "../service/web/audit/verify.js";

const USAGE = "usage: node examples/verify.mjs LOG.jsonl [CATALOGUE.json] [--keys KEYS.json [--proof FILE] [--receipts FILE…]]";
const plain = [], given = { __proto__: null }; // words before any option, and those after each
let taking = plain;
for (const word of process.argv.slice(2)) {
  if (word.startsWith("--")) taking = given[word.slice(2)] ??= [];
  else taking.push(word);
}
const { keys, proof = [], receipts = [], ...unknown } = given; // whatever is passed over would seem to agree
const isWrong = Object.keys(unknown).length || Object.values(given).some((files) => !files.length) || (keys ? keys.length > 1 : proof.length + receipts.length);
const OWN_CATALOGUE = new URL("catalogue.json", import.meta.url);
const [file, catalogue = OWN_CATALOGUE, ...more] = plain;
const read = (name) => readFile(name, "utf-8");
const texts = JSON.parse(await read(new URL("../service/web/language/en.json", import.meta.url)));
const say = (key, values = {}) => texts[`audit.${key}`].replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** Say what the proof and the receipts show; whether all of them agree with the log. */
async function tellSigned(log) {
  const files = [...proof, ...receipts].map(async (name) => ({ name, text: await read(name) }));
  const found = await holdAgainst(await Promise.all(files), log, await keysOf(JSON.parse(await read(keys[0]))));
  for (const { name, key, values } of found) console.log(`${name}: ${say(`signed.${key}`, values)}`);
  return found.every(({ agrees }) => agrees);
}

try {
  if (!file || more.length || isWrong) throw new Error(USAGE);
  const { head, deal, log } = await verify(await readFile(file), { ...JSON.parse(await read(OWN_CATALOGUE)), ...JSON.parse(await read(catalogue)) });
  console.log(`ok ${head}\ndeck ${deal.deck.slice(0, 5).join(" ")}\nempires ${deal.empires.join(" ")}`);
  if (keys && !(await tellSigned(log))) process.exitCode = 1;
} catch (error) {
  process.exitCode = error instanceof Fault ? 1 : 2;
  const { line, kind, reason, values } = error;
  if (error instanceof Fault) console.log(`line ${line}: ${kind}: ${say(`fault.${reason}`, values)}`);
  else console.log(`cannot be checked: ${error instanceof Unknown ? say(`unknown.${reason}`) : error instanceof Rejected ? `${keys[0]}: ${say(`signed.${error.code}`)}` : error.message}`);
}
