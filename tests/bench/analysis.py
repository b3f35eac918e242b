"""What the analysis of a game costs, and how far its numbers can be trusted.

It plays GAMES games at each of TABLES in this process, and judges each of them twice.
"""

import time
from collections import defaultdict
from collections.abc import Sequence
from random import Random
from statistics import fmean, pstdev, quantiles

import game as rules
from bots import Budget, strategy
from bots.analysis.timeline import Timeline
from service.analysis.document import loss, make_document

GAMES = 3
TABLES = (("master", "master"), ("master", "planner"), ("greedy", "random"), ("master", "search", "planner", "greedy"))


def report() -> None:
    """Print everything."""
    spread: list[float] = []
    by_round: dict[int, list[float]] = defaultdict(list)
    for names in TABLES:
        drift: list[float] = []
        seconds: list[float] = []
        losses: dict[str, list[float]] = defaultdict(list)
        for seed in range(GAMES):
            events, state = play_game(names, seed)
            began = time.process_time()
            decisions = [*Timeline(events, "one")]
            seconds.append((time.process_time() - began) / len(names))
            other = [*Timeline(events, "two")]
            spread += [abs(loss(one) - loss(two)) for one, two in zip(decisions, other, strict=True)]
            document = make_document(state, decisions, defaultdict(str))
            for seat in document["seats"]:
                drift.append(seat["luck"] - seat["others"])
                own = [each for each in decisions if each.seat == seat["seat"] and not each.is_forced]
                losses[names[seat["seat"]]] += map(loss, own)
                for each in own:
                    if each.phase == "draft":
                        by_round[each.round].append(each.made_value - seat["result"])
        print(f"{', '.join(names)}: {fmean(seconds):.2f} s of CPU a seat (most {max(seconds):.2f})")
        print(f"  luck of the cards: mean {fmean(drift):.1f}, standard deviation {pstdev(drift):.1f}")
        for name, found in losses.items():
            print(f"  losses of {name}: {_shares(found)}; {sum(found) / GAMES:.1f} points a game")
    bounds = quantiles([each for each in spread if each], n=100)
    print(f"the same decision with other cards: losses differ by {bounds[49]:.2f} (median), {bounds[94]:.2f} (95 %)")
    print(f"  of all decisions: {quantiles(spread, n=100)[94]:.2f} (95 %)")
    for number, errors in sorted(by_round.items()):
        off = fmean(map(abs, errors))
        print(f"round {number}: the lead after a pick is off by {off:.1f} points, {fmean(errors):+.1f} in the mean")


def _shares(found: Sequence[float]) -> str:
    points = quantiles(found, n=100)
    return ", ".join(f"{share} % within {points[share - 1]:.2f}" for share in (50, 75, 90, 95, 99))


def play_game(names: Sequence[str], seed: int) -> tuple[list[rules.declared.Event], rules.State]:
    """A game of these strategies, with its score."""
    events = [*rules.new({"seats": len(names), "side": "AB"[seed % 2]}, seed=seed)]
    state, rngs = rules.fold(events), [Random(f"{seed}/{seat}") for seat in range(len(names))]
    while waiting := rules.waiting_on(state):
        seat = waiting[0]
        intention = strategy(names[seat]).decide(rules.view(state, seat), rngs[seat], Budget())
        new = rules.decide(state, intention)
        events += new
        state = rules.fold(new, state)
    score = rules.score_event(state)
    return [*events, score], rules.fold([score], state)
