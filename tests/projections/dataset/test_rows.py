"""Rows of a finished game: they agree with its log, and say nothing about people."""

import json
from dataclasses import fields
from random import Random

import pytest

import game as rules
from game.cards import CARDS, EMPIRES
from game.declared import Dataset, FieldType
from game.events import EVENTS
from game.intentions import INTENTIONS
from game.options import Options
from game.shuffle import commitment
from projections.dataset import FACTS, TABLES, DatasetGame, columns_of, game_of, pseudonym
from projections.dataset.events import KEPT_PARTS, without_people
from projections.dataset.facts import card_rows, empire_rows
from projections.dataset.intentions import asked_ms, in_words
from tests.game.play import Play
from tests.projections.archive import Recorder, record_fork, record_game
from tests.projections.timed_games import TimedRecorder

SALT = b"s" * 32
PLAYS = [Play(1, 2), Play(3, 3, "B"), Play(7, 1, "B", "curious"), Play(8, 1, "B", scenario="SC03")]


def rows_of(recorder: Recorder) -> DatasetGame:
    return game_of(recorder.entries, SALT)


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_the_rows_tell_how_the_game_ended(play: Play):
    recorder = record_game(play)
    made = rows_of(recorder)
    [game] = made.games
    assert (game.game, game.seats, game.events) == (recorder.id, play.seats, len(recorder.entries))
    assert (game.side, game.scenario, game.ruleset) == (play.side, play.scenario, recorder.state.ruleset)
    assert game.head == recorder.entries[-1].hash.hex()
    assert game.opened < game.started < game.ended == recorder.entries[-1].ms
    assert made.mode == ("scenario" if play.scenario else "solo" if play.seats == 1 else "standard")
    assert made.month == "2026-11"
    assert (game.grade is None) == (play.seats > 1)
    for row, seat, scores in zip(made.seats, recorder.state.seats, rules.score(recorder.state), strict=True):
        assert row.constructed == seat.constructed
        assert row.score == scores["total"] == row.gross + row.combo + row.general_points + row.financier_points
        assert (row.kind, row.strategy, row.stayed) == ("human", None, True)


def test_a_bot_account_that_left_the_table_before_the_start_is_a_bot_in_the_events():
    recorder, rng = Recorder(), Random(1)
    recorder.add("player-0", rules.open({"seats": 2}, "player-0", recorder.id, commitment(recorder.seed, recorder.id)))
    recorder.add("marvin", rules.join(recorder.state, "marvin", external=True))
    recorder.add("marvin", rules.leave(recorder.state, 1))
    recorder.add("player-1", rules.join(recorder.state, "player-1"))
    recorder.add("player-0", rules.start(recorder.state, 0, recorder.seed))
    while recorder.move(rng, "builder"):
        pass
    recorder.add("service", [rules.score_event(recorder.state)])
    kinds = [(row.name, row.kind) for row in rows_of(recorder).events]
    assert [kind for name, kind in kinds if name == "seat_taken"] == ["human", "bot", "human"]
    assert [kind for name, kind in kinds if name == "seat_left"] == ["bot"]


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_each_intention_was_among_what_was_legal(play: Play):
    recorder = record_game(play)
    intentions = rows_of(recorder).intentions
    groups = [entry for entry in recorder.entries if entry.version == entry.group]
    assert [row.version for row in intentions] == [entry.version for entry in groups if rules.intention_of(entry.event)]
    for row in intentions:
        assert row.intention in row.legal
        assert row.legal_count == len(row.legal) == len({*row.legal})
        assert row.type == row.intention.partition(" ")[0] in INTENTIONS
        assert row.card is None or row.card in row.intention.split()
        assert (row.pick is not None) == (row.phase == "draft")
        assert not row.undone
        assert not row.copied


def test_events_are_all_there_with_the_moment_before_them():
    recorder = record_game(Play(1, 2))
    rows = rows_of(recorder).events
    assert [(row.version, row.name) for row in rows] == [(entry.version, entry.name) for entry in recorder.entries]
    assert (rows[0].round, rows[0].phase) == (0, None)
    assert (rows[-1].round, rows[-1].phase, rows[-1].kind) == (4, "finished", "service")
    assert {row.step for row in rows if row.phase == "production"} > {"materials", "energy"}


@pytest.mark.slow
def test_what_was_taken_back_is_marked():
    recorder = record_game(Play(9, 2, "B"), 0.3)
    undone = rules.undone_versions([entry.event for entry in recorder.entries])
    made = rows_of(recorder)
    assert {row.version for row in made.events if row.undone} == undone
    marked = {row.version for row in made.intentions if row.undone}
    assert marked
    assert marked <= undone


def test_what_a_fork_copied_is_marked_and_took_no_time():
    fork, origin = record_fork(Play(4, 3), 0.5)
    made = rows_of(fork)
    assert made.games[0].assisted
    assert (made.games[0].origin, rows_of(origin).games[0].origin) == (origin.id, None)
    copied = [row for row in made.intentions if row.copied]
    theirs = [(row.seat, row.intention, row.legal) for row in rows_of(origin).intentions]
    assert [(row.seat, row.intention, row.legal) for row in copied] == theirs[: len(copied)]
    assert 0 < len(copied) < len(made.intentions)
    assert {row.asked_ms for row in copied} == {None}
    assert None not in [row.asked_ms for row in made.intentions if not row.copied]


def test_a_replaced_player_did_not_stay_and_the_strategy_has_acted():
    recorder, rng = Recorder(), Random(5)
    recorder.open({"seats": 2})
    recorder.add("player-1", rules.leave(recorder.state, 1))
    recorder.finish(rng)
    made = rows_of(recorder)
    assert [(row.kind, row.stayed) for row in made.seats] == [("human", True), ("human", False)]
    assert {(row.seat, row.kind, row.strategy) for row in made.intentions} == {
        (0, "human", None),
        (1, "strategy", recorder.state.seats[1].bot),
    }


def test_a_seat_is_asked_when_the_game_begins_to_wait_and_after_all_that_it_does():
    recorder = TimedRecorder()
    recorder.ms = 1_795_000_000_000
    recorder.open({"seats": 2})
    first = recorder.state.version + 1
    for seat, pause_ms in ((1, 500), (0, 2_000), (0, 700), (1, 100)):
        recorder.ms += pause_ms
        recorder.pick(seat)
    states = [*rules.states([entry.event for entry in recorder.entries])]
    found = [ms for version, ms in sorted(asked_ms(recorder.entries, states).items()) if version >= first]
    assert found == [500, 2_500, 700, 800]


def test_no_row_names_a_person():
    recorder = Recorder("cccccccc")
    recorder.open({"seats": 2, "name": "Ada's table", "invited": ["player-1"], "bots": []})
    recorder.finish(Random(1))
    log = json.dumps([entry.data for entry in recorder.entries]) + str([entry.actor for entry in recorder.entries])
    made = str(rows_of(recorder))
    for word in ("player-0", "player-1", "Ada", "☃", "luck"):
        assert word in log or word.encode("ascii", "backslashreplace").decode() in log
        assert word not in made
    assert pseudonym("player-0", SALT) in made


def test_a_pseudonym_is_stable_within_a_dataset_and_differs_between_them():
    assert pseudonym("player-0", SALT) == pseudonym("player-0", SALT) != pseudonym("player-1", SALT)
    assert pseudonym("player-0", SALT) != pseudonym("player-0", b"t" * 32)
    assert pseudonym("bot:greedy", SALT) == "bot:greedy"


def test_for_each_field_of_an_event_and_each_option_it_is_decided_whether_it_is_kept():
    kept = {key: each.dataset for declared in EVENTS.values() for key, each in declared.types.items()}
    assert {key for key, how in kept.items() if how is not Dataset.KEPT} == {
        *("client_seed", "client_seeds", "opener", "options", "player", "players", "rematch", "reserved")
    }
    assert {key for key, how in kept.items() if how is Dataset.PART} == KEPT_PARTS.keys()
    assert sorted([*KEPT_PARTS["options"], "name", "invited"]) == sorted(field.name for field in fields(Options))


def test_a_field_that_nobody_has_decided_about_is_left_out():
    assert FieldType(bool).dataset is Dataset.LEFT_OUT
    drafted, rematch = {"card": "zeppelin.1", "diary": "Dear me"}, {"game": "g", "players": ["ada"]}
    assert without_people("card_drafted", drafted, SALT) == {"card": "zeppelin.1"}
    assert without_people("game_opened", {"rematch": rematch}, SALT) == {"rematch": {"game": "g"}}


def test_intentions_in_words_have_one_form():
    redraw = rules.intention(0, {"type": "redraw", "cards": ["zeppelin.1", "airship.1"]})
    assert in_words(redraw) == "redraw airship.1 zeppelin.1"
    assert in_words(rules.intention(0, {"type": "auto_ready", "on": False})) == "auto_ready off"


def test_the_facts_are_those_of_the_catalogue():
    cards, empires = card_rows(), empire_rows()
    assert [row.card for row in cards] == [*CARDS]
    assert [(row.empire, row.side) for row in empires] == [*EMPIRES]
    for row in cards:
        assert row.cost == sum(getattr(row, name) for name in row._fields if name.startswith("cost_"))


@pytest.mark.parametrize("row", [*TABLES.values(), *FACTS.values()], ids=lambda row: row.__name__)
def test_every_column_has_a_type_and_a_meaning(row: type):
    for column in columns_of(row):
        assert column.type in {"VARCHAR", "INTEGER", "BIGINT", "BOOLEAN", "TIMESTAMP", "VARCHAR[]"}
        assert column.meaning.endswith((".", "…"))
