"""Which signatures make a checkpoint good (C2SP tlog-policy): lists, witnesses, groups of them, and a quorum.

>>> policy = parse("quorum none\\n")
>>> is_met(policy, set())
True
"""

import re
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from transparency.checkpoint import Signed, open_checkpoint
from transparency.notes import COSIGNATURE, ED25519, VerifierKey, parse_key
from transparency.rejected import Rejected

MAX_POLICY_CHARACTERS = 1 << 16
MAX_NAMES = 256
"""Of lists, witnesses and groups together."""
NONE = "none"
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class Party(NamedTuple):
    """A list or a witness. `url`: where it is; empty if the policy does not say."""

    key: VerifierKey
    url: str


class Group(NamedTuple):
    """`least`: how many of the members, witnesses and groups, must have signed."""

    least: int
    members: tuple[str, ...]


class Policy(NamedTuple):
    """`quorum`: the name of a witness or a group, or `none`."""

    logs: tuple[Party, ...]
    witnesses: Mapping[str, Party]
    groups: Mapping[str, Group]
    quorum: str


NO_POLICY = Policy((), {}, {}, NONE)
"""Asks for no witness."""


def parse(text: str) -> Policy:
    """The policy of a file. Raises Rejected `malformed_policy` with the number of the line."""
    logs, witnesses, groups, quorums = list[Party](), dict[str, Party](), dict[str, Group](), list[str]()
    if len(text) > MAX_POLICY_CHARACTERS or (text and not text.endswith("\n")):
        raise Rejected("malformed_policy", "it is too long, or its last line has no newline")
    for number, line in enumerate(text.split("\n"), 1):
        words = re.split(r"[ \t]+", line.strip(" \t"))
        try:
            if _FORBIDDEN.search(line):
                raise ValueError("a control character")
            if words[0].startswith("#") or words == [""]:
                continue
            _read(words, logs, witnesses, groups, quorums)
        except ValueError as error:
            raise Rejected("malformed_policy", f"line {number}: {error}") from None
    if len(quorums) != 1 or len(logs) + len(witnesses) + len(groups) > MAX_NAMES:
        raise Rejected("malformed_policy", f"it has no quorum or several, or more than {MAX_NAMES} names")
    return Policy(tuple(logs), witnesses, groups, quorums[0])


def is_met(policy: Policy, signed: Collection[VerifierKey]) -> bool:
    """Whether the witnesses that have signed are enough."""

    def has_signed(name: str) -> bool:
        if name in policy.groups:
            group = policy.groups[name]
            return sum(map(has_signed, group.members)) >= group.least
        return policy.witnesses[name].key in signed

    return policy.quorum == NONE or has_signed(policy.quorum)


def open_under(policy: Policy, data: str | bytes, log_keys: Collection[VerifierKey] = (), origin: str = "") -> Signed:
    """A checkpoint that a list of the policy, or one of the other keys, and enough witnesses have signed.

    Raises Rejected: as `open_checkpoint`; `too_few_witnesses`.
    """
    logs = [*log_keys, *(party.key for party in policy.logs)]
    signed = open_checkpoint(data, logs, [party.key for party in policy.witnesses.values()], origin)
    if not is_met(policy, {each.key for each in signed.verified}):
        raise Rejected("too_few_witnesses", f"the witnesses that have signed do not make the quorum {policy.quorum}")
    return signed


def _read(
    words: list[str],
    logs: list[Party],
    witnesses: dict[str, Party],
    groups: dict[str, Group],
    quorums: list[str],
) -> None:
    """Take a line over. Raises ValueError, whose text says what is wrong."""

    def is_known(name: str) -> bool:
        return name in witnesses or name in groups

    match words:
        case ["log", key, *url] if len(url) <= 1:
            logs.append(_party(key, url, ED25519, logs))
        case ["witness", name, key, *url] if len(url) <= 1 and name != NONE and not is_known(name):
            witnesses[name] = _party(key, url, COSIGNATURE, witnesses.values())
        case ["group", name, least, *members] if members and name != NONE and not is_known(name):
            groups[name] = _group(least, members, groups, is_known)
        case ["quorum", name] if name == NONE or is_known(name):
            quorums.append(name)
        case _:
            raise ValueError("not a log, a witness, a group or a quorum, or a name that is used or not known yet")


def _party(text: str, url: list[str], algorithm: int, others: Collection[Party]) -> Party:
    key = parse_key(text)
    if key.algorithm != algorithm:
        raise ValueError("the key is one of another kind: lists have type 1, witnesses type 4")
    if any(key.public == other.key.public for other in others):
        raise ValueError("the key is there twice")
    return Party(key, "".join(url))


def _group(least: str, members: list[str], groups: dict[str, Group], is_known: Callable[[str], bool]) -> Group:
    taken = {name for group in groups.values() for name in group.members}
    if len({*members}) != len(members) or taken & {*members} or not all(map(is_known, members)):
        raise ValueError("a member is not known yet, or is one of two groups")
    wanted = {"all": len(members), "any": 1}.get(least) or (int(least) if re.fullmatch("[1-9][0-9]{0,3}", least) else 0)
    if not 1 <= wanted <= len(members):
        raise ValueError("a group asks for 1 or more of its members, not for more than it has")
    return Group(wanted, tuple(members))
