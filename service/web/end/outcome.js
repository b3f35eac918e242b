// What a finished game is for its seats, as the record counts it.

const STRATEGY = "bot:";

/** A seat of a view, or of a folded table. @typedef {{ player: { id: string } | null, bot: string | null }} Seat */

/** Whether the seat's own player plays it to the end: nobody has resigned from it or is away. @param {Seat} seat */
export function plays({ player, bot }) {
  return bot === null || Boolean(player?.id.startsWith(STRATEGY));
}

/**
 * The seats that win: the best of those whose players stayed; none when all have left.
 *
 * @param {number[][]} ranking Groups of seats by points, the best first.
 * @param {Seat[]} seats
 */
export function winnersOf(ranking, seats) {
  const stayed = ranking.map((group) => group.filter((seat) => seats[seat] && plays(seats[seat])));
  return stayed.find((group) => group.length) ?? [];
}

/** Whether a game is over and has no secrets any more: a try at the daily deal keeps them until its day is over. @param {Pick<import("../types.js").View, "status" | "deck">} view */
export function isRevealed({ status, deck }) {
  return status === "finished" && deck !== undefined;
}

/** Whether the own score of a game is the best one of its kind, of several. @param {import("../types.js").View} view of a finished game @param {import("../types.js").Schemas["PlayerStatistics"]} statistics of the viewer, with this game or yet without it */
export function isBest({ seat, seats, mode, result, assisted }, { modes }) {
  if (seat === null || !result || assisted || !plays(seats[seat])) return false;
  const own = modes.find((each) => each.mode === mode);
  return Boolean(own && own.games > 1 && own.best_score !== null && result.scores[seat].total >= own.best_score);
}

/** The place of a seat by points; equal seats share it, and leave out the next. @param {number[][]} ranking @param {number} seat */
export function placeOf(ranking, seat) {
  const at = ranking.findIndex((group) => group.includes(seat));
  return 1 + ranking.slice(0, at).flat().length;
}
