"""Rewinds: the whole table goes back to an earlier version if all its people agree."""

import pytest

import game
from game.auto_ready import AutoReady
from game.planning import Slate
from game.rewinds import RewindAccepted, RewindDeclined, RewindProposed, Rewound
from game.undos import IntentionUndone
from tests.game.play import Play, walk
from tests.game.positions import after, planning, refused, seat

NOON, SOON, LATER = "2026-11-21T12:00:00.000Z", "2026-11-21T12:05:00.000Z", "2026-11-21T12:10:00.000Z"


class Table:
    """A game and all its events so far."""

    def __init__(self, **options):
        self.events = game.new({"seats": 3} | options, seed=5)

    @property
    def state(self):
        return game.fold(self.events)

    def at(self, version):
        return game.fold(self.events[:version])

    def add(self, events):
        self.events = self.events + events
        return events

    def play(self, *seats):
        """Each of the seats takes its first legal intention."""
        for index in seats:
            self.add(game.decide(self.state, game.legal(self.state, index)[0]))
        return self.state.version

    def propose(self, index, to, now=NOON, expires=LATER):
        return self.add(game.propose(self.state, index, self.at(to), now, expires))


@pytest.mark.parametrize("seats", [1, 3])
def test_a_game_without_rewinds_refuses_them_and_keeps_undo(seats):
    table = Table(seats=seats, rewinds=False)
    there = table.state.version
    table.play(0)
    assert refused(game.propose, table.state, 0, table.at(there), NOON, LATER) == "rewinds_off"
    assert game.view(table.state, 0)["rewinds"] is False
    assert game.undo(table.state, 0)


def test_rewinds_are_on_unless_the_options_say_otherwise():
    assert game.view(Table().state, 0)["rewinds"] is True
    assert "rewinds" not in game.check_options({"seats": 2, "rewinds": True})
    assert game.check_options({"seats": 2, "rewinds": False})["rewinds"] is False


def test_a_proposal_waits_until_the_others_have_accepted():
    table = Table()
    there = table.play(0, 1)
    before = table.state
    table.play(2, 0)
    assert table.propose(2, there) == [RewindProposed(2, 1, there, LATER)]
    assert game.view(table.state, None)["rewind"] == {
        "number": 1,
        "seat": 2,
        "to": there,
        "expires_at": LATER,
        "accepted": [],
    }
    assert table.add(game.accept(table.state, 0, 1, SOON)) == [RewindAccepted(0, 1)]
    assert game.view(table.state, None)["rewind"]["accepted"] == [0]
    assert table.add(game.accept(table.state, 1, 1, SOON)) == [RewindAccepted(1, 1), Rewound(there)]
    after_all = table.state
    assert after_all.version == len(table.events)
    assert after_all.proposal is None
    assert not after_all.assisted, "all agreed"
    assert after_all._replace(version=before.version, rewinds=0) == before


def test_consent_is_awaited_from_the_other_people_who_have_not_answered():
    table = Table()
    there = table.play(0, 1)
    assert game.awaited_consents(table.state) == ()
    table.play(2, 0)
    table.propose(2, there)
    assert game.awaited_consents(table.state) == (0, 1)
    table.add(game.accept(table.state, 0, 1, SOON))
    assert game.awaited_consents(table.state) == (1,)
    table.add(game.decline(table.state, 1, 1, SOON))
    assert game.awaited_consents(table.state) == ()


def test_bots_are_not_asked():
    table = Table(bots=["greedy", "random"])
    there = table.play(0)
    table.play(1)
    assert table.propose(0, there) == [RewindProposed(0, 1, there, LATER), Rewound(there)]
    assert game.bots_due(table.state, game.Clocks()) == (1, 2)


def test_alone_a_rewind_past_hidden_cards_makes_the_game_assisted_and_it_stays_so():
    table = Table(seats=2, bots=["greedy"])
    start = table.state.version
    table.play(0)
    table.propose(0, start)
    assert not table.state.assisted, "no hidden card was revealed"
    start = table.state.version
    table.play(0, 1)
    assert table.propose(0, start)[-1] == Rewound(start, assisted=True)
    assert table.state.assisted
    assert game.view(table.state, None)["assisted"]
    table.play(0)
    table.propose(0, table.state.version - 1)
    assert table.state.assisted


def test_somebody_declines_or_the_proposer_withdraws_and_another_may_be_proposed():
    table = Table()
    there = table.play(0)
    table.play(1)
    for number, decliner in enumerate((2, 0), 1):
        table.propose(0, there)
        assert table.add(game.decline(table.state, decliner, number, SOON)) == [RewindDeclined(decliner, number)]
        assert table.state.proposal is None
        assert refused(game.accept, table.state, 1, number, SOON) == "rewind_closed"


def test_a_proposal_expires_and_gives_way_to_another():
    table = Table()
    there = table.play(0)
    table.play(1)
    table.propose(0, there)
    assert refused(game.propose, table.state, 1, table.at(there), SOON, LATER) == "rewind_pending"
    assert refused(game.accept, table.state, 1, 1, LATER) == "rewind_expired"
    assert refused(game.decline, table.state, 1, 1, LATER) == "rewind_expired"
    assert table.propose(1, there, now=LATER, expires="2026-11-21T12:20:00.000Z")[0].number == 2


@pytest.mark.parametrize("index", [0, 1])
def test_a_resignation_cancels_the_proposal(index):
    table = Table()
    there = table.play(0)
    table.play(1)
    table.propose(0, there)
    table.add(game.leave(table.state, index))
    assert table.state.proposal is None
    assert refused(game.accept, table.state, 2, 1, SOON) == "rewind_closed"


def test_a_rewind_leaves_resignations_and_auto_ready_as_they_are():
    table = Table()
    there = table.play(0)
    table.add(game.leave(table.state, 1))
    table.add(game.decide(table.state, AutoReady(2, True)))
    table.propose(0, there)
    table.add(game.accept(table.state, 2, 1, SOON))
    assert table.state.seats[1].bot == "greedy"
    assert table.state.seats[2].auto_ready
    assert game.waiting_on(table.state) == (1, 2)


def test_a_rewind_to_a_later_version_to_the_lobby_or_from_the_end_is_refused():
    table = Table()
    start = table.state.version
    table.play(0)
    assert refused(game.propose, table.state, 0, table.state, NOON, LATER) == "not_earlier"
    lobby = [version for version in range(start - 1) if table.at(version).status == "open"]
    assert lobby == [*range(start - 1)]
    for version in lobby:
        assert refused(game.propose, table.state, 0, table.at(version), NOON, LATER) == "not_started"
    ended = walk(Play(3)).state
    assert refused(game.propose, ended, 0, walk(Play(3)).first, NOON, LATER) == "not_playing"
    scored = game.fold([game.score_event(ended)], ended)
    assert refused(game.propose, scored, 0, walk(Play(3)).first, NOON, LATER) == "not_playing"


def test_the_end_of_the_game_closes_a_proposal():
    state = walk(Play(3)).turns[-1].before
    state = game.fold(game.propose(state, 0, walk(Play(3)).first, NOON, LATER), state)
    assert after(state, walk(Play(3)).turns[-1].intention).proposal is None


def test_an_intention_before_the_target_of_a_rewind_can_still_be_undone():
    table = Table()
    table.play(0)
    mine = table.state.seats[0].undo.version
    there = table.play(1)
    table.play(2)
    table.propose(0, there)
    table.add(game.accept(table.state, 1, 1, SOON))
    table.add(game.accept(table.state, 2, 1, SOON))
    assert game.undo(table.state, 0) == [IntentionUndone(0, mine)]


def test_a_rewind_may_go_back_to_before_another_one():
    table = Table(seats=2, bots=["greedy"])
    first = table.play(0)
    table.play(1)
    table.propose(0, first)
    middle = table.state.version
    table.play(1, 0)
    table.propose(0, middle)
    assert game.state_hash(table.state._replace(assisted=False, rewinds=0)) == game.state_hash(table.at(first))
    table.propose(0, first - 1)
    assert table.state.rewinds == 3
    assert table.state.seats == table.at(first - 1).seats


def test_a_fold_that_began_after_the_target_of_a_rewind_is_too_early():
    table = Table(seats=2, bots=["greedy"])
    there = table.play(0)
    later = table.play(1)
    table.propose(0, there)
    assert game.fold(table.events[there:], table.at(there)) == table.state
    with pytest.raises(game.TooEarly):
        game.fold(table.events[later:], table.at(later))


def test_a_proposal_survives_a_snapshot():
    state = after(planning(seat(drafted=["museum.1", "zeppelin.1"]), seat()), Slate(0, "museum.1"))
    state = game.fold([RewindProposed(0, 4, 1, LATER), RewindAccepted(1, 4)], state)
    assert game.state(game.facts(state)) == state
