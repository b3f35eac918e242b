"""`wonderful act`, `acts` and `account`: operators act on the store, and see what was done."""

import re

import pytest

from game.value_shapes import OPERATOR_REASONS
from service.backend import Backend
from service.commands.acting import act, list_acts, show_account
from service.commands.cli import cli
from service.settings import Settings, StartError
from tests.service.client import Service, assert_problem, ended_processes, id_of
from tests.service.commands.command_line import assert_refused, settings_of, wonderful

Output = pytest.CaptureFixture[str]
AT = r"\d{4}-\d\d-\d\dT[\d:.]+Z  \d+-\d"


@pytest.fixture
def running(parts: Backend):
    """A service on the same store, which runs beside the commands."""
    with ended_processes():
        yield Service(parts)


def test_each_act_prints_its_line_and_holds_in_a_service_that_runs(
    running: Service, settings: Settings, capsys: Output
):
    game, (ada, ben) = running.start_game(2)
    act(settings, "game_closed", id_of(game), "fault")
    act(settings, "account_suspended", f"@{ada.account['handle']}", "conduct", " Be  kind. ", hours=24)
    act(settings, "name_taken", ben.id, "conduct", with_handle=True)
    act(settings, "sessions_ended", ben.id, "request", with_new_code=True)
    closed, suspended, named, ended, code = capsys.readouterr().out.splitlines()
    assert re.fullmatch(f"{AT}  game_closed  {id_of(game)}  fault  by the command line", closed)
    assert re.fullmatch(f"{AT}  account_suspended  {ada.id}  conduct  until .+Z  by .+  Be kind\\.", suspended)
    assert f"name_taken  {ben.id}" in named
    assert f"sessions_ended  {ben.id}" in ended
    running.parts.accounts.forget(None)  # as the message of each change lets a process do
    assert_problem(ada.get("/v1/games"), 403, "account_suspended")
    assert_problem(ben.get("/v1/games"), 401, "token_unknown")
    recovery = {"player": ben.id, "code": code.split()[5].rstrip(":")}
    recovered = running.app.test_client().post("/v1/recoveries", json=recovery).json
    assert (recovered["name"], recovered["handle"]) == (f"Player {ben.id}", f"player-{ben.id[:4]}")
    act(settings, "account_unsuspended", ada.id, "other")
    running.parts.accounts.forget(None)
    assert ada.get(game).json["end_reason"] == "closed_fault"


def test_acts_and_accounts_are_listed_page_by_page(running: Service, settings: Settings, capsys: Output):
    ada = running.new_player()
    for _ in range(21):
        act(settings, "account_unsuspended", ada.id, "other")
    games = [running.open_game(ada, visibility="private") for _ in range(21)]
    running.project(*games)
    capsys.readouterr()
    list_acts(settings, ada.id, None, None)
    *lines, more = capsys.readouterr().out.splitlines()
    assert len(lines) == 20
    list_acts(settings, None, None, more.split()[-1])
    assert len(capsys.readouterr().out.splitlines()) == 1
    show_account(settings, ada.id, None)
    head, *rest, more = capsys.readouterr().out.splitlines()
    assert head.startswith(f"{ada.id}  human  @")
    kinds = [each.split()[0] for each in rest]
    assert {kind: kinds.count(kind) for kind in kinds} == {"token": 1, "act": 20, "game": 20}
    assert ada.token not in "".join(rest)
    show_account(settings, ada.id, more.split()[-1])
    assert id_of(games[0]) in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize(("hours", "words"), [(24, r"until [\d:.TZ-]+"), (None, "for good")])
def test_an_account_shows_its_suspension_while_it_lasts(
    running: Service, settings: Settings, capsys: Output, hours: int | None, words: str
):
    ada = running.new_player()
    act(settings, "account_suspended", ada.id, "conduct", hours=hours)
    capsys.readouterr()
    show_account(settings, ada.id, None)
    assert re.search(f"\n  suspended   {words}, conduct\n", capsys.readouterr().out)
    act(settings, "account_unsuspended", ada.id, "other")
    capsys.readouterr()
    show_account(settings, ada.id, None)
    assert "\n  suspended  " not in capsys.readouterr().out


def test_what_cannot_be_done_is_said_in_one_line_and_changes_nothing(running: Service, settings: Settings):
    ada = running.new_player()
    game = running.open_game(ada)
    act(settings, "game_closed", id_of(game), "other")
    for arguments, words in (
        (("game_closed", "nothing", "other"), "there is no game nothing in "),
        (("game_closed", id_of(game), "other"), "the game is over"),
        (("account_suspended", "nobody", "other"), "there is no account nobody in "),
        (("account_suspended", ada.id, "whim"), "--reason is one of: conduct, "),
        (("account_suspended", ada.id, "other", "n" * 201), "the note has more than 200 characters"),
    ):
        with pytest.raises(StartError, match=re.escape(words)):
            act(settings, *arguments)
    assert len(running.parts.acts.page(10)) == 1


def test_each_command_does_its_act_with_its_options(running: Service):
    store = settings_of(running)
    game, (ada, ben) = running.start_game(2)
    for words, kind, shown in (
        (["close", id_of(game)], "game_closed", id_of(game)),
        (["suspend", ada.id, "--hours", "24", "--note", "Be kind."], "account_suspended", "Be kind."),
        (["unsuspend", ada.id], "account_unsuspended", ada.id),
        (["take-name", ben.id, "--handle"], "name_taken", ben.id),
        (["end-sessions", ben.id, "--new-code"], "sessions_ended", "recovery code"),
    ):
        ended = wonderful("act", *words, "--reason", "other", **store)
        assert ended.returncode == 0, ended.stderr
        assert kind in ended.stdout
        assert shown in ended.stdout
    acts = wonderful("acts", **store).stdout.splitlines()
    assert len(acts) == 5
    of_game = wonderful("acts", "--game", id_of(game), **store).stdout.splitlines()
    assert of_game == [acts[4]]
    assert wonderful("account", ben.id, **store).stdout.startswith(f"{ben.id}  human  @player-{ben.id[:4]}")


def test_the_help_names_all_reasons():
    [reason] = [each for each in cli.commands["act"].commands["close"].params if each.name == "reason"]
    assert all(each in reason.help for each in OPERATOR_REASONS)


def test_a_cursor_that_no_page_printed_is_refused():
    assert_refused(wonderful("acts", "--before", "x"), "--before 'x' cannot be used")
    assert_refused(wonderful("acts", "--before", "0-0"), "--before '0-0' cannot be used")
