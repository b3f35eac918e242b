"""A week of daily deals in two processes, and what their logs say of it afterwards."""

import hashlib

from projections.audit import verify
from projections.rebuild import rebuild
from projections.record.generations import Generations
from projections.record.leaderboards import DAILY, Board
from service.games.viewers import is_revealed
from tests.projections.record.results import contents
from tests.service.client import id_of
from tests.service.daily.conftest import Days

WEEK = 7
MODES_OF_THE_WEEK = [
    ("A", None), ("B", "SC03"), ("B", None), ("B", "SC04"), ("A", None), ("B", "SC05"), ("B", None)
]  # fmt: skip


def deal_of(days: Days, game: str) -> tuple[object, ...]:
    """What all tries of a day share."""
    state = days.service.parts.games.state_at(id_of(game), 5)
    return state.server_seed, [seat.empire for seat in state.seats], state.pools, state.deck


def test_a_week_of_daily_deals_is_fair_and_counted(days: Days):
    ada, ben = days.service.new_player("Ada"), days.service.new_player("Ben")
    promised, played = {}, {}
    for number in range(WEEK):
        day, told = days.today, ada.through(days.process()).get("/v1/daily").json
        assert (told["today"]["side"], told["today"]["scenario"]) == MODES_OF_THE_WEEK[number]
        assert promised.get(day, told["today"]) == told["today"]
        promised |= {day: told["today"], told["tomorrow"]["day"]: told["tomorrow"]}
        played[day] = [days.finish(ada, number)]
        if number in (0, 1, 4, 5, 6):
            played[day].append(days.finish(ben.through(days.process()), 10 + number))
        days.pass_days()

    commitments = set()
    for day, games in played.items():
        told = ada.get(f"/v1/daily/{day}").json
        seed = bytes.fromhex(told["server_seed"])
        assert hashlib.sha256(seed + day.encode()).hexdigest() == promised[day]["commitment"]
        assert len({repr(deal_of(days, game)) for game in games}) == 1
        assert verify(ben.get(f"{games[0]}/log").data.splitlines(keepends=True)).ok
        for game in games:
            assert hashlib.sha256(seed + id_of(game).encode()).hexdigest() == ada.get(game).json["commitment"]
            commitments.add(ada.get(game).json["commitment"])
    assert len(commitments) == sum(map(len, played.values()))

    assert [ada.get("/v1/daily").json["streak"], ben.get("/v1/daily").json["streak"]] == [7, 3]
    assert [each["day"] for each in ada.get("/v1/daily").json["tries"]] == sorted(played, reverse=True)
    days.pass_days()
    assert [ada.get("/v1/daily").json["streak"], ben.get("/v1/daily").json["streak"]] == [0, 0]


def test_the_tables_of_a_rebuilt_record_are_those_that_were_kept_up(days: Days):
    ada, ben = days.service.new_player("Ada"), days.service.new_bot("Ben")
    games = []
    for number in range(2):
        games += [days.finish(ada, number), days.finish(ben, 5 + number)]
        days.pass_days()
    late = days.begin(ada)
    days.pass_days()
    days.service.play(late, [ada])
    days.service.project(late)
    parts = days.service.parts
    generations = Generations(parts.redis, parts.keys)
    kept_up, record = contents(parts), generations.begin()
    ids = [id_of(game) for game in [*games, late]]
    assert len([*rebuild(ids, parts.log, parts.snapshots, parts.lobby, record)]) == 5
    rebuilt = contents(parts, generations.begun)
    assert rebuilt == kept_up
    assert generations.finish() == []
    assert kept_up[f"days:{ada.id}"].keys() == {b"2026-11-28", b"2026-11-29"}
    assert f"board:{Board(DAILY, '2026-11-30').name}" not in kept_up
    assert is_revealed(parts.games.load(id_of(late)).state, parts.accounts.now_ms)
