// Events as sentences: templates and words come with the catalogue, names from the page.

import { enumerate, t } from "../language/texts.js";
import { catalogue, declaredEvent, empireName, nameOf } from "../catalogue.js";
import { clockText } from "../table/clocks.js";
import { playerName } from "../table/seats.js";

/** @typedef {import("../fold/table.js").GameEvent} GameEvent */
/** `seats`: names by seat. `players`: names by id. @typedef {{ seats: string[], players: Record<string, string | null> }} Names */

const CHANGES_OF_SEATS = new Set(["seat_taken", "seat_left", "seat_removed", "start_agreed"]);
const AGREEMENTS = new Set(["start_agreed", "pause_agreed"]);
const FIELDS = /\{(\w+)\}/g;

/**
 * The sentence of an event, for somebody's eyes: a seat's number, null for a spectator, or `all`.
 *
 * @param {GameEvent} event @param {Names} names @param {number | null | "all"} eyes
 */
export function sentence(event, names, eyes) {
  const known = fieldsOf(visible(event, eyes), names);
  const { templates } = catalogue().sentences.events.find((each) => each.event === event.name) ?? { templates: [] };
  const fullest = templates.find((each) => [...each.matchAll(FIELDS)].every(([, field]) => known[field ?? ""] !== undefined));
  return t(fullest ?? event.name, known);
}

/** The cards that the sentence of an event names, for the same eyes. @param {GameEvent} event @param {number | null | "all"} eyes @returns {string[]} */
export function cardsNamed(event, eyes) {
  const { card, onto } = visible(event, eyes).data;
  return [card, onto].filter(isGiven);
}

/** Why a game ended without a result, in a sentence. @param {string | null} reason its `end_reason` */
export function whyAbandoned(reason) {
  const abandoned = /** @type {GameEvent} */ (/** @type {unknown} */ ({ name: "game_abandoned", seat: null, actor: "service", data: { reason } }));
  return sentence(abandoned, { seats: [], players: {} }, null);
}

/** @param {GameEvent} event @param {number | null | "all"} eyes @returns {GameEvent} */
function visible(event, eyes) {
  if (eyes === "all") return event;
  const { public: shown = [], own_seat: ownSeat = [] } = declaredEvent(event.name) ?? {}; // of an unknown event, nothing
  const fields = eyes === event.seat ? [...shown, ...ownSeat] : shown;
  return { ...event, data: Object.fromEntries(Object.entries(event.data).filter(([name]) => fields.includes(name))) };
}

/** What a value is called in a sentence. @param {string} field @param {unknown} value @returns {string} */
const word = (field, value) =>
  catalogue().sentences.words.find((each) => each.field === field && each.value === String(value))?.text ?? String(value);

/** How a field of the data becomes words. @type {Record<string, (value: any, names: Names) => string>} */
const WORDS = {
  card: (card) => nameOf(card),
  onto: (card) => nameOf(card),
  cards: (ids) => cards(ids),
  candidates: (ids) => cards(ids),
  discarded: (ids) => cards(ids),
  required: (ids) => cards(ids),
  players: (ids, names) => enumerate(ids.map((/** @type {string | null} */ id) => (id ? nameById(id, names) : word("seat", "free")))),
  picks: (ids, names) => bySeat(ids.map(nameOf), names),
  empire: (id) => empireName(id),
  empires: (ids, names) => bySeat(ids.map(empireName), names),
  amounts: (amounts, names) => bySeat(amounts, names),
  item: (item) => word("item", item),
  as: (item) => word("item", item),
  character: (item) => word("item", item),
  passed: (side) => word("passed", side),
  on: (on) => word("on", on),
  reason: (reason) => word("reason", reason),
  step: (step) => t(`resource.${step}`),
  rank: (rank) => t(`end.rank.${rank}`),
  medal: (medal) => t(`end.medal.${medal}`),
  size: String,
  sequence: String,
  to: String,
};

/** The known fields of an event, in words. @param {GameEvent} event @param {Names} names @returns {Record<string, string | number>} */
function fieldsOf({ name, seat, actor, data }, names) {
  const ofPlayer = seat === null || CHANGES_OF_SEATS.has(name); // somebody else may have the seat by now
  const given = Object.entries(data).filter(([key, value]) => key in WORDS && isGiven(value) && !(key === "as" && value === data.item));
  return {
    ...(name === "game_abandoned" && { reason: word("reason", "left") }), // the default is not stored
    ...Object.fromEntries(given.map(([key, value]) => [key, WORDS[key]?.(value, names) ?? ""])),
    player: ofPlayer ? nameById(data.player ?? actor, names) : names.seats[seat] ?? "",
    ...(names.seats[data.host] !== undefined && { host: names.seats[data.host] }),
    ...(AGREEMENTS.has(name) && { agreement: word(name, data.on) }),
    ...(data.options?.scenario && { scenario: scenarioName(data.options.scenario) }),
    ...(name === "card_constructed" && bonusOf(data)),
    ...(name === "time_given_back" && { duration: clockText((data.to_ms - data.from_ms) / 1000) }),
    ...(name === "game_scored" && scoreOf(data, names)),
  };
}

/** The empire card needs no name: a sentence of its own tells of it. @param {unknown} value */
const isGiven = (value) => value !== null && value !== undefined && value !== "empire" && !(Array.isArray(value) && !value.length);

/** @param {string} id @param {Names} names */
const nameById = (id, names) => names.players[id] ?? playerName({ id, name: "" });

/** A word for each seat. @param {(string | number)[]} words @param {Names} names */
const bySeat = (words, names) => enumerate(words.map((word, seat) => `${names.seats[seat]} – ${word}`));

/** @param {string} id @returns {string} */
const scenarioName = (id) => catalogue().scenarios.find((each) => each.id === id)?.name ?? id;

/** @param {GameEvent["data"]} data @param {Names} names */
function scoreOf({ ranking, scores }, names) {
  const [first] = ranking;
  const winners = enumerate(first.map((/** @type {number} */ seat) => names.seats[seat] ?? ""));
  return { [first.length > 1 ? "winners" : "winner"]: winners, total: scores[first[0]].total };
}

/** The construction bonus in words, if there is one. @param {GameEvent["data"]} data */
function bonusOf({ krystallium, generals, financiers }) {
  const items = Object.entries({ krystallium, general: generals, financier: financiers }).filter(([, n]) => n);
  return items.length ? { bonus: enumerate(items.map(([item, n]) => t(`item.${item}`, { n }))) } : {};
}

/** @param {string[]} ids */
const cards = (ids) => enumerate(ids.map(nameOf));
