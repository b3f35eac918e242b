// What happened between two views of a table, and which things move for it: a pure decision. play.js lets them move.
//
// What moves is named by its spot: the `data-flight` of an element, with `#n` for its nth space. What was taken back moves nothing.

import { RESOURCES, designOf } from "../catalogue.js";
import { passingWay } from "../table/seats.js";
import { ownedSpots, piecesMoved } from "./pieces.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {{ left: number, top: number, width: number, height: number }} Box */
/** @typedef {"draft" | "slate" | "recycle" | "build" | "cube" | "krystallium" | "earn" | "win" | "produce" | "pulse" | "reveal" | "hand" | "pass" | "deal" | "points"} Kind */
/**
 * A thing that moves. `what`: a card, an item or a number, by which it is drawn. `from`, `to`: spots, of which the first in sight
 * counts; `isGone`: the target stands only in the old view. `at`, `ms`: when it begins, and how long it takes.
 *
 * @typedef {{ kind: Kind, what: string, from: string[], to: string[], isGone?: boolean, values?: [number, number], at: number, ms: number }} Motion
 */

/** No moment takes longer. */
export const MOMENT_MS = 600;
/** When each kind begins in its moment, how long it takes, and how long the next one of the kind waits at most. @type {Record<Kind, [at: number, ms: number, stagger: number]>} */
const TIMES = {
  draft: [0, 320, 0], slate: [0, 320, 40], recycle: [0, 220, 40], cube: [60, 260, 35], build: [160, 440, 40], krystallium: [280, 320, 0], earn: [220, 380, 40],
  reveal: [0, 260, 30], hand: [140, 440, 0], pass: [140, 400, 0], deal: [100, 340, 0], win: [0, 480, 60], produce: [200, 340, 30], pulse: [100, 400, 30], points: [180, 420, 0],
};
const PHASES = ["draft", "planning", "production", "finished"];
/** Cards go on from place to place: never back, unless a move was taken back. */
const RANKS = { hand: 0, candidates: 0, picked: 1, drafted: 2, site: 3, built: 4, discard: 5 };

/** @typedef {keyof typeof RANKS} Place */

/** What moves after this change, in the order of the moment; null if something was taken back. @param {View} before @param {View} after @returns {Motion[] | null} */
export function motionsBetween(before, after) {
  const [old, now] = [placesOf(before), placesOf(after)];
  if (isBack(before, after, old, now)) return null;
  const seats = after.seats.flatMap((_, seat) => piecesMoved(before, after, seat));
  return timed([...cardsMoved(before, after, old, now), ...seats, ...handsMoved(before, after, old, now), ...won(before, after), ...produced(before, after), ...pointsCounted(before, after)]);
}

/** Give each motion its time, so that all are over together with their moment. @param {Omit<Motion, "at" | "ms">[]} motions @returns {Motion[]} */
function timed(motions) {
  /** @type {Map<Kind, number>} */
  const counts = new Map();
  for (const { kind } of motions) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  /** @type {Map<Kind, number>} */
  const begun = new Map();
  return motions.map((each) => {
    const [at, ms, stagger] = TIMES[each.kind];
    const index = begun.get(each.kind) ?? 0;
    begun.set(each.kind, index + 1);
    const step = Math.min(stagger, (MOMENT_MS - at - ms) / Math.max(1, (counts.get(each.kind) ?? 1) - 1));
    return { ...each, at: Math.round(at + index * step), ms };
  });
}

/** Where each known card lies, and at which seat. @param {View} view @returns {Map<string, { place: Place, seat: number | null }>} */
function placesOf(view) {
  const found = new Map();
  /** @param {string[]} cards @param {Place} place @param {number | null} seat */
  const lay = (cards, place, seat) => { for (const card of cards) found.set(card, { place, seat }); };
  lay(view.discard, "discard", null);
  for (const { seat, drafted, construction, constructed } of view.seats) {
    lay(drafted, "drafted", seat);
    lay(construction.map(({ card }) => card), "site", seat);
    lay(constructed, "built", seat);
  }
  lay(view.hand ?? [], "hand", view.seat);
  lay(view.candidates ?? [], "candidates", view.seat);
  if (view.picked) lay([view.picked], "picked", view.seat);
  return found;
}

/** Whether a move was taken back, or the table rewound. @param {View} before @param {View} after @param {ReturnType<typeof placesOf>} old @param {ReturnType<typeof placesOf>} now */
function isBack(before, after, old, now) {
  const order = compare(stageOf(after), stageOf(before));
  if (order < 0 || after.supremacy.length < before.supremacy.length) return true;
  if (before.supremacy.some(({ character }, at) => character && !after.supremacy[at]?.character)) return true;
  for (const [card, { place }] of now) {
    const was = old.get(card)?.place;
    const isReshuffled = was === "discard" && place === "candidates"; // R65
    if (was && !isReshuffled && RANKS[place] < RANKS[was]) return true;
  }
  return after.seats.some((seat, number) => {
    const sites = new Map(before.seats[number]?.construction.map(({ card, spaces }) => [card, spaces]));
    const isEmptied = seat.construction.some(({ card, spaces }) => spaces.some(({ filled }, at) => !filled && sites.get(card)?.[at]?.filled));
    const held = before.seats[number]?.cubes_to_place ?? {};
    return isEmptied || (order === 0 && Object.entries(seat.cubes_to_place).some(([item, n]) => n > (held[item] ?? 0)));
  });
}

/** The stages of a game in order, as numbers to compare. @param {View} view */
function stageOf({ round, phase, step, passes, sequence }) {
  return [round ?? 0, PHASES.indexOf(phase ?? ""), step ? RESOURCES.indexOf(step) : 0, phase === "draft" ? passes ?? 0 : sequence ?? 0];
}

/** @param {number[]} a @param {number[]} b */
function compare(a, b) {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** @typedef {Omit<Motion, "at" | "ms">} Untimed */

/** Cards that went on to another place, as far as somebody sees where from. @param {View} before @param {View} after @param {ReturnType<typeof placesOf>} old @param {ReturnType<typeof placesOf>} now @returns {Untimed[]} */
function cardsMoved(before, after, old, now) {
  return [...now].flatMap(([card, { place, seat }]) => {
    const was = old.get(card);
    const owner = seat ?? was?.seat ?? null;
    const isOwn = owner === after.seat;
    const kind = owner === null ? null : kindOf(place, was?.place, isOwn);
    if (!kind) return [];
    const from = isOwn ? `card ${card}` : was?.place === "site" ? `site ${card}` : `${was?.place === "drafted" ? "drafted" : "hand"} ${owner}`;
    if (kind === "recycle") return [{ kind, what: card, from: [from], to: [from], isGone: true }];
    const to = place === "site" ? `site ${card}` : `${place === "picked" ? "drafted" : place} ${owner}`;
    const motion = { kind, what: card, from: [from], to: isOwn ? [`card ${card}`, to] : [to] };
    return kind === "build" ? [motion, ...bonus(card, owner ?? 0, isOwn, [from])] : [motion];
  });
}

/** How a card goes on to its place; null if nobody sees it go. @param {Place} place @param {Place | undefined} was undefined: it was hidden @param {boolean} isOwn @returns {Kind | null} */
function kindOf(place, was, isOwn) {
  if (place === was) return null;
  switch (place) {
    case "picked": return "draft";
    case "hand": return was === "candidates" ? "draft" : null;
    case "drafted": return isOwn ? (was === "hand" ? "draft" : null) : "reveal";
    case "site": return was ? "slate" : null;
    case "built": return was ? "build" : null;
    case "discard": return was && was !== "candidates" ? "recycle" : null;
    default: return null;
  }
}

/** What a card gives when it is finished. @param {string} card @param {number} seat @param {boolean} isOwn @param {string[]} from @returns {Untimed[]} */
function bonus(card, seat, isOwn, from) {
  const items = Object.entries(designOf(card).construction_bonus).flatMap(([item, n]) => Array(n).fill(item));
  return items.map((item) => ({ kind: "earn", what: item, from, to: ownedSpots(item, seat, isOwn) }));
}

/** Hands that are passed on (R12), or dealt. @param {View} before @param {View} after @param {ReturnType<typeof placesOf>} old @param {ReturnType<typeof placesOf>} now @returns {Untimed[]} */
function handsMoved(before, after, old, now) {
  const isSameDraft = before.phase === "draft" && after.phase === "draft" && before.round === after.round;
  const passes = isSameDraft ? (after.passes ?? 0) - (before.passes ?? 0) : 0;
  const own = after.seat === null ? [] : [...now].filter(([card, { place }]) => (place === "hand" || place === "candidates") && !old.has(card)).map(([card]) => card);
  const to = own.map((card) => `card ${card}`);
  if (!passes || after.seats.length < 2) return own.length ? [{ kind: "deal", what: "", from: [], to }] : [];
  const way = passingWay(after.round);
  const count = after.seats.length;
  const ahead = way === "left" ? passes : -passes;
  /** @type {Untimed[]} */
  const backs = after.seats.map(({ seat }) => ({ kind: "hand", what: "", from: [`hand ${seat}`], to: [`hand ${(((seat + ahead) % count) + count) % count}`] }));
  return [...backs, ...(own.length ? [{ kind: /** @type {const} */ ("pass"), what: way, from: (before.hand ?? []).filter((card) => !now.has(card)).map((card) => `card ${card}`), to }] : [])];
}

/** Supremacies that are handed over (R34). @param {View} before @param {View} after @returns {Untimed[]} */
function won(before, after) {
  return after.supremacy.flatMap(({ step, seat, character }, at) => {
    if (!character || before.supremacy[at]?.character) return [];
    return [{ kind: /** @type {const} */ ("win"), what: character, from: [`prize ${step}`, `step ${step}`], to: ownedSpots(character, seat, seat === after.seat) }];
  });
}

/** What each seat produces as a step begins (R31). @param {View} before @param {View} after @returns {Untimed[]} */
function produced(before, after) {
  const { step } = after;
  if (!step || (before.step === step && before.round === after.round)) return [];
  const own = after.seat === null ? 0 : after.seats[after.seat]?.cubes_to_place[step] ?? 0;
  /** @type {Untimed[]} */
  const pulses = after.seats.filter(({ production }) => production[step]).map(({ seat }) => ({ kind: "pulse", what: step, from: [`race ${seat} ${step}`], to: [`race ${seat} ${step}`] }));
  return [...pulses, ...Array.from({ length: own }, () => ({ kind: /** @type {const} */ ("produce"), what: step, from: [`makes ${step}`, `step ${step}`], to: [`tray ${step}`] }))];
}

/** @param {View} before @param {View} after @returns {Untimed[]} */
function pointsCounted(before, after) {
  return after.seats.flatMap(({ seat, score }) => {
    const was = before.seats[seat]?.score?.total ?? 0;
    return score && score.total > was && before.phase ? [{ kind: /** @type {const} */ ("points"), what: String(seat), from: [`points ${seat}`], to: [`points ${seat}`], values: /** @type {[number, number]} */ ([was, score.total]) }] : [];
  });
}

/** A motion with its boxes. @typedef {Motion & { start: Box, end: Box, target: string }} Placed */

/**
 * The motions that somebody sees: those of which the start or the end is in the window.
 *
 * @param {Motion[]} motions @param {(spot: string) => Box | null} was where a spot was before @param {(spot: string) => Box | null} is where it is now
 * @param {{ width: number, height: number }} window @returns {Placed[]}
 */
export function placed(motions, was, is, window) {
  const isInSight = (/** @type {Box | null} */ box) => Boolean(box && box.left < window.width && box.top < window.height && box.left + box.width > 0 && box.top + box.height > 0);
  /** @param {string[]} spots @param {(spot: string) => Box | null} look @param {(spot: string) => Box | null} otherwise */
  const find = (spots, look, otherwise) => {
    const found = spots.map((spot) => ({ spot, box: look(spot) ?? otherwise(spot) })).filter(({ box }) => box);
    return found.find(({ box }) => isInSight(box)) ?? found[0];
  };
  return motions.flatMap((each) => {
    const to = each.isGone ? find(each.to, was, is) : find(each.to, is, was);
    const from = each.from.length ? find(each.from, was, is) : to;
    if (!from?.box || !to?.box || !(isInSight(from.box) || isInSight(to.box))) return [];
    return [{ ...each, start: from.box, end: to.box, target: to.spot }];
  });
}
