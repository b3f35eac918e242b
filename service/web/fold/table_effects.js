// The effects of events without a seat.
import { HIDDEN, emptySeat, ownSeat, sitesWith, withSeat, withSeats, without } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Seat} Seat */

/** By the event's name. @type {Record<string, (table: Table, data: import("./table.js").Data) => Table>} */
export const tableEffects = {
  game_opened: (table, data) => ({
    ...table,
    opened: data,
    assisted: Boolean(data.origin),
    seats: Array.from({ length: data.options.seats }, (_, number) => emptySeat(number)),
    invited: data.options.invited ?? [],
    reserved: data.rematch?.players ?? [],
  }),
  host_changed: (table, { host }) => ({ ...table, host }),
  table_changed: (table, { players, reserved = [] }) => ({
    ...table,
    host: players.indexOf(table.seats[table.host ?? 0]?.player?.id),
    seats: players.map((/** @type {string | null} */ player, /** @type {number} */ number) => seatOf(table, player, number)),
    reserved,
  }),
  player_invited: (table, { player }) => ({ ...table, invited: [...table.invited, player] }),
  invitation_withdrawn: (table, data) => ({
    ...table,
    invited: table.invited.filter((player) => player !== data.player),
    reserved: table.reserved.map((player) => (player === data.player ? null : player)),
  }),
  game_started: (table, { deck, empires }) => ({
    ...withSeats(table, ({ number }) => ({ empire: empires[number], ready: false })),
    status: "playing",
    host: null,
    deck: deck ?? Array(table.cards.count).fill(HIDDEN),
  }),
  pools_formed: (table, { required = [] }) => {
    const { pools: count, pool_cards: size } = table.cards.constants;
    const deck = without(table.deck, required);
    const pools = Array.from({ length: count }, (_, at) => deck.slice(at * size, (at + 1) * size));
    const formed = { ...table, pools, deck: deck.slice(count * size) };
    const begin = (/** @type {Table} */ next, /** @type {string} */ card) =>
      withSeat(next, 0, { construction: sitesWith(next, next.seats[0], card) });
    return required.reduce(begin, formed);
  },
  hands_dealt: (table, data) => {
    const hands = table.seats.map(({ number }) => table.deck.slice(number * data.size, (number + 1) * data.size));
    const deck = table.deck.slice(table.seats.length * data.size);
    return withHands({ ...beginRound(table, "draft"), passes: 0, deck }, hands, data.hand);
  },
  picks_revealed: (table, { picks, passed, hand }) => {
    const next = reveal(table, picks, Boolean(passed));
    return withHands(next, handsAfterPassing(next.seats, passed), hand);
  },
  hands_discarded: (table, { cards }) => ({
    ...withSeats(table, () => ({ hand: [], passed: [] })),
    discard: [...table.discard, ...cards],
  }),
  planning_begun: (table) => ({ ...table, phase: "planning" }),
  resources_produced: (table, { step, amounts }) => ({
    ...withSeats(table, ({ number, owned }) => ({
      ready: false,
      produced: amounts[number],
      owned: { ...owned, [step]: amounts[number] },
    })),
    phase: "production",
    step,
  }),
  game_ended: (table) => ({
    ...withSeats(table, () => ({ ready: false })),
    phase: "finished",
    step: null,
    rewind: null,
    pause: null,
  }),
  game_scored: (table, data) => ({ ...table, status: "finished", result: /** @type {Table["result"]} */ ({ rank: null, medal: null, ...data }) }),
  game_abandoned: (table, { reason = "left" }) => ({
    ...table,
    status: "abandoned",
    rewind: null,
    pause: null,
    end_reason: reason,
  }),
  time_given_back: (table) => table, // only clocks have the time, and they are beside the table
  game_paused: (table, { until }) => ({ ...table, pause: table.pause && { ...table.pause, until } }),
  game_resumed: (table) => ({ ...table, pause: null }),
  rewound: (table, { assisted = false }) => ({ ...table, rewind: null, assisted: table.assisted || assisted }),
};

/**
 * The seat of an account, or of `bot:<strategy>`, as it is when the player takes it.
 * @param {number} number
 * @param {string} id
 * @param {boolean} [external]
 * @returns {Seat}
 */
export function takenSeat(number, id, external = false) {
  const bot = id.startsWith("bot:") ? id.slice("bot:".length) : null;
  return { ...emptySeat(number), player: { id, name: bot, kind: bot || external ? "bot" : "human" }, bot };
}

/**
 * A seat after the host changed the table: an account has there what it had before.
 * @param {Table} table
 * @param {string | null} id
 * @param {number} number
 * @returns {Seat}
 */
function seatOf(table, id, number) {
  if (id === null) return emptySeat(number);
  const before = id.startsWith("bot:") ? null : table.seats.find(({ player }) => player?.id === id);
  return before ? { ...before, number, ready: false } : takenSeat(number, id);
}

/**
 * A new round, in its first phase.
 * @param {Table} table
 * @param {Table["phase"]} phase
 * @returns {Table}
 */
export const beginRound = (table, phase) => ({
  ...withSeats(table, () => ({ ready: false, produced: null, passed: [] })),
  round: table.round + 1,
  phase,
  step: null,
});

/**
 * The picks become drafted cards. A round's last cards were still in the hands: nobody had a choice.
 * @param {Table} table
 * @param {string[]} picks
 * @param {boolean} handsArePassed
 * @returns {Table}
 */
function reveal(table, picks, handsArePassed) {
  const revealed = withSeats(table, (seat) => {
    const pick = picks[seat.number];
    const hand = seat.picked ? seat.hand : without(seat.hand, [pick]);
    const before = handsArePassed ? [hand, ...seat.passed].slice(0, table.seats.length - 1) : seat.passed; // an older one came back
    const passed = before.map((cards) => cards.filter((card) => !picks.includes(card)));
    return { hand, passed, drafted: [...seat.drafted, pick], picked: null };
  });
  return { ...revealed, passes: table.passes + Number(handsArePassed) };
}

/**
 * The hands by seat. Passed to the left, a hand comes to the next seat.
 * @param {Seat[]} seats
 * @param {"left" | "right" | undefined} passed
 */
function handsAfterPassing(seats, passed) {
  const ahead = passed ? { left: 1, right: seats.length - 1 }[passed] : 0;
  return seats.map((_, number) => seats[(number + seats.length - ahead) % seats.length].hand);
}

/**
 * The table with new hands. Unless all cards are open, an event shows the viewer's own hand alone.
 * @param {Table} table
 * @param {string[][]} hands
 * @param {string[]} [own]
 */
function withHands(table, hands, own) {
  const seat = ownSeat(table);
  const shown = own && seat !== null ? hands.with(seat, own) : hands;
  const hide = (/** @type {string[]} */ hand, /** @type {number} */ number) => (number === seat ? hand : hand.map(() => HIDDEN));
  const known = table.open ? shown : shown.map(hide);
  return withSeats(table, ({ number }) => ({ hand: known[number] }));
}
