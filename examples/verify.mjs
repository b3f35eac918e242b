// Checks the log of a finished game independently: it shares no code with the service that wrote the log.
//
//   node examples/verify.mjs LOG.jsonl [CATALOGUE.json]
//
// It checks the encoding of every line, the hash chain and its head, and that the deal follows from the seeds.
// docs/verifying.md describes these checks and the others: `wonderful verify` also decides every move again.
// Exit status: 0 if all is right, 1 with the first fault if not, 2 if the log could not be checked. Needs Node.js 18.
import { createHash, createHmac } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

class Fault extends Error {}
const check = (condition, line, fault) => {
  if (!condition) throw new Fault(`line ${line}: ${fault}`);
};
export const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const REQUIRED_FIELDS = { version: 0, name: "", group: 0, actor: "", ms: 0, data: {} }; // name: a value of its type
const ALL_FIELDS = { ...REQUIRED_FIELDS, seat: 0, salt: "", hash: "" };
const isHex = (text = "") => typeof text === "string" && /^([0-9a-f]{2})*$/.test(text);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The canonical JSON text of a value. Throws for half a surrogate pair and for a number that is not an integer. */
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

/** The hash of an entry. `previous`: hash of the entry before it, or of the game's id. Each part follows its length. */
export function link(previous, { version, name, seat = "", group, actor, ms, salt = "", data }) {
  const parts = [`${version}`, name, `${seat}`, `${group}`, actor, `${ms}`, Buffer.from(salt, "hex"), canonical(data)];
  const chunks = parts.flatMap((part) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(part));
    return [length, part];
  });
  return sha256(previous, ...chunks);
}

/** The server publishes this before anybody joins, so it cannot choose another seed later. */
export const commitment = (serverSeed, game) => sha256(Buffer.from(serverSeed, "hex"), game).toString("hex");

/** The random numbers for a purpose, each 0 .. 2**32 - 1, an endless sequence. */
export function* numbers(purpose, serverSeed, clientSeeds) {
  for (let counter = 0; ; counter++) {
    const hmac = createHmac("sha256", Buffer.from(serverSeed, "hex"));
    const block = hmac.update(canonical([purpose, clientSeeds, counter])).digest();
    for (let at = 0; at < block.length; at += 4) yield block.readUInt32BE(at);
  }
}

/** The items shuffled with the seeds: Fisher-Yates from the last place down; every order is equally likely. */
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

/** The value of a line, which must be canonical JSON in UTF-8. */
function parseLine(bytes, line) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const value = JSON.parse(text);
    if (isObject(value) && canonical(value) === text) return value;
  } catch {} // not UTF-8 or not JSON
  throw new Fault(`line ${line}: encoding: not the canonical JSON of an object`);
}

/** Header, entries and end of a log. An entry has no other fields and no empty ones; versions are 1, 2, 3 ... */
function readLog(bytes) {
  const lines = bytes.toString("latin1").split("\n").map((line) => Buffer.from(line, "latin1")); // splits bytes
  if (lines.length > 1 && lines.at(-1).length === 0) lines.pop();
  const [header, ...entries] = lines.map((line, at) => parseLine(line, at + 1));
  const { format, game, ruleset, schema } = header;
  if (format === "wonderful-log" && (schema > 1 || ruleset !== "base-1")) throw new Error("not schema 1 and base-1");
  const expected = { format: "wonderful-log", game: `${game}`, ruleset, schema: 1 };
  check(canonical(header) === canonical(expected), 1, "encoding: not the header of a log");
  check(entries.length && "count" in entries.at(-1), lines.length + 1, "encoding: the end is missing");
  const end = entries.pop();
  entries.forEach((entry, at) => {
    check(entry.version === at + 1, at + 2, `encoding: expected the entry of version ${at + 1}`);
    const filled = (key) => typeof entry[key] === typeof ALL_FIELDS[key] && entry[key] !== "";
    const fits = Object.keys({ ...REQUIRED_FIELDS, ...entry }).every(filled) && isObject(entry.data);
    check(fits && [entry.salt, entry.hash].every(isHex), at + 2, "encoding: not an entry of the log");
  });
  const count = entries.length;
  const expectedEnd = { count, head: `${end.head}`, result: end.result, state_hash: `${end.state_hash}` };
  check(canonical(end) === canonical(expectedEnd), lines.length, `encoding: not the end of a log of ${count} entries`);
  return { header, entries, end };
}

/** The hash of the last entry. The last entry of each append holds its hash, which must be the computed one. */
function checkChain({ header, entries, end }) {
  let [head, first] = [sha256(header.game), 2];
  for (const entry of entries) {
    head = link(head, entry);
    const [last, agrees] = [entry.version + 1, !entry.hash || entry.hash === head.toString("hex")];
    check(agrees, first, `chain: lines ${first} to ${last} do not lead to the hash in line ${last}`);
    if (entry.hash) first = last + 1;
  }
  check(first === entries.length + 2, first, "chain: the last append has no hash");
  check(end.head === head.toString("hex"), entries.length + 2, "end: the head is not the last hash of the chain");
  return end.head;
}

/** Deck and empires as the seeds determine them. A fork has those of the game that was dealt. */
function checkDeal({ header, entries }, catalogue) {
  const cards = catalogue.developments.flatMap(({ id, copies }) => [...Array(copies)].map((_, n) => `${id}.${n + 1}`));
  const [opened, seats] = [entries[0]?.data ?? {}, []];
  check(opened.game === header.game && isObject(opened.options), 2, "rules: the first event does not open this game");
  const start = entries.find(({ name }) => name === "game_started");
  check(start, entries.length + 2, "end: the log ends before the game was dealt");
  for (const { name, seat, data } of entries.slice(1, start.version - 1))
    seats[seat] = name === "start_agreed" ? { ...seats[seat], ...data } : name === "seat_taken" && data;
  const [line, { server_seed: server, client_seeds: clients }] = [start.version + 1, start.data];
  check(isHex(server) && Array.isArray(clients), line, "deal: the seeds are missing");
  const committed = commitment(server, `${opened.origin?.dealt ?? opened.game}`);
  check(committed === opened.commitment, line, "deal: the server seed does not match the commitment");
  const full = seats.length === opened.options.seats && seats.length === clients.length && [...seats].every(Boolean);
  check(full, line, "deal: a seat is empty or has no seed");
  const starter = Math.max(0, seats.findIndex(({ player }) => player === start.actor)); // sends a seed with the start
  const own = ({ client_seed = "" }, seat) => opened.origin || seat === starter || clients[seat] === client_seed;
  check(seats.every(own), line, "deal: a client seed is not the one that its player sent");
  const chosen = seats.map(({ empire }, seat) => opened.options.empires?.[seat] ?? empire);
  const rest = catalogue.empires.map(({ id }) => id).filter((id) => !chosen.includes(id));
  const drawn = shuffled(rest, "empires", server, clients);
  const empires = chosen.map((empire) => empire ?? drawn.shift());
  const deck = shuffled(cards, "deck", server, clients);
  const expected = { client_seeds: clients, deck, empires, server_seed: server };
  check(canonical(start.data) === canonical(expected), line, "deal: the seeds give other empires or another deck");
  return expected;
}

function main([file, catalogue = new URL("../game/catalogue.json", import.meta.url), ...more]) {
  try {
    if (!file || more.length) throw new Error("usage: node examples/verify.mjs LOG.jsonl [CATALOGUE.json]");
    const log = readLog(readFileSync(file));
    const head = checkChain(log);
    const { deck, empires } = checkDeal(log, JSON.parse(readFileSync(catalogue, "utf-8")));
    console.log(`ok ${head}\ndeck ${deck.slice(0, 5).join(" ")}\nempires ${empires.join(" ")}`);
  } catch (error) {
    process.exitCode = error instanceof Fault ? 1 : 2;
    console.log(error instanceof Fault ? error.message : `cannot be checked: ${error.message}`);
  }
}

const started = process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (started) main(process.argv.slice(2)); // not if another module imports this one
