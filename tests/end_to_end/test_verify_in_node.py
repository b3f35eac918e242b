"""examples/verify.mjs and the page share no code with the service and find the same faults; the vectors hold."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import game as rules
from events import Entry
from events.chain import first_link, links
from events.entry import canonical
from game.cards import CARDS, EMPIRE_IDS
from game.rulesets import CURRENT_RULESET, FIRST_RULESET
from game.shuffle import _numbers, commitment, shuffled
from projections.audit import verify
from service.run.up import ROOT
from tests.game.play import Play
from tests.projections.archive import Recorder, log_lines, make_log, record_fork, record_game, with_new_hashes
from tests.projections.busy_tables import busy_table, rematch

SCRIPT, DOCUMENT = ROOT / "examples" / "verify.mjs", ROOT / "docs" / "verifying.md"
MODULES = ROOT / "service" / "web" / "audit"
"""What the script and the page verify with."""
Json = dict[str, Any]
NODE = shutil.which("node")
in_node = pytest.mark.skipif(NODE is None, reason="there is no node on the PATH; examples/verify.mjs needs Node.js 20")
NAME = "Ωmega ☃ \U0001f600 \"\\/'é"
UNUSUAL = NAME + "\x00\x08\t\n\x0b\x0c\r\x1f\x7f\x80\u2028\ue000\ufeff\uffff"
"""Letters that programs often write in another way."""


@cache
def game_with_unusual_letters() -> Recorder:
    """A game with such letters in every text of a client, and with chosen empires."""
    recorder = Recorder()
    options = {"seats": 3, "name": NAME, "empires": [None, "noram-states"]}
    committed = commitment(recorder.seed, recorder.id)
    recorder.add("player-0", rules.open(options, "player-0", recorder.id, committed))
    recorder.add("player-1", rules.join(recorder.state, "player-1", None, UNUSUAL))
    recorder.add("player-2", rules.join(recorder.state, "player-2", "aztec-empire"))
    recorder.add("player-0", rules.hand_on(recorder.state, 0, 2))
    recorder.add("player-2", rules.start(recorder.state, 2, recorder.seed, UNUSUAL[::-1]))
    recorder.finish(Random(1))
    return recorder


@cache
def game_at_a_changed_table() -> Recorder:
    """A game whose players moved, with empires that they chose, and that the options gave to their seats."""
    recorder = Recorder()
    options = {"seats": 5, "empires": ["panafrican-union", None, None, "federation-of-asia", "noram-states"]}
    committed = commitment(recorder.seed, recorder.id)
    recorder.add("player-0", rules.open(options, "player-0", recorder.id, committed))
    for player in ("player-1", "player-2", "player-3"):
        recorder.add(player, rules.join(recorder.state, player, None, player))
    recorder.add("player-4", rules.join(recorder.state, "player-4", None, "of 4"))
    recorder.add("player-1", rules.leave(recorder.state, 1))
    recorder.add("player-2", rules.leave(recorder.state, 2))
    recorder.add("player-0", rules.change_table(recorder.state, 0, 3))
    recorder.add("player-0", rules.change_table(recorder.state, 0, 5, ["greedy"]))
    recorder.add("player-1", rules.join(recorder.state, "player-1", "aztec-empire"))
    recorder.add("player-0", rules.start(recorder.state, 0, recorder.seed, "of 0"))
    recorder.finish(Random(1))
    assert [seat.empire for seat in recorder.state.seats[:3]] == [options["empires"][at] for at in (0, 3, 4)]
    return recorder


GAMES: dict[str, Callable[[], Recorder]] = {
    "two seats": lambda: record_game(Play(1, 2)),
    "four seats, side B": lambda: record_game(Play(4, 4, "B")),
    "undos, rewinds and resignations": lambda: record_game(Play(4, 4), 0.3),
    "bots alone": lambda: record_game(Play(3, 3), 0.0, ("greedy", "random", "greedy")),
    "solo": lambda: record_game(Play(6, 1, "A", "curious")),
    "a scenario": lambda: record_game(Play(8, 1, "B", scenario="SC04")),
    "a fork": lambda: record_fork(Play(4, 4), 0.5, 0.2)[0],
    "a fork of a solo game": lambda: record_fork(Play(6, 1, "B", "curious"), 0.4, 0.2)[0],
    "agreements, a player removed": busy_table,
    "players who moved": game_at_a_changed_table,
    "a rematch": rematch,
    "unusual letters": game_with_unusual_letters,
}
"""Played by the tests that need them: a collection of tests plays no game."""


def node(*arguments: object) -> tuple[int, str]:
    """Exit status and output of a run of Node."""
    command = [str(NODE), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, timeout=200, check=False)
    assert not done.stderr, done.stderr.decode()
    return done.returncode, done.stdout.decode()


def run_script(folder: Path, content: Sequence[bytes], *more: object) -> tuple[int, str]:
    """Exit status and output of the script for a log, given as the lines of a file."""
    log = folder / "log.jsonl"
    log.write_bytes(b"".join(content))
    return node(SCRIPT, log, *more)


def started(recorder: Recorder) -> Entry:
    return next(entry for entry in recorder.entries if entry.name == "game_started")


def expected_output(recorder: Recorder) -> str:
    """The output for a correct log."""
    deal = json.loads(started(recorder).data)
    head = verify(log_lines(recorder)).head
    return f"ok {head}\ndeck {' '.join(deal['deck'][:5])}\nempires {' '.join(deal['empires'])}\n"


def line_and_kind(fault: str) -> tuple[str, str]:
    """The line and the kind of a fault."""
    found = re.match(r"lines? (\d+)[^:]*: (\w+): ", fault)
    assert found, fault
    return found[1], found[2]


# Correct logs


@in_node
@pytest.mark.parametrize("name", GAMES)
def test_the_script_computes_the_same_head_and_deck(tmp_path: Path, name: str):
    recorder = GAMES[name]()
    assert verify(log_lines(recorder)).fault is None
    assert run_script(tmp_path, log_lines(recorder)) == (0, expected_output(recorder))


@in_node
def test_the_last_line_may_lack_its_end_and_the_catalogue_may_be_named(tmp_path: Path):
    plain = correct().plain
    content = log_lines(plain)
    content[-1] = content[-1].removesuffix(b"\n")
    assert run_script(tmp_path, content, ROOT / "game" / "catalogue.json") == (0, expected_output(plain))


# Wrong logs


def with_data(entry: Entry, **changes: object) -> Entry:
    return entry._replace(data=canonical(json.loads(entry.data) | changes))


def with_entry(recorder: Recorder, changed: Entry) -> list[bytes]:
    """The log with one entry replaced, and with a chain and an end that fit."""
    entries = [changed if entry.version == changed.version else entry for entry in recorder.entries]
    return make_log(recorder.id, with_new_hashes(recorder.id, entries))


def with_bytes(recorder: Recorder, line: int, before: bytes, after: bytes) -> list[bytes]:
    """A log with other bytes in one of its lines (1: the header)."""
    made = log_lines(recorder)
    assert before in made[line - 1], made[line - 1]
    made[line - 1] = made[line - 1].replace(before, after, 1)
    return made


class Correct(NamedTuple):
    """Correct logs and what forgers change in them. `alone`: an entry that is a group and an append."""

    plain: Recorder
    fork: Recorder
    unusual: Recorder
    alone: Entry

    @property
    def lines(self) -> list[bytes]:
        return log_lines(self.plain)

    @property
    def hash(self) -> bytes:
        return self.alone.hash.hex().encode()

    @property
    def version(self) -> bytes:
        return b'"version":%d' % self.alone.version

    @property
    def seat(self) -> bytes:
        return b'"seat":%d' % (self.alone.seat or 0)

    @property
    def head(self) -> bytes:
        return self.plain.entries[-1].hash.hex().encode()

    @property
    def deal(self) -> Json:
        made: Json = json.loads(started(self.plain).data)
        return made

    def start(self, **changes: object) -> list[bytes]:
        """The log with another deal."""
        return with_entry(self.plain, with_data(started(self.plain), **changes))

    def line(self, before: bytes, after: bytes) -> list[bytes]:
        """The log with other bytes in the line of the entry alone."""
        return with_bytes(self.plain, self.alone.version + 1, before, after)


@cache
def correct() -> Correct:
    plain = record_game(Play(4, 3))
    alone = next(e for e in plain.entries if e.name == "card_slated" and e.hash and e.group == e.version)
    return Correct(plain, GAMES["a fork"](), game_with_unusual_letters(), alone)


def of_another_deal(fork: Recorder) -> list[bytes]:
    """A fork whose origin is not the deal that it was made from."""
    origin = json.loads(fork.entries[0].data)["origin"] | {"dealt": "cccccccc"}
    return with_entry(fork, with_data(fork.entries[0], origin=origin))


SLATED = b'"name":"card_slated"'
FORGED: dict[str, Callable[[Correct], list[bytes]]] = {
    "another server seed": lambda log: log.start(server_seed="08" * 32),
    "another commitment": lambda log: with_entry(log.plain, with_data(log.plain.entries[0], commitment="08" * 32)),
    "another deck": lambda log: log.start(deck=[*log.deal["deck"][1:], log.deal["deck"][0]]),
    "other empires": lambda log: log.start(empires=log.deal["empires"][::-1]),
    "the client seed of another": lambda log: log.start(client_seeds=["luck", "☃!", ""]),
    "a fork of another deal": lambda log: of_another_deal(log.fork),
    "swapped lines": lambda log: [*log.lines[:40], log.lines[41], log.lines[40], *log.lines[42:]],
    "a line twice": lambda log: [*log.lines[:41], *log.lines[40:]],
    "a line less": lambda log: [*log.lines[:40], *log.lines[41:]],
    "a cut file": lambda log: log.lines[:-1],
    "nothing": lambda _: [],
    "nonsense": lambda _: [b"nonsense"],
    "a line after the end": lambda log: [*log.lines, b"\n"],
    "another game": lambda log: with_bytes(log.plain, 1, b"aaaaaaaa", b"bbbbbbbb"),
    "another hash": lambda log: log.line(log.hash, b"00" * 32),
    "another actor": lambda log: log.line(log.alone.actor.encode(), b"mallory"),
    "no last hash": lambda log: with_bytes(log.plain, len(log.lines) - 1, b'"hash":"%s",' % log.head, b""),
    "another head": lambda log: with_bytes(log.plain, len(log.lines), log.head, b"00" * 32),
    "another count": lambda log: with_bytes(log.plain, len(log.lines), b'"count":', b'"count":1'),
    "one field more": lambda log: log.line(log.version, log.version + b',"x":1'),
    "an empty field": lambda log: log.line(b'"seat":', b'"salt":"","seat":'),
    "a hash in capitals": lambda log: log.line(log.hash, log.hash.upper()),
    "a blank": lambda log: log.line(b",", b", "),
    "keys in another order": lambda log: log.line(SLATED + b"," + log.seat, log.seat + b"," + SLATED),
    "a key twice": lambda log: log.line(log.version, log.version + b"," + log.version),
    "an escaped letter": lambda log: log.line(b"name", b"n\\u0061me"),
    "a fraction": lambda log: log.line(log.version, log.version + b".0"),
    "a power": lambda log: log.line(log.version, log.version + b"e0"),
    "less than nothing": lambda log: log.line(b'"seat":', b'"seat":-'),
    "half a character": lambda log: log.line(b'"actor":"', b'"actor":"\\ud83d'),
    "no UTF-8": lambda log: log.line(b'"actor":"', b'"actor":"\xff'),
    "half a character in UTF-8": lambda log: log.line(b'"actor":"', b'"actor":"\xed\xa0\xbd'),
    "a byte order mark": lambda log: with_bytes(log.plain, 1, b"{", b"\xef\xbb\xbf{"),
    "another line end": lambda log: with_bytes(log.plain, 1, b"\n", b"\r\n"),
    "an escaped separator": lambda log: with_bytes(log.unusual, 4, "\u2028".encode(), b"\\u2028"),
    "an escaped delete": lambda log: with_bytes(log.unusual, 4, b"\x7f", b"\\u007f"),
    "a long escape": lambda log: with_bytes(log.unusual, 4, b"\\b", b"\\u0008"),
    "an escape in capitals": lambda log: with_bytes(log.unusual, 4, b"\\u001f", b"\\u001F"),
}


@in_node
@pytest.mark.parametrize("what", FORGED)
def test_the_script_finds_the_same_fault(tmp_path: Path, what: str):
    forged = FORGED[what](correct())
    fault = verify(forged).fault
    assert fault is not None
    status, output = run_script(tmp_path, forged)
    assert (status, line_and_kind(output)) == (1, line_and_kind(str(fault)))


@in_node
def test_a_log_that_the_script_cannot_check_gets_no_verdict(tmp_path: Path):
    plain = correct().plain
    for before, after in ((b'"schema":1', b'"schema":2'), (CURRENT_RULESET.encode(), b"unknown")):
        assert run_script(tmp_path, with_bytes(plain, 1, before, after))[0] == 2
    assert run_script(tmp_path, log_lines(plain), tmp_path / "log.jsonl")[0] == 2
    assert run_script(tmp_path, log_lines(plain), tmp_path / "nothing.json")[0] == 2
    for arguments in ([], [tmp_path / "no.jsonl"], [tmp_path / "log.jsonl", "a", "b"]):
        status, output = node(SCRIPT, *arguments)
        assert (status, len(output.splitlines())) == (2, 1)


def test_the_script_is_short_and_needs_nothing():
    text = SCRIPT.read_text("utf-8")
    assert len(text.splitlines()) < 50
    assert {name for name in re.findall(r'from "(.+?)"', text) if not name.startswith("../service/web/audit/")} == {
        "node:fs/promises"
    }
    for module in MODULES.glob("*.js"):
        names = re.findall(r'from "(.+?)"', module.read_text("utf-8"))
        assert all(name.startswith(("./", "../fold/")) for name in names), module


# The test vectors of the documentation


def vectors() -> dict[str, dict]:
    """The one block of JSON in docs/verifying.md."""
    [block] = re.findall(r"^```json\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return json.loads(block)


def chain() -> list[Entry]:
    """The entries of the vectors, with the deck that is left out there."""
    made = []
    deck = shuffled(tuple(CARDS), "deck", vectors()["deal"]["server_seed"], vectors()["deal"]["client_seeds"])
    for line in vectors()["chain"]["entries"]:
        data = line["data"] | ({"deck": deck} if line["name"] == "game_started" else {})
        fields = {"seat": None} | line | {"data": canonical(data)}
        made.append(Entry(**fields | {key: bytes.fromhex(line.get(key, "")) for key in ("salt", "hash")}))
    return made


def test_the_vectors_hold_for_canonical_json_and_the_chain():
    text = canonical(vectors()["canonical"]["value"]).encode()
    assert (len(text), sha256(text).hexdigest()) == (vectors()["canonical"]["bytes"], vectors()["canonical"]["sha256"])
    given, entries = vectors()["chain"], chain()
    assert first_link(given["game"]).hex() == given["before"]
    assert [link.hex() for link in links(given["game"], entries)] == given["hashes"]
    assert all(entry.hash.hex() in ("", link) for entry, link in zip(entries, given["hashes"], strict=True))
    last = sha256(bytes.fromhex(given["hashes"][-2] + "".join(given["hashed"]))).hexdigest()
    assert last == entries[-1].hash.hex()


def test_the_vectors_are_the_beginning_of_a_game():
    whole = make_log("example", [*chain()])
    whole[0] = whole[0].replace(CURRENT_RULESET.encode(), FIRST_RULESET.encode())
    assert whole[0] == b'{"format":"wonderful-log","game":"example","ruleset":"base-1","schema":1}\n'
    fault = verify(whole).fault
    assert fault is not None
    assert (fault.kind, fault.detail) == ("end", "the log ends before the game is scored")


def test_the_vectors_hold_for_the_deal():
    given = vectors()["deal"]
    seeds = given["server_seed"], given["client_seeds"]
    assert commitment(seeds[0], given["game"]) == given["commitment"]
    drawn = [*islice(_numbers("deck", *seeds), 8)]
    assert drawn == given["numbers"]
    assert b"".join(number.to_bytes(4, "big") for number in drawn).hex() == given["block"]
    assert [number % (150 - at) for at, number in enumerate(drawn)] == given["swapped_with"]
    deck = shuffled(tuple(CARDS), "deck", *seeds)
    assert ([*deck[:3]], [*deck[-2:]]) == (given["deck"]["first"], given["deck"]["last"])
    assert sha256(canonical(deck).encode()).hexdigest() == given["deck"]["sha256"]
    assert [*shuffled(EMPIRE_IDS, "empires", *seeds)] == given["empires"]
    assert [*shuffled(given["discard-1"]["pile"], "discard-1", *seeds)] == given["discard-1"]["shuffled"]
    assert [*islice(_numbers("deck", seeds[0], given["odd"]["client_seeds"]), 3)] == given["odd"]["numbers"]


def test_the_vectors_hold_for_the_state_hash():
    reached = [rules.State(), *rules.states(entry.event for entry in chain())]
    for given in vectors()["states"]:
        state = reached[given["after"]] if "after" in given else rules.state(given["facts"])
        assert rules.state_hash(state) == given["hash"]
    facts = [given for given in vectors()["states"] if "facts" in given]
    assert [sha256(canonical(given["facts"]).encode()).hexdigest() for given in facts] == [g["hash"] for g in facts]
    assert facts


IN_NODE = """
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const [, document, catalogue, modules] = process.argv;
const { canonical, sha256, toHex, utf8 } = await import(`${modules}/bytes.js`);
const { link } = await import(`${modules}/chain.js`);
const { commitment, numbers, shuffled } = await import(`${modules}/shuffle.js`);
const { allCards } = await import(`${modules}/deal.js`);
const { canonical: form, chain, deal, states } = JSON.parse(/```json\\n(.*?)\\n```/s.exec(readFileSync(document))[1]);
const hex = async (part) => toHex(await sha256(part));
const first = async (drawn, wanted) => {
  const found = [];
  for await (const number of drawn) if (found.push(number) === wanted) return found;
};

assert.equal(utf8(canonical(form.value)).length, form.bytes);
assert.equal(await hex(canonical(form.value)), form.sha256);

const seeds = [deal.server_seed, deal.client_seeds];
assert.equal(await commitment(seeds[0], deal.game), deal.commitment);
assert.deepEqual(await first(numbers("deck", ...seeds), deal.numbers.length), deal.numbers);
assert.deepEqual(deal.numbers.map((number, at) => number % (150 - at)), deal.swapped_with);
assert.equal(canonical(["deck", deal.client_seeds, 0]), deal.message);
assert.equal(createHmac("sha256", Buffer.from(seeds[0], "hex")).update(deal.message).digest("hex"), deal.block);
const cards = JSON.parse(readFileSync(catalogue));
const deck = await shuffled(allCards(cards), "deck", ...seeds);
assert.deepEqual([deck.slice(0, 3), deck.slice(-2)], [deal.deck.first, deal.deck.last]);
assert.equal(await hex(canonical(deck)), deal.deck.sha256);
assert.deepEqual(await shuffled(cards.empires.map(({ id }) => id), "empires", ...seeds), deal.empires);
assert.deepEqual(await shuffled(deal["discard-1"].pile, "discard-1", ...seeds), deal["discard-1"].shuffled);
assert.equal(await hex(canonical(["deck", deal.odd.client_seeds, 0])), deal.odd.message_sha256);
const odd = numbers("deck", seeds[0], deal.odd.client_seeds);
assert.deepEqual(await first(odd, deal.odd.numbers.length), deal.odd.numbers);

let hash = await sha256(chain.game);
assert.equal(toHex(hash), chain.before);
const hashes = [];
for (const entry of chain.entries) {
  const data = entry.name === "game_started" ? { ...entry.data, deck } : entry.data;
  hash = await link(hash, { ...entry, data });
  hashes.push(toHex(hash));
}
assert.deepEqual(hashes, chain.hashes);
assert.equal(await hex(Uint8Array.from(Buffer.from(hashes.at(-2) + chain.hashed.join(""), "hex"))), hashes.at(-1));

for (const { facts, hash: known } of states) assert.equal(facts ? await hex(canonical(facts)) : known, known);
console.log("all hold");
"""


@in_node
def test_the_vectors_hold_in_node():
    catalogue = ROOT / "game" / "catalogue.json"
    assert node("--input-type=module", "-e", IN_NODE, DOCUMENT, catalogue, MODULES.as_uri()) == (0, "all hold\n")


@in_node
def test_node_writes_every_letter_as_python_does():
    code = f"""
        import {{ canonical }} from "{MODULES.as_uri()}/bytes.js";
        const letters = [...Array(0x3000).keys(), 0xe000, 0xfeff, 0xfffd, 0xffff, 0x10000, 0x1f600, 0x10ffff];
        const keys = letters.filter((at) => at % 7 === 0 || at > 0x3000);
        const value = Object.fromEntries(keys.map((at) => [String.fromCodePoint(at), letters.length]));
        const text = letters.map((at) => String.fromCodePoint(at)).join("");
        process.stdout.write(canonical([text, value]));
    """
    letters = [*range(0x3000), 0xE000, 0xFEFF, 0xFFFD, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF]
    value = {chr(at): len(letters) for at in letters if at % 7 == 0 or at > 0x3000}
    status, output = node("--input-type=module", "-e", code)
    assert status == 0
    assert output == canonical(["".join(map(chr, letters)), value])


@in_node
@pytest.mark.parametrize("changed", ["CR LF", "byte-order mark", "UTF-16"])
def test_both_say_that_a_program_has_changed_the_file(changed: str, tmp_path: Path):
    log = b"".join(log_lines(record_game(Play(1, 2))))
    forms = {
        "CR LF": log.replace(b"\n", b"\r\n"),
        "byte-order mark": b"\xef\xbb\xbf" + log,
        "UTF-16": log.decode().encode("utf-16"),
    }
    file = tmp_path / "game.jsonl"
    file.write_bytes(forms[changed])
    status, output = node(SCRIPT, file)
    fault = verify(forms[changed].splitlines(keepends=True)).fault
    assert (status, fault and fault.line) == (1, 1)
    assert output.startswith("line 1: encoding: ")
    assert changed in output
    assert changed in str(fault)
