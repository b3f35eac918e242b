"""What a position is worth to each seat."""

from game.model import State
from game.scoring import score


def worth(payment: str, state: State) -> list[float]:
    """By seat, if the game ended now: the `score` in points, its `difference` to the best other seat's, or the `win`.

    `win`: the winners share 1, the other seats share -1, all 0 if all share the victory. Only of a scored game.
    """
    if payment == "win":
        return _win(state)
    totals = [float(points["total"]) for points in score(state)]
    if payment == "score":
        return totals
    return [own - max(totals[:seat] + totals[seat + 1 :]) for seat, own in enumerate(totals)]


def _win(state: State) -> list[float]:
    seats = range(len(state.seats))
    winners = state.result.ranking[0] if state.result else tuple(seats)
    losers = len(seats) - len(winners)
    if not losers:
        return [0.0 for _ in seats]
    return [1 / len(winners) if seat in winners else -1 / losers for seat in seats]
