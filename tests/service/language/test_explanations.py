"""Decisions in words: every decision of a game has sentences without gaps, and they say what the data say."""

import json
from typing import Any, get_args

import pytest

import game as rules
from bots import STRATEGIES
from bots.strategy import FallbackReason
from service.jobs.decisions import make_decision
from service.language.explanations import REASONS, explain
from service.language.languages import LANGUAGES, SENTENCE_LANGUAGES
from tests.game.play import Play, walk

pytestmark = pytest.mark.slow

PLAYS = [Play(1, 2), Play(2, 1, "B"), Play(4, 1, "B", "curious", scenario="SC02")]
NODES = {"search": 20, "master": 8}
MUSEUM, ZEPPELIN = {"type": "draft", "card": "museum.1"}, {"type": "draft", "card": "zeppelin.1"}


def views(play: Play, step: int) -> list[dict[str, Any]]:
    """Views of seats that are waited for, over a whole random game."""
    turns = walk(play).turns[::step]
    return [json.loads(json.dumps(rules.view(turn.before, rules.waiting_on(turn.before)[0]))) for turn in turns]


def a_plan(construct: tuple[str, ...] = (), keep: tuple[str, ...] = (), recycle: tuple[str, ...] = ()) -> Any:
    return {"construct": [*construct], "keep": [*keep], "recycle": [*recycle]}


def a_decision(*alternatives: Any, **changes: Any) -> Any:
    """A decision of `planner`."""
    first = alternatives[0]["intention"]
    fields = {"strategy": "planner", "score": 12, "estimate": "compared", "fallback": None}
    return fields | {"intention": first, "alternatives": [*alternatives]} | changes


def option(intention: Any, value: float, plan: Any = None) -> Any:
    return {"intention": intention, "value": value} | ({"plan": plan} if plan else {})


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_every_decision_of_a_game_has_sentences_in_every_language(name: str, play: Play):
    for view in views(play, 1 if name in ("random", "greedy") else 29):
        decision = make_decision(name, view, (None, NODES.get(name)), "7")
        for sentence_language in SENTENCE_LANGUAGES:
            for name_language in LANGUAGES:
                sentences = explain(decision, sentence_language, name_language)
                assert sentences
                assert all(each.endswith((".", "。")) and "{" not in each for each in sentences), sentences


@pytest.mark.parametrize("language", SENTENCE_LANGUAGES)
def test_every_kind_of_intention_has_words(language: str):
    state = walk(Play(3, 1, "A", "curious")).turns
    kinds = set()
    for turn in state:
        for intention in rules.legal(turn.before, rules.waiting_on(turn.before)[0]):
            body = rules.body(intention)
            kinds.add(body["type"])
            assert explain(a_decision(option(body, 1.0)), language, "en")
    assert kinds >= {"slate", "recycle", "place", "discard", "redraw", "keep", "ready"}
    for body in (MUSEUM, {"type": "choose", "character": "general"}):
        assert explain(a_decision(option(body, 1.0)), language, "en")


def test_an_explanation_tells_the_value_now_the_plan_and_what_the_alternatives_are_worth():
    decision = a_decision(
        option(MUSEUM, 30.25, a_plan(("museum.1", "roswell.1"), ("icebreaker.1",), ("zeppelin.1",))),
        option(ZEPPELIN, 28.0, a_plan(("zeppelin.1",))),
        option({"type": "draft", "card": "roswell.1"}, 30.25, a_plan((), ("roswell.1",))),
    )
    assert explain(decision, "en", "en") == [
        "planner would pick Museum.",
        "The score is 12 now; planner values this at 30.2 points, which serve only to compare.",
        "This round it would construct Museum and Roswell.",
        "It would keep Icebreaker under construction.",
        "It would recycle Zeppelin.",
        "Instead it could pick Zeppelin: 2.2 points less.",
        "Then it would construct Zeppelin this round.",
        "It would be as good to pick Roswell.",
        "Then it would construct nothing this round.",
    ]


def test_an_expected_score_is_called_one_and_a_fallback_says_who_plays_and_why():
    fallback = {"strategy": "search", "reason": "ruleset"}
    decision = a_decision(option(MUSEUM, 97.5, a_plan()), strategy="master", estimate="final_score", fallback=fallback)
    assert explain(decision, "en", "en") == [
        "master plays as search here: it has not learned these rules.",
        "master would pick Museum.",
        "The score is 12 now; master expects 97.5 at the end of the game.",
        "This round it would construct nothing.",
    ]
    assert explain(decision, "fr", "fr")[2] == (
        "Le score est de 12 maintenant\xa0; master en attend 97,5 à la fin de la partie."
    )


def test_a_lead_is_told_and_a_negative_one_is_being_behind():
    ahead = a_decision(option(MUSEUM, 4.25), option(ZEPPELIN, -1.0), strategy="master", estimate="lead")
    assert explain(ahead, "en", "en")[1] == (
        "The score is 12 now; master expects to lead by 4.2 points at the end of the game."
    )
    behind = a_decision(option(MUSEUM, -4.31), strategy="master", estimate="lead")
    assert explain(behind, "en", "en")[1] == (
        "The score is 12 now; master expects to be 4.3 points behind at the end of the game."
    )
    level = a_decision(option(MUSEUM, -0.04), strategy="master", estimate="lead")
    assert (
        explain(level, "en", "en")[1]
        == "The score is 12 now; master expects to lead by 0 points at the end of the game."
    )


def test_random_says_that_it_estimates_nothing():
    decision = a_decision(option(MUSEUM, 0.0), option(ZEPPELIN, 0.0), strategy="random", estimate="none")
    assert explain(decision, "en", "en") == [
        "random would pick Museum.",
        "random estimates nothing: it takes any of 2 intentions, all equally likely.",
    ]


def test_the_only_intention_is_compared_with_nothing():
    decision = a_decision(option({"type": "ready"}, 0.0), estimate="none")
    assert explain(decision, "en", "en") == ["planner would be ready.", "There is nothing to compare with it."]


def test_copies_of_a_card_are_told_once():
    copies = [option({"type": "draft", "card": f"museum.{copy}"}, 3.0, a_plan((f"museum.{copy}",))) for copy in (1, 2)]
    assert not [each for each in explain(a_decision(*copies), "en", "en") if "as good" in each or "Then" in each]
    both = option(MUSEUM, 3.0, a_plan(("museum.1", "roswell.1", "museum.2")))
    assert "This round it would construct 2× Museum and Roswell." in explain(a_decision(both), "en", "en")


def test_every_reason_of_a_fallback_has_words():
    assert {*REASONS} == {*get_args(FallbackReason)}


def test_a_decision_names_only_cards_that_the_view_shows():
    """So its explanation tells nothing that the seat does not see."""
    named = 0
    for view in views(PLAYS[0], 60):
        text = json.dumps(view)
        for each in make_decision("search", view, (None, 20), "7")["alternatives"]:
            cards = [card for part in each.get("plan", {}).values() for card in part]
            assert all(f'"{card}"' in text for card in cards)
            named += len(cards)
    assert named > 20
