// A log file: its header, its entries and its end.
import { canonical, isHex, isObject } from "./bytes.js";
import { Fault, Unknown, check } from "./fault.js";

/** @typedef {{version: number, name: string, seat?: number, group: number, actor: string, ms: number,
 *   data: import("../types.js").Data, salt?: string, hash?: string}} Entry */
/** @typedef {{count: number, head: string, result: import("../types.js").Schemas["GameResult"] | null, state_hash: string}} End */
/** @typedef {{header: {game: string, ruleset: string}, entries: Entry[], end: End}} Log */

export const MAX_LOG_BYTES = 16 * 2 ** 20;
const MAX_LINE_CHARACTERS = 65536;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const UTF8_MARK = [0xef, 0xbb, 0xbf];
const UTF16_MARKS = [0xfffe, 0xfeff];
/** A value of each field's type. */
const REQUIRED_FIELDS = { version: 0, name: "", group: 0, actor: "", ms: 0, data: {} };
/** @type {Record<string, unknown>} */
const ALL_FIELDS = { ...REQUIRED_FIELDS, seat: 0, salt: "", hash: "" };

/**
 * Read a log. An entry has no other fields than the known ones, and no empty ones; versions are 1, 2, 3 ...
 * @param {Uint8Array} bytes
 * @param {string[]} rulesets Those that the service knows.
 * @param {(done: number) => Promise<void>} [pause] Called after each line, with the share that is done.
 * @returns {Promise<Log>} Throws Fault, or Unknown for another schema or ruleset.
 */
export async function readLog(bytes, rulesets, pause) {
  if (bytes.length > MAX_LOG_BYTES) throw new Unknown("too_big");
  /** @type {import("../types.js").Data[]} */
  const lines = [];
  for (let from = 0; from < bytes.length || from === 0; ) {
    const found = bytes.indexOf(LINE_FEED, from);
    const to = found < 0 ? bytes.length : found;
    lines.push(parseLine(bytes.subarray(from, to), lines.length + 1));
    if (lines.length === 1) checkHeader(lines[0], rulesets);
    from = to + 1;
    await pause?.(to / bytes.length);
  }
  const [header, ...entries] = lines;
  const end = entries.pop();
  check(end && "count" in end, lines.length + 1, "encoding", "no_end");
  entries.forEach(checkEntry);
  const count = entries.length;
  const expected = { count, head: `${end.head}`, result: end.result, state_hash: `${end.state_hash}` };
  check(canonical(end) === canonical(expected), lines.length, "encoding", "not_the_end", { count });
  return /** @type {Log} */ ({ header, entries, end });
}

/**
 * The value of a line, which must be canonical JSON in UTF-8.
 * @param {Uint8Array} bytes
 * @param {number} line
 */
function parseLine(bytes, line) {
  check(bytes.length <= 4 * MAX_LINE_CHARACTERS, line, "encoding", "long_line");
  check(line > 1 || !UTF8_MARK.every((byte, at) => bytes[at] === byte), line, "encoding", "byte_order_mark");
  check(line > 1 || !UTF16_MARKS.includes(256 * bytes[0] + bytes[1]), line, "encoding", "utf16");
  check(bytes[bytes.length - 1] !== CARRIAGE_RETURN, line, "encoding", "cr_lf");
  let value, text, form;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(text);
    form = canonical(value);
  } catch {
    throw new Fault(line, "encoding", "not_json"); // nor canonical, if only that failed
  }
  check(isObject(value) && form === text, line, "encoding", "not_canonical");
  check([...text].length <= MAX_LINE_CHARACTERS, line, "encoding", "long_line");
  return value;
}

/** @param {import("../types.js").Data} header @param {string[]} rulesets */
function checkHeader(header, rulesets) {
  const { format, game, ruleset, schema } = header;
  if (format === "wonderful-log" && (schema > 1 || !rulesets.includes(ruleset))) throw new Unknown("other_rules");
  const expected = { format: "wonderful-log", game: `${game}`, ruleset, schema: 1 };
  check(canonical(header) === canonical(expected), 1, "encoding", "not_a_log");
}

/** @param {import("../types.js").Data} entry @param {number} at */
function checkEntry(entry, at) {
  const [line, version] = [at + 2, at + 1];
  check(entry.version === version, line, "encoding", "other_version", { version });
  const fits = Object.keys({ ...REQUIRED_FIELDS, ...entry }).every(
    (key) => Object.hasOwn(ALL_FIELDS, key) && typeof entry[key] === typeof ALL_FIELDS[key] && entry[key] !== "",
  );
  check(fits && isObject(entry.data), line, "encoding", "not_an_entry");
  check([entry.salt, entry.hash].every(isHex), line, "encoding", "not_an_entry");
}
