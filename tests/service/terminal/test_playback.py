"""Stepping through a game: what the keys do, what the screen shows, and how the terminal is left."""

import os
import pty
import re
import signal
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO

import click
import pytest
from rich.console import Console

import game
from events import MemoryLog
from projections.redaction import redact
from service.language.sentences import Narrator
from service.terminal.playback import Frame, Recording, play_back, print_recording, step_through
from service.terminal.playback.keys import split_keys
from service.terminal.playback.stepping import keyboard
from tests.events.stories import groups, write
from tests.game.play import Play

RIGHT, LEFT, UP, DOWN, HOME, END = (f"\x1b[{letter}" for letter in "CDABHF")
UNDONE = 40
"""A version of the recording whose event counts as undone."""
PLAY = Play(2, 2)


@pytest.fixture(scope="module")
def recording() -> Recording:
    """A game of Ada and Bo, each frame with up to eight events."""
    log = MemoryLog()
    write(log, "g", *[[group] for group in groups(PLAY)])
    entries, states = log.read("g"), [game.State()]
    for entry in entries:
        states.append(game.fold([entry.event], states[-1]))
    names = {"player-0": "Ada", "player-1": "Bo"}
    narrator = Narrator("en", "en", [*names], names)

    def frame_at(version: int, seat: int | None) -> Frame:
        events = [redact(entry, seat) for entry in entries[max(0, version - 8) : version]]
        for event in events:
            event |= {"undone": True} if event["version"] == UNDONE else {}
        view = game.view(states[version], seat)
        for other, name in zip(view["seats"], names.values(), strict=False):
            other["player"] = {"id": name, "name": name, "kind": "human"}
        return Frame(version, version == UNDONE, events, [narrator.to_sentence(event) for event in events], view)

    steps = [version for version, state in enumerate(states) if version and state.since == version]
    return Recording(frame_at, 1, len(entries), steps, 2)


def record_screens(recording: Recording, *pressed: str, seat: int | None = None, height: int = 45) -> list[str]:
    """The screen before each key, and the last one, after which no key follows."""
    console = Console(file=StringIO(), record=True, width=100, height=height, force_terminal=True)
    found: list[str] = []
    left = iter(pressed)

    def read_key() -> str:
        found.append(console.export_text())
        return next(left, "")

    step_through(recording, console, read_key, seat)
    return found


def shown_versions(recording: Recording, *pressed: str) -> list[int]:
    found = [re.search(r"^Version (\d+) of", screen, re.MULTILINE) for screen in record_screens(recording, *pressed)]
    return [int(match[1]) for match in found if match]


@pytest.mark.parametrize("key", ["n", " ", RIGHT, "\x1bOC"])
def test_one_version_on(key: str, recording: Recording):
    assert shown_versions(recording, key, key) == [1, 2, 3]


@pytest.mark.parametrize("key", ["p", LEFT, "\x1bOD"])
def test_one_version_back_but_not_before_the_first(key: str, recording: Recording):
    assert shown_versions(recording, "n", "n", key, key, key) == [1, 2, 3, 2, 1, 1]


@pytest.mark.parametrize(("forward", "back"), [("N", "P"), ("]", "[")])
def test_from_phase_to_phase(forward: str, back: str, recording: Recording):
    first, second, third = recording.steps[:3]
    assert shown_versions(recording, forward, forward, "n", back, back, back) == [
        1,
        first,
        second,
        second + 1,
        second,
        first,
        1,
    ]
    assert shown_versions(recording, forward, forward, forward)[-1] == third


@pytest.mark.parametrize(("home", "end"), [("0", "$"), (HOME, END), ("\x1b[1~", "\x1b[4~"), ("\x1bOH", "\x1bOF")])
def test_to_the_first_and_the_last(home: str, end: str, recording: Recording):
    assert shown_versions(recording, end, "n", "]", home) == [1, *[recording.last] * 3, 1]


def test_to_a_version_by_its_number(recording: Recording):
    assert shown_versions(recording, "g", "4", "2", "\r")[-1] == 42
    assert shown_versions(recording, "g42\r", "g7\n") == [1, 42, 7]
    assert shown_versions(recording, "g", "4", "3", "\x7f", "2", "\r")[-1] == 42
    assert shown_versions(recording, "g99999\r")[-1] == recording.last
    assert shown_versions(recording, "g0\r")[-1] == 1
    assert shown_versions(recording, "g\r", "g4\x1b", "n") == [1, 1, 1, 2]
    assert shown_versions(recording, "g4", "n") == [1, 1, 2]
    assert "Go to version: 42_" in record_screens(recording, "g", "4", "2")[-1]


def test_unknown_keys_do_nothing(recording: Recording):
    assert shown_versions(recording, "x", "\x1b", "\x1b[15~", "7", "é", "\t") == [1] * 7


def test_keys_that_are_read_together_are_separated(recording: Recording):
    assert split_keys(f"n{RIGHT}\x1bOC\x1b[5~\x1bq") == ["n", RIGHT, "\x1bOC", "\x1b[5~", "\x1b", "q"]
    assert shown_versions(recording, f"nn{RIGHT}", f"{LEFT}n{LEFT}") == [1, 4, 3]


def test_s_switches_the_seat_whose_view_is_shown(recording: Recording):
    texts = record_screens(recording, "g12\r", "s", "s", "s")[1:]
    for viewer, text in zip(("a spectator", "Ada", "Bo", "a spectator"), texts, strict=True):
        assert f"seen by {viewer}" in text
    assert [text.count("hand ") for text in texts] == [2] * 4
    hands = [set(re.findall(r"hand +(.*?) *│", text)) for text in texts]
    assert len({frozenset(hand) for hand in hands}) == 3
    assert "seen by Bo" in record_screens(recording, seat=1)[0]
    assert "seen by a spectator" in record_screens(recording._replace(seats=0), "s")[-1]


def test_the_event_of_the_version_stands_out_below_those_before(recording: Recording):
    lines = record_screens(recording, "g60\r")[-1].splitlines()
    assert [line[:5].split()[0] for line in lines[:6]] == ["55", "56", "57", "58", "59", "60"]
    assert [line.strip()[3:4] for line in lines[:6]] == [" "] * 5 + ["▶"]
    assert lines[6].startswith(f"Version 60 of {recording.last} · seen by a spectator")
    assert lines[-1].startswith("→ ← step")


def test_undone_events_are_struck_through_and_marked(recording: Recording):
    console = Console(file=StringIO(), width=100, height=45, force_terminal=True, color_system="standard")
    pressed = iter([f"g{UNDONE}\r", "n", "n"])
    step_through(recording, console, lambda: next(pressed, ""))
    text = console.file.getvalue()
    assert re.search(r"\x1b\[1;9m[^\x1b]+\.\x1b\[0m\x1b\[1m \(taken back\)", text)  # the version itself, bold
    assert re.search(r"\x1b\[9;90m[^\x1b]+\.\x1b\[0m\x1b\[90m \(taken back\)", text)  # later, among those before
    plain = record_screens(recording, f"g{UNDONE}\r", "n")
    assert f"Version {UNDONE} of {recording.last} (taken back)" in plain[1]
    assert plain[2].count("(taken back)") == 1


def test_a_board_that_is_higher_than_the_screen_can_be_scrolled(recording: Recording):
    texts = record_screens(recording, "$", DOWN, DOWN, UP, *["\x1b[6~"] * 2, UP, "j", "k", *["\x1b[5~"] * 2, height=24)
    assert {len(text.splitlines()) for text in texts} == {24}
    positions = [re.search(r"lines (\d+)–(\d+) of (\d+)", text) for text in texts[1:]]
    tops = [int(match[1]) for match in positions if match]
    assert tops[:4] == [1, 2, 3, 2]
    last = max(tops)
    assert all(int(match[3]) == last + 15 for match in positions if match)
    assert tops[5:9] == [last, last - 1, last, last - 1]
    assert tops[-1] == 1
    assert "filled by a krystallium" in texts[6]


@pytest.mark.parametrize(("width", "height"), [(80, 24), (140, 50), (40, 8), (40, 5)])
def test_the_screen_is_filled_and_no_line_is_longer(width: int, height: int, recording: Recording):
    console = Console(file=StringIO(), record=True, width=width, height=height, force_terminal=True)
    step_through(recording, console, iter(["q"]).__next__)
    lines = console.export_text().splitlines()
    assert len(lines) == height
    assert max(map(len, lines)) <= width


def reader_of(*pressed: str | BaseException) -> Callable[[], str]:
    """A function that returns these keys one after the other, and raises the errors among them."""
    left = iter(pressed)

    def read_key() -> str:
        key = next(left)
        if isinstance(key, BaseException):
            raise key
        return key

    return read_key


@pytest.mark.parametrize("pressed", ["q", "Q", "nnq", "", "\x03", "\x04", KeyboardInterrupt(), EOFError()], ids=repr)
def test_leaving_restores_the_screen(pressed: str | BaseException, recording: Recording):
    console = Console(file=StringIO(), width=100, height=45, force_terminal=True)
    step_through(recording, console, reader_of(pressed))
    assert_restored(console)


def test_an_error_restores_the_screen_too(recording: Recording):
    console = Console(file=StringIO(), width=100, height=45, force_terminal=True)
    with pytest.raises(ZeroDivisionError):
        step_through(recording, console, reader_of(ZeroDivisionError()))
    assert_restored(console)


def assert_restored(console: Console):
    text = console.file.getvalue()
    assert text.startswith("\x1b[?1049h")
    assert text.rindex("\x1b[?1049l") > text.rindex("\x1b[?1049h")
    assert text.rindex("\x1b[?25h") > text.rindex("\x1b[?25l")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A terminal on standard input: the file descriptor to type into."""
    typing, read = pty.openpty()
    with os.fdopen(read) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield typing
    os.close(typing)


def test_keys_are_read_one_by_one_and_not_echoed_and_the_terminal_is_as_before(terminal: int):
    before = termios.tcgetattr(terminal)
    with suppress(ZeroDivisionError), keyboard() as read_key:
        within = termios.tcgetattr(terminal)
        assert not within[3] & (termios.ECHO | termios.ICANON)
        assert within[6][termios.VSUSP] == b"\0"
        os.write(terminal, b"n")
        assert read_key() == "n"
        os.write(terminal, RIGHT.encode() + "é".encode())
        assert read_key() == f"{RIGHT}é"
        raise ZeroDivisionError
    assert termios.tcgetattr(terminal) == before


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_without_a_terminal_on_standard_input_keys_are_those_of_the_controlling_one():
    with keyboard() as read_keys:
        assert read_keys is click.getchar


def test_a_terminal_gets_the_game_step_by_step(terminal: int, recording: Recording):
    os.write(terminal, b"q")
    console = Console(file=Terminal(), width=80, height=24)
    play_back(recording, console, seat=0)
    assert_restored(console)
    assert f"Version 1 of {recording.last}" in console.file.getvalue()


def test_a_terminal_is_as_before_after_sigterm(terminal: int, recording: Recording):
    before, console = termios.tcgetattr(terminal), Console(file=Terminal(), width=80, height=24)

    def frame_at(version: int, seat: int | None) -> Frame:
        os.kill(os.getpid(), signal.SIGTERM)
        return recording.frame_at(version, seat)

    previous = signal.signal(signal.SIGTERM, lambda *_: os.write(terminal, b"q"))  # which does not end the tests
    try:
        with pytest.raises(SystemExit) as ended:
            play_back(recording._replace(frame_at=frame_at), console)
    finally:
        signal.signal(signal.SIGTERM, previous)
    assert ended.value.code == 143
    assert_restored(console)
    assert termios.tcgetattr(terminal) == before


def print_all(recording: Recording, seat: int | None = None) -> str:
    console = Console(file=StringIO(), width=80)
    play_back(recording, console, seat)
    return console.file.getvalue()


def test_a_pipe_gets_the_whole_game_as_plain_text(recording: Recording):
    early = recording._replace(last=90)
    lines = print_all(early).splitlines()
    assert "\x1b" not in "".join(lines)
    sentences = [line for line in lines if re.match(r" +\d+  ", line)]
    assert [int(line.split()[0]) for line in sentences] == [*range(1, 91)]
    assert sentences[0] == "    1  Ada opens the game."
    assert [line.endswith(". (taken back)") for line in sentences].index(True) == UNDONE - 1


def test_the_board_is_printed_at_the_end_of_each_phase_and_step(recording: Recording):
    second = next(v for v in recording.steps if recording.frame_at(v, None).view["round"] == 2)
    text = print_all(recording._replace(last=second))
    heads = re.findall(r"^Round.*", text, re.MULTILINE)
    steps = ["materials", "energy", "science", "gold", "exploration"]
    ends = ["draft, pick 7 of 7", "planning", *[f"production of {step}" for step in steps]]
    expected = [*[f"Round 1 of 4, {end}" for end in ends], "Round 2 of 4, draft, pick 1 of 7"]
    assert [line.partition("  ")[0] for line in heads] == expected
    order = [text.index(part) for part in ("  Ada picks a card", heads[0], "Planning begins.", heads[1])]
    assert order == sorted(order)


def test_a_dumb_terminal_gets_it_printed(recording: Recording, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TERM", "dumb")
    console = Console(file=Terminal(), width=80)
    play_back(recording._replace(last=3), console)
    assert "\x1b[?1049h" not in console.file.getvalue()
    assert "3  " in console.file.getvalue()


def test_a_recording_of_nothing_prints_nothing(recording: Recording):
    console = Console(file=StringIO(), width=80)
    print_recording(recording._replace(last=0), console)
    assert console.file.getvalue() == ""
