// The view of a table, as `GET /v1/games/{id}` gives it.
import { RESOURCES, designId, emptySeat } from "./table.js";
import { worthOf } from "./worth.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Seat} Seat */
/**
 * `seat`: whose secrets the view shows; null: nobody's. `open`: it shows everybody's, the deck and the pools.
 * @typedef {{seat: number | null, open: boolean}} Eyes
 */

/** The options that a view shows, with their defaults. */
const OPTIONS = { side: null, scenario: null, name: null, rewinds: true, allow_bots: true, bot_seconds: 60, visibility: "public" };

/**
 * The view without its version. `names`: of the players at the table, by id.
 * @param {Table} table
 * @param {Eyes} eyes
 * @param {Record<string, string | null>} names
 * @returns {Omit<import("../types.js").View, "version">}
 */
export function viewOf(table, eyes, names) {
  const mustAct = seatsThatMustAct(table);
  return /** @type {Omit<import("../types.js").View, "version">} */ ({
    ...openingView(table),
    host: table.status === "open" ? table.host : null,
    invited: table.status === "open" ? invitedPlayers(table) : [],
    status: table.status,
    end_reason: table.end_reason,
    assisted: table.assisted,
    round: table.round,
    phase: table.phase,
    step: table.step,
    passes: table.passes,
    waiting_on: table.pause?.until ? [] : mustAct,
    deck_size: table.phase ? table.deck.length : table.cards.count,
    discard: table.discard,
    ...ownView(table, eyes.seat),
    rewind: table.rewind,
    pause: table.pause,
    sequence: table.sequence,
    pools_left: table.seats.length === 1 ? table.pools.length : null,
    required: requiredDesigns(table, table.opened.options.scenario ?? null),
    supremacy: table.supremacy,
    result: table.result,
    seats: table.seats.map((seat) => seatView(table, seat, mustAct.includes(seat.number), eyes.open, names)),
    ...(eyes.open ? { deck: table.deck, pools: table.pools } : {}),
  });
}

/** What the opening of the game says. @param {Table} table */
function openingView({ opened, seats }) {
  /** @type {import("./table.js").Data} */
  const options = { ...OPTIONS, ...opened.options };
  return {
    id: opened.game,
    ruleset: opened.ruleset,
    commitment: opened.commitment,
    origin: opened.origin ? { game: opened.origin.game, version: opened.origin.version } : null,
    ...Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, options[name]])),
    mode: options.scenario ? "scenario" : seats.length === 1 ? "solo" : "standard",
    clock: options.clock ? { increment: 0, misses: 3, ...options.clock } : null,
    spectators: options.spectators ?? options.visibility === "public",
    rematch_of: opened.rematch?.game ?? null,
    daily: opened.daily ?? null,
  };
}

/** The secrets of the viewer's seat. @param {Table} table @param {number | null} seat */
function ownView({ seats }, seat) {
  const { hand, picked, candidates, passed, undoable } = (seat === null ? undefined : seats[seat]) ?? emptySeat(0);
  return { seat, hand, picked, candidates, passed: passed.flat().sort(), undoable };
}

/**
 * @param {Table} table
 * @param {Seat} seat
 * @param {boolean} mustAct
 * @param {boolean} open
 * @param {Record<string, string | null>} names
 */
function seatView(table, seat, mustAct, open, names) {
  const { number, player, hand, picked, candidates, owned } = seat;
  const cubes = RESOURCES.filter((step) => owned[step]).map((step) => [step, owned[step]]);
  return {
    seat: number,
    player: player && { ...player, name: names[player.id] ?? player.name },
    bot: seat.bot,
    empire: seat.empire,
    ready: table.status === "open" ? seat.ready : table.status === "playing" && !mustAct,
    choosing: seat.choosing,
    auto_ready: seat.auto_ready,
    away: seat.away,
    reserved: player ? null : (table.reserved[number] ?? null),
    hand_size: hand.length,
    candidates_size: candidates.length,
    drafted: seat.drafted,
    constructed: seat.constructed,
    construction: seat.construction,
    cubes_to_place: Object.fromEntries(cubes),
    empire_cubes: seat.empire_cubes,
    krystallium: owned.krystallium ?? 0,
    generals: owned.general ?? 0,
    financiers: owned.financier ?? 0,
    produced: seat.produced,
    ...worthOf(table, seat),
    ...(open ? { hand, picked, candidates } : {}),
  };
}

/** @param {Table} table */
function invitedPlayers({ invited, seats }) {
  const seated = seats.map(({ player }) => player?.id);
  return invited.filter((player) => !seated.includes(player));
}

/**
 * The numbers of the seats that must act.
 * @param {Table} table
 * @returns {number[]}
 */
function seatsThatMustAct({ status, phase, seats }) {
  if (status !== "playing" || phase === "finished") return [];
  const isDone = (/** @type {Seat} */ seat) => (phase === "draft" ? seat.picked : seat.ready);
  return seats.filter((seat) => !isDone(seat)).map(({ number }) => number);
}

/**
 * The designs of a scenario, with their states. Any copy of a design will do.
 * @param {Table} table
 * @param {string | null} scenario
 */
function requiredDesigns({ cards, seats: [seat] }, scenario) {
  if (!scenario) return null;
  const built = new Set(seat.constructed.map(designId));
  const begun = new Set(seat.construction.map(({ card }) => designId(card)));
  /** @param {string} design @returns {import("./table.js").Schemas["RequiredState"]} */
  const state = (design) =>
    built.has(design) ? "constructed" : begun.has(design) ? "under_construction" : "missing";
  const { required } = /** @type {import("./table.js").Schemas["ScenarioCard"]} */ (cards.scenarios.get(scenario));
  return required.map((design) => ({ design, state: state(design) }));
}
