// Cubes and characters that a seat has placed between two views, where each came from, and the places where they are counted.

import { RESOURCES, catalogue, designOf } from "../catalogue.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {import("./moments.js").Untimed} Untimed */
/** A cube on a card. @typedef {{ item: string, to: string[], isGone?: boolean }} Piece */

/** More cubes than these of one seat and moment are only a swarm. */
const MOST = 10;

/** What a seat has placed, from where it was held or recycled to its space. @param {View} before @param {View} after @param {number} number the seat's @returns {Untimed[]} */
export function piecesMoved(before, after, number) {
  const [old, now] = [before.seats[number], after.seats[number]];
  if (!old?.empire || !now?.empire) return [];
  const isOwn = number === after.seat;
  const recycled = recycledBy(before, after, old, isOwn);
  const onCards = piecesOnCards(old, now, isOwn);
  const onEmpire = piecesOnEmpire(before, after, old, now, recycled, [...onCards, ...hiddenPieces(old, now)]);
  const { cubes_per_krystallium: places } = catalogue().constants;
  const first = sum(old.empire_cubes);
  const pieces = [...onCards, ...onEmpire.map((item, at) => ({ item, to: [...(isOwn ? [`slots#${(first + at) % places}`] : []), `cubes ${number}`, `krystallium ${number}`], isGone: false }))];
  const sources = [...recycled];
  const moved = pieces.slice(0, MOST).map(({ item, to, isGone }) => {
    const source = sources.findIndex((each) => each.item === item);
    const [{ from }] = source < 0 ? [{ from: heldSpots(item, number, isOwn) }] : sources.splice(source, 1);
    return { kind: /** @type {const} */ ("cube"), what: item, from, to, isGone };
  });
  const isMade = first + onEmpire.length > sum(now.empire_cubes); // R45
  return isMade ? [...moved, { kind: "krystallium", what: "krystallium", from: [...(isOwn ? ["slots#2"] : []), `cubes ${number}`, `krystallium ${number}`], to: ownedSpots("krystallium", number, isOwn) }] : moved;
}

/** Where a seat keeps what it may place. @param {string} item @param {number} seat @param {boolean} isOwn */
function heldSpots(item, seat, isOwn) {
  const shared = RESOURCES.includes(item) ? [`race ${seat} ${item}`] : [`${item} ${seat}`];
  return isOwn ? [`tray ${item}`, `own ${item}`, `makes ${item}`, ...shared] : shared;
}

/** Cubes that cards of a seat were recycled into (R20, R46). @param {View} before @param {View} after @param {Seat} old @param {boolean} isOwn */
function recycledBy(before, after, old, isOwn) {
  if (before.phase === "draft") return [];
  const isRedraw = Boolean(after.candidates?.length) && !before.candidates?.length; // R62: two cards are discarded for nothing
  const places = [
    ...old.drafted.map((card) => ({ card, spot: isOwn ? `card ${card}` : `drafted ${old.seat}` })),
    ...old.construction.map(({ card }) => ({ card, spot: isOwn ? `card ${card}` : `site ${card}` })),
    ...(isOwn && !isRedraw ? (before.hand ?? []).map((card) => ({ card, spot: `card ${card}` })) : []),
  ];
  const gone = new Set(after.discard.filter((card) => !before.discard.includes(card)));
  return places.filter(({ card }) => gone.has(card)).map(({ card, spot }) => ({ item: designOf(card).recycling_bonus, from: [spot] }));
}

/** @param {Seat} old @param {Seat} now @param {boolean} isOwn @returns {Piece[]} */
function piecesOnCards(old, now, isOwn) {
  const were = new Map(old.construction.map(({ card, spaces }) => [card, spaces]));
  /** @param {string} card @param {number} at */
  const spots = (card, at) => (isOwn ? [`card ${card}#${at}`, `site ${card}#${at}`] : [`site ${card}#${at}`]);
  const onSites = now.construction.flatMap(({ card, spaces }) => spaces.flatMap(({ filled }, at) => (filled && !were.get(card)?.[at]?.filled ? [{ item: filled, to: spots(card, at) }] : [])));
  const onFinished = finished(old, now).flatMap((card) => (were.get(card) ?? []).flatMap(({ needs, filled }, at) => (filled ? [] : [{ item: needs, to: spots(card, at), isGone: true }])));
  return [...onSites, ...onFinished];
}

/** Cubes on cards that were slated and finished in one moment: nobody sees them. @param {Seat} old @param {Seat} now @returns {Piece[]} */
function hiddenPieces(old, now) {
  const known = new Set(old.construction.map(({ card }) => card));
  return finished(old, now).filter((card) => !known.has(card)).flatMap((card) => Object.entries(designOf(card).cost).flatMap(([item, n]) => Array(n).fill({ item, to: [] })));
}

/** @param {Seat} old @param {Seat} now */
function finished(old, now) {
  return now.constructed.filter((card) => !old.constructed.includes(card));
}

/** The cubes that came onto the empire card. @param {View} before @param {View} after @param {Seat} old @param {Seat} now @param {{ item: string }[]} recycled @param {Piece[]} elsewhere @returns {string[]} */
function piecesOnEmpire(before, after, old, now, recycled, elsewhere) {
  const isSameStep = before.round === after.round && before.step === after.step;
  return RESOURCES.flatMap((item) => {
    const spent = (old.cubes_to_place[item] ?? 0) - (now.cubes_to_place[item] ?? 0) + countOf(recycled, item) - countOf(elsewhere, item);
    const more = (now.empire_cubes[item] ?? 0) - (old.empire_cubes[item] ?? 0);
    return Array(Math.max(0, isSameStep ? spent : more)).fill(item);
  });
}

/** @param {Record<string, number>} amounts */
function sum(amounts) {
  return Object.values(amounts).reduce((total, n) => total + n, 0);
}

/** @param {{ item: string }[]} pieces @param {string} item */
function countOf(pieces, item) {
  return pieces.filter((each) => each.item === item).length;
}

/** Where a seat's characters or krystallium are counted. @param {string} item @param {number} seat @param {boolean} isOwn */
export function ownedSpots(item, seat, isOwn) {
  return isOwn ? [`own ${item}`, `${item} ${seat}`] : [`${item} ${seat}`];
}
