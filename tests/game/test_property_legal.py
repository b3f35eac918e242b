"""`legal` lists exactly the intentions that `decide` accepts, of everything that a seat could ask for."""

from itertools import combinations, product
from random import Random

import game
from game.cards import CHARACTERS, KINDS
from game.construction import Discard, Place
from game.draft import Draft
from game.planning import Recycle, Slate
from game.production import Choose, Ready
from game.solo import Keep, Redraw
from tests.game.play import walk
from tests.game.random_games import for_random_games


def sample(cards, count, rng):
    cards = sorted(cards)
    return rng.sample(cards, min(count, len(cards)))


def card_names(state, index, rng):
    """All cards of the seat, some of every other place, and names of no card."""
    own = state.seats[index]
    cards = {*own.hand, *own.candidates, *own.drafted, *own.constructed, *(site.card for site in own.construction)}
    for seat in state.seats:
        for place in (seat.hand, seat.drafted, seat.constructed, [site.card for site in seat.construction]):
            cards.update(sample(place, 1, rng))
        cards.update([seat.picked] if seat.picked else [])
    return [
        *sorted(cards),
        *sample(state.deck, 1, rng),
        *sample(state.discard, 1, rng),
        "zeppelin",
        "zeppelin.0",
        "",
        "x",
    ]


def possible_intentions(state, index, rng):
    """Every type with every card, item, place and kind of space that could mean something, and some that do not."""
    cards = card_names(state, index, rng)
    sites = {site.card for seat in state.seats for site in seat.construction}
    places = ["empire", "x", *(card for card in cards if card in sites), *sample(cards, 4, rng)]
    places, cards = list(dict.fromkeys(places)), [*cards, "empire"]
    yield Ready(index)
    yield from (Choose(index, character) for character in (*CHARACTERS, "krystallium", "x"))
    yield from (cls(index, card) for cls in (Draft, Slate, Discard, Keep) for card in cards)
    yield from (Redraw(index, pair) for pair in combinations(sorted({*cards}), 2))
    yield from (Redraw(index, tuple(cards[:count])) for count in (0, 1, 3))
    yield from (Redraw(index, (card, card)) for card in cards)
    yield from (Recycle(index, card, onto) for card, onto in product(cards, places))
    yield from (
        Place(index, item, onto, kind)
        for item, onto, kind in product((*KINDS, "empire", "x"), places, (None, *KINDS, "x"))
    )


def decided(state, intention):
    try:
        return game.decide(state, intention)
    except game.Refused:
        return None


def moments(play, count):
    """Some states of a game with a seat each, the last one among them."""
    rng = Random(play.seed)
    states = walk(play).states
    for state in [states[-1], *(rng.choice(states) for _ in range(count))]:
        yield state, rng.randrange(play.seats), rng


def leaves_space_open(intention):
    return isinstance(intention, Place) and intention.item == "krystallium" and intention.kind is None


@for_random_games(6)
def test_legal_lists_exactly_the_accepted_intentions(play):
    for state, index, rng in moments(play, 3):
        outcomes = {intention: decided(state, intention) for intention in possible_intentions(state, index, rng)}
        accepted = {intention for intention, done in outcomes.items() if done and not leaves_space_open(intention)}
        legal = game.legal(state, index)
        assert accepted == set(legal)
        for short in filter(leaves_space_open, outcomes):
            full = [i for i in legal if isinstance(i, Place) and (i.item, i.onto) == (short.item, short.onto)]
            assert outcomes[short] == (outcomes[full[0]] if len(full) == 1 else None)
        for redraw in (intention for intention in legal if isinstance(intention, Redraw)):
            assert decided(state, Redraw(index, redraw.cards[::-1])) == outcomes[redraw]


@for_random_games(6)
def test_legal_is_sorted_by_type_and_fields_without_duplicates(play):
    for state in walk(play).states[::11]:
        for index in range(play.seats):
            legal = game.legal(state, index)
            bodies = [tuple(map(tuple, game.body(intention).values())) for intention in legal]
            assert bodies == sorted(set(bodies))
            assert all(intention.seat == index for intention in legal)
            assert game.legal(game.state(game.facts(state)), index) == legal


@for_random_games(5)
def test_only_seats_that_the_game_waits_for_have_legal_intentions(play):
    for state in walk(play).states[::5]:
        able = tuple(index for index in range(play.seats) if game.legal(state, index))
        assert able == game.waiting_on(state)
