// Events as sentences.

import { enumerate, t } from "../language/texts.js";
import { empireName, nameOf } from "../catalogue.js";
import { EVENTS } from "../fold/events.js";
import { clockText } from "../table/clocks.js";
import { playerName } from "../table/seats.js";

/** @typedef {import("../fold/table.js").GameEvent} GameEvent */
/** `seats`: names by seat. `players`: names by id. @typedef {{ seats: string[], players: Record<string, string | null> }} Names */

/** Of an event that this page does not know, nothing is shown to those who may not see all. */
const UNKNOWN = { isPublic: false, shown: [], ownSeat: [] };
const CHANGES_OF_SEATS = new Set(["seat_taken", "seat_left", "seat_removed", "start_agreed"]);

/**
 * The sentence of an event, for somebody's eyes: a seat's number, null for a spectator, or `all`.
 *
 * @param {GameEvent} event @param {Names} names @param {number | null | "all"} eyes
 */
export function sentence(event, names, eyes) {
  const known = visible(event, eyes);
  return t(keyOf(known), values(known, names));
}

/** @param {GameEvent} event @param {number | null | "all"} eyes @returns {GameEvent} */
function visible(event, eyes) {
  const { isPublic, shown, ownSeat } = EVENTS[event.name] ?? UNKNOWN;
  if (isPublic || eyes === "all") return event;
  const fields = eyes === event.seat ? [...shown, ...ownSeat] : shown;
  return { ...event, data: Object.fromEntries(Object.entries(event.data).filter(([name]) => fields.includes(name))) };
}

/** Of events with several sentences, which one. @type {Record<string, (data: Record<string, any>) => string | false | undefined>} */
const VARIANTS = {
  auto_ready_set: ({ on }) => (on ? "on" : "off"),
  card_constructed: (data) => bonus(data) && "bonus",
  card_drafted: ({ card }) => card && "card",
  card_kept: ({ card }) => card && "card",
  card_recycled: ({ onto }) => isOnto(onto) && "onto",
  cards_redrawn: ({ candidates }) => candidates && "candidates",
  game_abandoned: ({ reason = "left" }) => reason,
  game_scored: ({ rank, medal, ranking }) => (rank ? "rank" : medal ? "medal" : ranking[0].length > 1 ? "shared" : "won"),
  item_placed: ({ onto }) => isOnto(onto) && "onto",
  pause_agreed: ({ on }) => (on ? "on" : "off"),
  picks_revealed: ({ passed }) => passed,
  pool_taken: ({ cards: known }) => known && "cards",
  pools_formed: ({ required }) => required?.length && "required",
  start_agreed: ({ on }) => (on ? "on" : "off"),
  supremacy_won: ({ character }) => !character && "choice",
};

/** The key of the text. @param {GameEvent} event */
function keyOf({ name, data }) {
  const variant = VARIANTS[name]?.(data);
  return variant ? `event.${name}.${variant}` : `event.${name}`;
}

/** @param {string | undefined} onto */
const isOnto = (onto) => onto !== undefined && onto !== "empire";

/** How a field of the data becomes words. @type {Record<string, (value: any, names: Names) => string>} */
const WORDS = {
  card: (card) => nameOf(card),
  cards: (ids) => cards(ids),
  candidates: (ids) => cards(ids),
  discarded: (ids) => cards(ids),
  required: (ids) => cards(ids),
  players: (ids, names) => enumerate(ids.map((/** @type {string | null} */ id) => (id ? nameById(id, names) : t("event.table_changed.free")))),
  picks: (ids, names) => bySeat(ids.map(nameOf), names),
  empires: (ids, names) => bySeat(ids.map(empireName), names),
  amounts: (amounts, names) => bySeat(amounts, names),
  onto: (card) => (isOnto(card) ? nameOf(card) : ""),
  item: (item) => t(`item.${item}`, { n: 1 }),
  character: (item) => t(`item.${item}`, { n: 1 }),
  step: (step) => t(`resource.${step}`),
  host: (seat, names) => names.seats[seat] ?? "",
  size: String,
  sequence: String,
  to: String,
  strategy: String,
};

/** @param {GameEvent} event @param {Names} names @returns {Record<string, string | number>} */
function values({ name, seat, actor, data }, names) {
  const ofPlayer = seat === null || CHANGES_OF_SEATS.has(name); // somebody else may have the seat by now
  const id = data.player ?? actor;
  const fields = Object.entries(data).filter(([key, value]) => key in WORDS && value !== null);
  return {
    player: ofPlayer ? nameById(id, names) : names.seats[seat] ?? "",
    ...Object.fromEntries(fields.map(([key, value]) => [key, WORDS[key]?.(value, names) ?? ""])),
    ...(name === "card_constructed" && { bonus: bonus(data) }),
    ...(name === "time_given_back" && { duration: clockText((data.to_ms - data.from_ms) / 1000) }),
    ...(name === "game_scored" && score(data, names)),
  };
}

/** @param {string} id @param {Names} names */
const nameById = (id, names) => names.players[id] ?? playerName({ id, name: "" });

/** A word for each seat. @param {(string | number)[]} words @param {Names} names */
const bySeat = (words, names) => enumerate(words.map((word, seat) => `${names.seats[seat]} – ${word}`));

/** @param {Record<string, any>} data @param {Names} names */
function score({ ranking, scores, rank, medal }, names) {
  const [first] = ranking;
  return {
    player: enumerate(first.map((/** @type {number} */ seat) => names.seats[seat] ?? "")),
    total: scores[first[0]].total,
    ...(rank && { rank: t(`end.rank.${rank}`) }),
    ...(medal && { medal: t(`end.medal.${medal}`) }),
  };
}

/** The construction bonus in words. @param {Record<string, any>} data */
function bonus({ krystallium, generals, financiers }) {
  const items = { krystallium, general: generals, financier: financiers };
  return enumerate(Object.entries(items).filter(([, n]) => n).map(([item, n]) => t(`item.${item}`, { n })));
}

/** @param {string[]} ids */
const cards = (ids) => enumerate(ids.map(nameOf));
