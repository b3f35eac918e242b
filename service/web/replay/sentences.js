// Events as sentences.

import { t } from "../language/texts.js";
import { language } from "../settings.js";
import { nameOf } from "../catalogue.js";
import { empireName } from "./names.js";

/** @typedef {import("../fold/table.js").GameEvent} GameEvent */
/** `seats`: names by seat. `players`: names by id. @typedef {{ seats: string[], players: Record<string, string | null> }} Names */

/** What only the event's own seat saw. @type {Record<string, string>} */
const SECRET_FIELD = { card_drafted: "card", pool_taken: "cards", cards_redrawn: "candidates", card_kept: "card" };
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
  const secret = SECRET_FIELD[event.name];
  if (!secret || eyes === "all" || eyes === event.seat) return event;
  const { [secret]: _, ...data } = event.data;
  return { ...event, data };
}

/** The key of the text: some events have several sentences. @param {GameEvent} event */
function keyOf({ name, data }) {
  const key = `event.${name}`;
  if (name === "card_drafted" || name === "card_kept") return data.card ? `${key}.card` : key;
  if (name === "pool_taken") return data.cards ? `${key}.cards` : key;
  if (name === "cards_redrawn") return data.candidates ? `${key}.candidates` : key;
  if (name === "picks_revealed") return data.passed ? `${key}.${data.passed}` : key;
  if (name === "card_recycled" || name === "item_placed") return isOnto(data.onto) ? `${key}.onto` : key;
  if (name === "card_constructed") return bonus(data) ? `${key}.bonus` : key;
  if (name === "supremacy_won") return data.character ? key : `${key}.choice`;
  if (name === "start_agreed" || name === "auto_ready_set") return `${key}.${data.on ? "on" : "off"}`;
  if (name === "game_abandoned") return `${key}.${data.reason ?? "left"}`;
  if (name === "pools_formed") return data.required?.length ? `${key}.required` : key;
  if (name === "game_scored") return `${key}.${data.rank ? "rank" : data.medal ? "medal" : data.ranking[0].length > 1 ? "shared" : "won"}`;
  return key;
}

/** @param {string | undefined} onto */
const isOnto = (onto) => onto !== undefined && onto !== "empire";

/** @param {GameEvent} event @param {Names} names @returns {Record<string, string | number>} */
function values({ name, seat, actor, data }, names) {
  const player = (/** @type {string} */ id) => names.players[id] ?? id.replace(/^bot:/, "");
  const bySeat = (/** @type {(string | number)[]} */ words) => list(words.map((word, at) => `${names.seats[at]} – ${word}`));
  const isSeats = seat === null || CHANGES_OF_SEATS.has(name);
  return {
    player: isSeats ? player(data.player ?? actor) : names.seats[seat] ?? "",
    ...(data.card && { card: nameOf(data.card) }),
    ...(data.cards && { cards: cards(data.cards) }),
    ...(data.candidates && { candidates: cards(data.candidates) }),
    ...(data.discarded && { discarded: cards(data.discarded) }),
    ...(data.required && { required: cards(data.required) }),
    ...(data.picks && { picks: bySeat(data.picks.map(nameOf)) }),
    ...(data.empires && { empires: bySeat(data.empires.map(empireName)) }),
    ...(data.amounts && { amounts: bySeat(data.amounts) }),
    ...(isOnto(data.onto) && { onto: nameOf(data.onto) }),
    ...(data.item && { item: t(`item.${data.item}`, { n: 1 }) }),
    ...(data.character && { character: t(`item.${data.character}`, { n: 1 }) }),
    ...(data.step && { step: t(`resource.${data.step}`) }),
    ...(name === "card_constructed" && { bonus: bonus(data) }),
    ...(name === "host_changed" && { host: names.seats[data.host] ?? "" }),
    ...(name === "game_scored" && score(data, names)),
    ...pick(data, ["size", "sequence", "to", "strategy"]),
  };
}

/** @param {Record<string, any>} data @param {string[]} keys */
function pick(data, keys) {
  return Object.fromEntries(keys.filter((key) => data[key] !== undefined).map((key) => [key, data[key]]));
}

/** @param {Record<string, any>} data @param {Names} names */
function score({ ranking, scores, rank, medal }, names) {
  const [first] = ranking;
  return {
    player: list(first.map((/** @type {number} */ seat) => names.seats[seat] ?? "")),
    total: scores[first[0]].total,
    ...(rank && { rank: t(`end.rank.${rank}`) }),
    ...(medal && { medal: t(`end.medal.${medal}`) }),
  };
}

/** The construction bonus in words. @param {Record<string, any>} data */
function bonus({ krystallium, generals, financiers }) {
  const items = { krystallium, general: generals, financier: financiers };
  return list(Object.entries(items).filter(([, n]) => n).map(([item, n]) => t(`item.${item}`, { n })));
}

/** @param {string[]} ids */
const cards = (ids) => list(ids.map(nameOf));

/** @param {string[]} words */
function list(words) {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(words);
}
