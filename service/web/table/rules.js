// What a seat's own moves do to its view, and which of them are possible: the arithmetic of cards and spaces.
// The service decides; this only shows its answer before it comes, so it knows no luck and no other seat.

import { CHARACTERS, RESOURCES, catalogue, designOf, empireOf } from "../catalogue.js";

/** @typedef {import("../types.js").Intention} Intention */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {import("../types.js").Site} Site */

const EMPIRE = "empire";
const KRYSTALLIUM = "krystallium";
/** Where a seat keeps its characters. @type {Record<string, "generals" | "financiers" | "krystallium">} */
const OWNED = { general: "generals", financier: "financiers", krystallium: KRYSTALLIUM };

/** The seat of the view's owner. @param {View} view */
export function ownSeat(view) {
  return view.seats[/** @type {number} */ (view.seat)];
}

/** The cards that a seat still has to plan. @param {View} view @returns {string[]} */
export function cardsToPlan(view) {
  return view.phase === "planning" ? [...ownSeat(view).drafted, ...view.hand] : [];
}

/** The kinds of a site's open spaces, each once. @param {Site} site @returns {string[]} */
export function openKinds(site) {
  return [...new Set(site.spaces.filter(({ filled }) => !filled).map(({ needs }) => needs))];
}

/** How many of an item the seat may place now. @param {View} view @param {string | null} item */
export function held(view, item) {
  const seat = ownSeat(view);
  if (!item) return 0;
  return item in OWNED ? seat[OWNED[item]] : item === view.step ? seat.cubes_to_place[item] ?? 0 : 0;
}

/** Whether the seat waits for the service: what comes next is luck, or the work of others; or the game is paused. @param {View} view */
function isWaiting(view) {
  return view.status !== "playing" || view.unknown || view.pause?.until || ownSeat(view).away || ownSeat(view).ready;
}

/**
 * The intentions that are possible in this view, as `GET …/legal` lists them, in no certain order.
 *
 * @param {View} view @returns {Intention[]}
 */
export function legalIn(view) {
  const seat = ownSeat(view);
  if (isWaiting(view)) return [];
  if (view.phase === "draft") return view.picked ? [] : view.hand.map((card) => ({ type: "draft", card }));
  if (seat.choosing) return CHARACTERS.map((character) => ({ type: "choose", character }));
  if (view.candidates.length) return view.candidates.map((card) => ({ type: "keep", card }));
  const cards = cardsToPlan(view);
  const isDone = !cards.length && !sum(seat.cubes_to_place);
  return [
    ...seat.construction.map(({ card }) => ({ type: "discard", card })),
    ...placings(view),
    ...cards.flatMap((card) => [{ type: "slate", card }, ...placesFor(seat, designOf(card).recycling_bonus).map((onto) => ({ type: "recycle", card, onto }))]),
    ...redraws(view),
    ...(isDone ? [{ type: "ready" }] : []),
  ];
}

/** @param {View} view @returns {Intention[]} */
function placings(view) {
  const [seat, item] = [ownSeat(view), view.step];
  const step = item && held(view, item) ? placesFor(seat, item).map((onto) => ({ type: "place", item, onto })) : [];
  const characters = CHARACTERS.filter((item) => held(view, item)).flatMap((item) =>
    sitesFor(seat, item).map(({ card }) => ({ type: "place", item, onto: card })));
  const wild = held(view, KRYSTALLIUM) ? seat.construction.flatMap((site) =>
    openKinds(site).filter((kind) => !CHARACTERS.includes(kind)).map((kind) => ({ type: "place", item: KRYSTALLIUM, onto: site.card, as: kind }))) : [];
  return [...step, ...characters, ...wild];
}

/** Pairs of the hand to redraw (R62). @param {View} view @returns {Intention[]} */
function redraws(view) {
  const { hand } = view;
  if (view.mode === "standard" || view.phase !== "planning" || view.deck_size + view.discard.length + 2 < catalogue().constants.redraw_cards) return [];
  return hand.flatMap((a, i) => hand.slice(i + 1).map((b) => ({ type: "redraw", cards: [a, b] })));
}

/** @param {Seat} seat @param {string} cube */
function placesFor(seat, cube) {
  return [...sitesFor(seat, cube).map(({ card }) => card), EMPIRE];
}

/** @param {Seat} seat @param {string} item @returns {Site[]} */
function sitesFor(seat, item) {
  return seat.construction.filter((site) => openKinds(site).includes(item));
}

/** The view after an intention of its owner, as far as that is certain. @param {View} view @param {Intention} intention @returns {View} */
export function after(view, intention) {
  const move = MOVES[intention.type];
  return move ? move(view, /** @type {Parameters<typeof move>[1]} */ (intention)) : view;
}

/** An intention has the fields that its type needs. @type {Record<string, (view: View, intention: Required<Omit<Intention, "as">> & { as?: string }) => View>} */
const MOVES = {
  draft: (view, { card }) => ({ ...without(view, card), picked: card }),
  slate: (view, { card }) => build(without(view, card), card),
  recycle: (view, { card, onto }) => putCube(throwAway(without(view, card), [card]), designOf(card).recycling_bonus, onto),
  place: (view, { item, onto, as }) => putCube(take(view, item), item, onto, as),
  discard: (view, { card }) => putCube(throwAway(withSeat(view, { construction: ownSeat(view).construction.filter((site) => site.card !== card) }), [card]), designOf(card).recycling_bonus, EMPIRE),
  choose: (view, { character }) => receive(withSeat(view, { choosing: false }), { [character]: 1 }),
  redraw: (view, { cards }) => ({ ...throwAway(cards.reduce(without, view), cards), unknown: true }),
  keep: (view, { card }) => ({ ...throwAway(view, view.candidates.filter((each) => each !== card)), candidates: [], hand: [...view.hand, card] }),
  ready: (view) => withSeat(view, { ready: true }),
  auto_ready: (view, { on }) => withSeat(view, { auto_ready: on }),
  slate_all: (view) => cardsToPlan(view).reduce((now, card) => after(now, { type: "slate", card }), view),
  recycle_rest: (view) => cardsToPlan(view).reduce((now, card) => after(now, { type: "recycle", card, onto: EMPIRE }), view),
  place_rest_on_empire: (view) => Array.from({ length: held(view, view.step) }).reduce((now) => after(now, { type: "place", item: view.step ?? "", onto: EMPIRE }), view),
};

/** @param {View} view @param {Partial<Seat>} changes @returns {View} */
function withSeat(view, changes) {
  return { ...view, seats: view.seats.map((seat) => (seat.seat === view.seat ? { ...seat, ...changes } : seat)) };
}

/** Take a card from the hand or the draft area. An empty hand of a first sequence is followed by one that nobody knows (R63). @param {View} view @param {string} card */
function without(view, card) {
  const hand = view.hand.filter((each) => each !== card);
  const isNextPool = view.sequence === 1 && view.hand.length > 0 && !hand.length;
  return withSeat({ ...view, hand, unknown: view.unknown || isNextPool }, { drafted: ownSeat(view).drafted.filter((each) => each !== card) });
}

/** @param {View} view @param {string} card */
function build(view, card) {
  const spaces = Object.entries(designOf(card).cost).flatMap(([needs, n]) => Array.from({ length: n }, () => ({ needs, filled: null })));
  return withSeat(view, { construction: [...ownSeat(view).construction, { card, spaces }] });
}

/** @param {View} view @param {string[]} cards */
function throwAway(view, cards) {
  return { ...view, discard: [...view.discard, ...cards] };
}

/** @param {View} view @param {string} item */
function take(view, item) {
  const seat = ownSeat(view);
  const owned = OWNED[item];
  if (owned) return withSeat(view, { [owned]: seat[owned] - 1 });
  const { [item]: held, ...others } = seat.cubes_to_place;
  return withSeat(view, { cubes_to_place: held > 1 ? { ...others, [item]: held - 1 } : others });
}

/** @param {View} view @param {string} item @param {string} onto @param {string} [as] */
function putCube(view, item, onto, as) {
  const seat = ownSeat(view);
  if (onto === EMPIRE) {
    const cubes = { ...seat.empire_cubes, [item]: (seat.empire_cubes[item] ?? 0) + 1 };
    return sum(cubes) < catalogue().constants.cubes_per_krystallium ? withSeat(view, { empire_cubes: cubes }) : withSeat(view, { empire_cubes: {}, krystallium: seat.krystallium + 1 });
  }
  const site = /** @type {Site} */ (seat.construction.find((each) => each.card === onto));
  const kind = as ?? (item === KRYSTALLIUM ? openKinds(site).find((each) => !CHARACTERS.includes(each)) : item);
  const at = site.spaces.findIndex(({ needs, filled }) => !filled && needs === kind);
  const spaces = site.spaces.map((space, index) => (index === at ? { ...space, filled: item } : space));
  if (spaces.some(({ filled }) => !filled)) return withSeat(view, { construction: seat.construction.map((each) => (each === site ? { ...site, spaces } : each)) });
  const built = withSeat(view, { construction: seat.construction.filter((each) => each !== site), constructed: [...seat.constructed, onto] });
  return receive(withSeat(built, { production: productionOf(built) }), designOf(onto).construction_bonus);
}

/** @param {View} view @param {Record<string, number>} bonus characters and krystallium */
function receive(view, bonus) {
  const seat = ownSeat(view);
  return withSeat(view, Object.fromEntries(Object.entries(bonus).map(([item, n]) => [OWNED[item], seat[OWNED[item] ?? ""] + n])));
}

/** What the own empire produces (R31, R32). @param {View} view @returns {Record<string, number>} */
function productionOf(view) {
  const seat = ownSeat(view);
  const designs = seat.constructed.map(designOf);
  const amounts = Object.fromEntries(RESOURCES.map((resource) => [resource, empireOf(seat.empire ?? "", view.side).production[resource] ?? 0]));
  for (const { production, production_per: per } of designs) {
    for (const [resource, n] of Object.entries(production)) amounts[resource] = (amounts[resource] ?? 0) + Number(n);
    if (per) amounts[per.resource] = (amounts[per.resource] ?? 0) + designs.filter((each) => each.type === per.per).length;
  }
  return amounts;
}

/** @param {Record<string, number>} amounts */
export function sum(amounts) {
  return Object.values(amounts).reduce((total, n) => total + n, 0);
}
