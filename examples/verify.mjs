// Checks the log of a finished game without trusting the service that wrote it, nor sharing a line of code with it.
//
//   node examples/verify.mjs LOG.jsonl [CATALOGUE.json]
//
// What is checked: the form of every line, the hash chain and the head, and that the deal follows from the seeds.
// docs/verifying.md tells of these and of the rest: `wonderful verify` decides every move again, too.
// Ends with 0 when all is right, with 1 and the fault when not, with 2 when nothing could be checked. Needs Node.js 18.
import { createHash, createHmac } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

class Fault extends Error {}
const must = (holds, line, what) => {
  if (!holds) throw new Fault(`line ${line}: ${what}`);
};
export const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const NEEDED = { version: 0, name: "", group: 0, actor: "", ms: 0, data: {} }; // the fields of an entry, by example
const FIELDS = { ...NEEDED, seat: 0, salt: "", hash: "" };
const isHex = (text = "") => typeof text === "string" && /^([0-9a-f]{2})*$/.test(text);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The one JSON text of a value. Half a surrogate pair has none, nor has a number that is not an integer. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (isObject(value)) {
    const keys = Object.keys(value).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))); // by code points
    return `{${keys.map((key) => `${canonical(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) throw new RangeError("half a surrogate pair");
  if (typeof value === "number" && !Number.isSafeInteger(value)) throw new RangeError("not an integer");
  return JSON.stringify(value);
}

/** The hash of an entry, given that of the one before it, or of the game's id. Each part follows its length. */
export function link(previous, { version, name, seat = "", group, actor, ms, salt = "", data }) {
  const parts = [`${version}`, name, `${seat}`, `${group}`, actor, `${ms}`, Buffer.from(salt, "hex"), canonical(data)];
  const framed = parts.flatMap((part) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(part));
    return [length, part];
  });
  return sha256(previous, ...framed);
}

/** What the server publishes before anybody joins, so that it cannot choose another seed later. */
export const commitment = (serverSeed, game) => sha256(Buffer.from(serverSeed, "hex"), game).toString("hex");

/** The numbers drawn for a purpose, each 0 .. 2**32 - 1, without end. */
export function* numbers(purpose, serverSeed, clientSeeds) {
  for (let counter = 0; ; counter++) {
    const hmac = createHmac("sha256", Buffer.from(serverSeed, "hex"));
    const block = hmac.update(canonical([purpose, clientSeeds, counter])).digest();
    for (let at = 0; at < block.length; at += 4) yield block.readUInt32BE(at);
  }
}

/** The items as the seeds order them: Fisher-Yates from the last place down, no order likelier than another. */
export function shuffled(items, purpose, serverSeed, clientSeeds) {
  const [cards, drawn] = [[...items], numbers(purpose, serverSeed, clientSeeds)];
  for (let places = cards.length; places > 1; places--) {
    let number = drawn.next().value;
    while (number >= 2 ** 32 - (2 ** 32 % places)) number = drawn.next().value;
    const at = number % places;
    [cards[places - 1], cards[at]] = [cards[at], cards[places - 1]];
  }
  return cards;
}

/** The value of a line, which must be its canonical JSON in UTF-8. */
function parsed(bytes, line) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const value = JSON.parse(text);
    if (isObject(value) && canonical(value) === text) return value;
  } catch {} // it is not even JSON
  throw new Fault(`line ${line}: encoding: not the canonical JSON of an object`);
}

/** Header, entries and end of a log. An entry has nothing but its fields, none empty; versions are 1, 2, 3 ... */
function read(bytes) {
  const lines = bytes.toString("latin1").split("\n").map((line) => Buffer.from(line, "latin1")); // cut, and bytes again
  if (lines.length > 1 && lines.at(-1).length === 0) lines.pop();
  const [header, ...entries] = lines.map((line, at) => parsed(line, at + 1));
  const { format, game, ruleset, schema } = header;
  if (format === "wonderful-log" && (schema > 1 || ruleset !== "base-1")) throw new Error("not schema 1 and base-1");
  const plain = { format: "wonderful-log", game: `${game}`, ruleset, schema: 1 };
  must(canonical(header) === canonical(plain), 1, "encoding: not the header of a log");
  must(entries.length && "count" in entries.at(-1), lines.length + 1, "encoding: the end is missing");
  const end = entries.pop();
  entries.forEach((entry, at) => {
    must(entry.version === at + 1, at + 2, `encoding: expected the entry of version ${at + 1}`);
    const filled = (key) => typeof entry[key] === typeof FIELDS[key] && entry[key] !== "";
    const fits = Object.keys({ ...NEEDED, ...entry }).every(filled) && isObject(entry.data);
    must(fits && [entry.salt, entry.hash].every(isHex), at + 2, "encoding: not an entry of the log");
  });
  const ended = { count: entries.length, head: `${end.head}`, result: end.result, state_hash: `${end.state_hash}` };
  must(canonical(end) === canonical(ended), lines.length, `encoding: not the end of a log of ${ended.count} entries`);
  return { header, entries, end };
}

/** The hash of the last entry; where an append ended, the hash that stands there must be the one that is reckoned. */
function chained({ header, entries, end }) {
  let [head, first] = [sha256(header.game), 2];
  for (const entry of entries) {
    head = link(head, entry);
    const [last, agrees] = [entry.version + 1, !entry.hash || entry.hash === head.toString("hex")];
    must(agrees, first, `chain: lines ${first} to ${last} do not lead to the hash in line ${last}`);
    if (entry.hash) first = last + 1;
  }
  must(first === entries.length + 2, first, "chain: the last append has no hash");
  must(end.head === head.toString("hex"), entries.length + 2, "end: the head is another");
  return end.head;
}

/** Deck and empires, as the seeds lead to them; in a fork those of the game that was dealt. */
function fair({ header, entries }, catalogue) {
  const cards = catalogue.developments.flatMap(({ id, copies }) => [...Array(copies)].map((_, n) => `${id}.${n + 1}`));
  const [opened, seats] = [entries[0]?.data ?? {}, []];
  must(opened.game === header.game && isObject(opened.options), 2, "rules: this does not open the game");
  const start = entries.find(({ name }) => name === "game_started");
  must(start, entries.length + 2, "end: the log ends before the game was dealt");
  for (const { name, seat, data } of entries.slice(1, start.version - 1)) seats[seat] = name === "seat_taken" && data;
  const [line, { server_seed: server, client_seeds: clients }] = [start.version + 1, start.data];
  must(isHex(server) && Array.isArray(clients), line, "deal: the seeds are missing");
  const committed = commitment(server, `${opened.origin?.dealt ?? opened.game}`);
  must(committed === opened.commitment, line, "deal: the server seed is not the one committed to");
  const full = seats.length === opened.options.seats && seats.length === clients.length && [...seats].every(Boolean);
  must(full, line, "deal: every seat is taken and has a seed");
  const starter = Math.max(0, seats.findIndex(({ player }) => player === start.actor)); // gives a seed with the start
  const own = ({ client_seed = "" }, seat) => opened.origin || seat === starter || clients[seat] === client_seed;
  must(seats.every(own), line, "deal: the client seed of a seat is another");
  const chosen = seats.map(({ empire }, seat) => opened.options.empires?.[seat] ?? empire);
  const rest = catalogue.empires.map(({ id }) => id).filter((id) => !chosen.includes(id));
  const drawn = shuffled(rest, "empires", server, clients);
  const empires = chosen.map((empire) => empire ?? drawn.shift());
  const deck = shuffled(cards, "deck", server, clients);
  const made = { client_seeds: clients, deck, empires, server_seed: server };
  must(canonical(start.data) === canonical(made), line, "deal: the seeds lead to other empires or another deck");
  return made;
}

function main([file, catalogue = new URL("../game/catalogue.json", import.meta.url), ...more]) {
  try {
    if (!file || more.length) throw new Error("usage: node examples/verify.mjs LOG.jsonl [CATALOGUE.json]");
    const log = read(readFileSync(file));
    const head = chained(log);
    const { deck, empires } = fair(log, JSON.parse(readFileSync(catalogue, "utf-8")));
    console.log(`ok ${head}\ndeck ${deck.slice(0, 5).join(" ")}\nempires ${empires.join(" ")}`);
  } catch (error) {
    process.exitCode = error instanceof Fault ? 1 : 2;
    console.log(error instanceof Fault ? error.message : `cannot be checked: ${error.message}`);
  }
}

const started = process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (started) main(process.argv.slice(2)); // and not when a test imports the functions
