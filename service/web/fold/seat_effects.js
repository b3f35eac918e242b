// The effects of events of a seat.
import { HIDDEN, designOf, emptySeat, placed, plus, sitesWith, sitesWithout, withSeat, without } from "./table.js";
import { beginRound, takenSeat } from "./table_effects.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Seat} Seat */
/** @typedef {import("./table.js").Schemas["Resource"]} Resource */

/** By the event's name. @type {Record<string, (table: Table, seat: Seat, data: import("./table.js").Data) => Table>} */
export const seatEffects = {
  seat_taken: (table, { number }, data) => {
    const taken = { ...takenSeat(number, data.player, data.external), empire: data.empire ?? null };
    return { ...withSeat(table, number, taken), host: table.host === null && taken.bot === null ? number : table.host };
  },
  seat_left: (table, seat) => freeSeat(table, seat),
  seat_removed: (table, seat, { player }) => {
    const next = freeSeat(table, seat);
    return { ...next, invited: next.invited.filter((invited) => invited !== player) };
  },
  start_agreed: (table, { number }, { on }) => withSeat(table, number, { ready: on }),
  time_expired: (table, { number }) => withSeat(table, number, { undoable: null }),
  seat_taken_over: (table, { number }, { strategy }) => withoutQuestion(withSeat(table, number, { bot: strategy, away: true })),
  seat_returned: (table, { number }) => withSeat(table, number, { bot: null, away: false }),
  seat_resigned: (table, { number }, { strategy }) => withoutQuestion(withSeat(table, number, { bot: strategy, away: false })),
  pool_taken: (table, { number }, { sequence, cards = hidden(table.cards.constants.pool_cards) }) => ({
    ...withSeat(sequence === 1 ? beginRound(table, "planning") : table, number, { hand: cards }),
    sequence,
    pools: table.pools.slice(1),
  }),
  cards_redrawn: redraw,
  card_kept: (table, { number, hand }, { card = HIDDEN, discarded }) => ({
    ...withSeat(table, number, { hand: [...hand, card], candidates: [] }),
    discard: [...table.discard, ...discarded],
  }),
  card_drafted: (table, { number, hand }, { card = HIDDEN }) =>
    withSeat(table, number, { hand: without(hand, [card]), picked: card }),
  card_slated: (table, seat, { card }) =>
    withSeat(table, seat.number, { ...planned(seat, card), construction: sitesWith(table, seat, card) }),
  card_recycled: (table, seat, { card, onto = "empire" }) => {
    const cube = designOf(table, card).recycling_bonus;
    const changes = { ...planned(seat, card), ...placed(seat, cube, onto, cube) };
    return { ...withSeat(table, seat.number, changes), discard: [...table.discard, card] };
  },
  item_placed: (table, seat, { item, onto = "empire", as = item }) =>
    withSeat(table, seat.number, { owned: plus(seat.owned, item, -1), ...placed(seat, item, onto, as) }),
  card_discarded: (table, seat, { card }) => {
    const cubes = plus(seat.empire_cubes, designOf(table, card).recycling_bonus);
    const changes = { construction: sitesWithout(seat, card), empire_cubes: cubes };
    return { ...withSeat(table, seat.number, changes), discard: [...table.discard, card] };
  },
  card_constructed: (table, seat, { card, krystallium = 0, generals = 0, financiers = 0 }) =>
    withSeat(table, seat.number, {
      construction: sitesWithout(seat, card),
      constructed: [...seat.constructed, card],
      owned: plus(plus(plus(seat.owned, "krystallium", krystallium), "general", generals), "financier", financiers),
    }),
  krystallium_made: (table, { number, owned }) =>
    withSeat(table, number, { empire_cubes: {}, owned: plus(owned, "krystallium") }),
  supremacy_won: (table, { number, owned }, { character = null }) => {
    const won = { round: table.round, step: /** @type {Resource} */ (table.step), seat: number, character };
    const changes = { choosing: !character, owned: character ? plus(owned, character) : owned };
    return { ...withSeat(table, number, changes), supremacy: [...table.supremacy, won] };
  },
  character_chosen: (table, { number, owned }, { character }) => ({
    ...withSeat(table, number, { choosing: false, owned: plus(owned, character) }),
    supremacy: table.supremacy.with(-1, { ...table.supremacy[table.supremacy.length - 1], character }),
  }),
  ready_declared: (table, { number }) => withSeat(table, number, { ready: true }),
  auto_ready_set: (table, { number }, { on }) => withSeat(table, number, { auto_ready: on }),
  pause_agreed: (table, { number }, { on, expires }) => ({
    ...table,
    pause: !on ? null
      : expires ? { agreed: [number], expires_at: expires, until: null }
      : table.pause && { ...table.pause, agreed: [...table.pause.agreed, number] },
  }),
  rewind_proposed: (table, { number: seat }, { number, to, expires }) => ({
    ...table,
    rewind: { number, seat, to, expires_at: expires, accepted: [] },
  }),
  rewind_accepted: (table, { number }) => ({
    ...table,
    rewind: table.rewind && { ...table.rewind, accepted: [...table.rewind.accepted, number] },
  }),
  rewind_declined: (table) => ({ ...table, rewind: null }),
};

/**
 * The player of a seat has left. If it was the host, the first person becomes the host, or the first program.
 * @param {Table} table
 * @param {Seat} seat
 * @returns {Table}
 */
function freeSeat(table, { number }) {
  const freed = withSeat(table, number, emptySeat(number));
  const reserved = table.reserved.map((player, seat) => (seat === number ? null : player));
  if (table.host !== number) return { ...freed, reserved };
  const players = freed.seats.filter(({ player, bot }) => player && bot === null);
  const next = players.find(({ player }) => player?.kind === "human") ?? players[0];
  return { ...freed, reserved, host: next?.number ?? null };
}

/**
 * A person has gone: nobody is asked any more. A pause itself stays while people are left.
 * @param {Table} table
 * @returns {Table}
 */
function withoutQuestion(table) {
  const hasPeople = table.seats.some(({ player, bot }) => player?.kind === "human" && bot === null);
  return { ...table, rewind: null, pause: table.pause?.until && hasPeople ? table.pause : null };
}

/**
 * A card leaves those to plan: the drafted ones, or in a solo game the hand.
 * @param {Seat} seat
 * @param {string} card
 * @returns {Partial<Seat>}
 */
const planned = ({ drafted, hand }, card) =>
  drafted.length ? { drafted: without(drafted, [card]) } : { hand: without(hand, [card]) };

/** @param {number} count @returns {string[]} */
const hidden = (count) => Array(count).fill(HIDDEN);

/**
 * Two cards are discarded to see others. If the deck has fewer, the shuffled discard pile comes under it first.
 * @param {Table} table
 * @param {Seat} seat
 * @param {import("./table.js").Data} data
 * @returns {Table}
 */
function redraw(table, { number, hand }, { cards, candidates = hidden(table.cards.constants.redraw_cards), under }) {
  const { redraw_cards: shown } = table.cards.constants;
  const pile = [...table.discard, ...cards];
  const isShort = table.deck.length < shown;
  const deck = isShort ? [...table.deck, ...(under ?? hidden(pile.length))] : table.deck;
  return {
    ...withSeat(table, number, { hand: without(hand, cards), candidates }),
    discard: isShort ? [] : pile,
    deck: deck.slice(shown),
  };
}
