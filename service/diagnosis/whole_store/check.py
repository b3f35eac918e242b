"""The check of a whole store, for `wonderful verify --store` and for backups."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from time import sleep

from projections.summaries import SCHEMA
from service.backup.status import Outcome
from service.diagnosis.opening import Opened
from service.diagnosis.stored import SCANNED_AT_ONCE, read_layout
from service.diagnosis.whole_store.accounts import (
    READ_AT_ONCE,
    Fault,
    StoredAccount,
    account_faults,
    handles,
    hashes_of_tokens,
    read_accounts,
    strays,
)
from service.diagnosis.whole_store.logs import CheckedLog, StoredLog, judge_logs, read_logs
from store.keys import CUT_SHORT, MOVING, split_key

MAX_NAMED = 20
"""Faults, and reasons, that a report names."""
MAX_LOOKS = 3
LOOK_SECONDS = 0.5
"""Between two looks at what is broken: people may be playing there."""
MAX_LOOKED_AT_AGAIN = 200
"""Games, and accounts: if more of them are broken, people who play are not the reason."""

Judge = Callable[[Iterator[StoredLog]], Iterable[Sequence[CheckedLog]]]
"""Calls `judge_logs` for all logs, wherever that runs."""
Compare = Callable[[Sequence[CheckedLog]], Iterable[Fault]]
"""What else is wrong with logs that are sound by themselves."""


@dataclass
class Report:
    """What a check found. `broken`: how many faults there are. `faults`, `whys`: the first MAX_NAMED of them, and of
    the reasons why it could not tell.
    """

    games: int = 0
    events: int = 0
    accounts: int = 0
    tokens: int = 0
    broken: int = 0
    faults: list[Fault] = field(default_factory=list)
    whys: list[str] = field(default_factory=list)

    @property
    def outcome(self) -> Outcome:
        """That of the whole: what is broken counts most."""
        if self.broken:
            return Outcome.BROKEN
        return Outcome.INCONCLUSIVE if self.whys else Outcome.SOUND

    @property
    def first(self) -> str:
        """What it found first; empty if all is sound."""
        faults = (f"{fault.what}: {fault.fault}" for fault in self.faults)
        return next(chain(faults, self.whys), "")

    def add(self, faults: Iterable[Fault]) -> None:
        """Count what is broken."""
        for fault in faults:
            self.broken += 1
            if len(self.faults) < MAX_NAMED:
                self.faults.append(fault)

    def could_not_tell(self, why: str) -> None:
        """Note why something could not be checked."""
        if len(self.whys) < MAX_NAMED:
            self.whys.append(why)


@dataclass
class Names:
    """What a store has by the names of its keys: games, accounts, owners of tokens, and hashes of tokens (hex)."""

    games: set[str] = field(default_factory=set)
    accounts: set[str] = field(default_factory=set)
    owners: set[str] = field(default_factory=set)
    hashes: set[str] = field(default_factory=set)


def check_store(
    opened: Opened,
    report: Report,
    judge: Judge,
    compare: Compare,
    on_total: Callable[[int], None] = lambda number: None,
    on_done: Callable[[int], None] = lambda number: None,
) -> None:
    """Check a whole store, which may be in use, and add to a report. Raises RedisError, and what `judge` raises.

    `on_total`, `on_done`: called with the number of games and accounts, and with how many more of them are checked.
    """
    if why := _unsuitable(opened):
        report.could_not_tell(why)
        return
    listed = {name.decode() for name, _ in opened.redis.hscan_iter(opened.keys.lobby(f"summaries:{SCHEMA}"))}
    names = _names(opened)
    ids = sorted(names.accounts | names.owners)
    on_total(len(names.games) + len(ids))
    report.add(Fault(f"game {game}", "the lists show it, and it has no log") for game in sorted(listed - names.games))
    seated, broken = dict[str, str](), list[CheckedLog]()  # account → a game in which it sits
    for some in judge(read_logs(opened, sorted(names.games))):
        broken += [log for log in some if log.fault]
        _add_logs(report, [log for log in some if not log.fault], seated, compare)
        on_done(len(some))
    _add_logs(report, _looked_at_again(opened, sorted(broken)), seated, compare)
    for at in range(0, len(ids), READ_AT_ONCE):
        accounts = read_accounts(opened, ids[at : at + READ_AT_ONCE])
        report.accounts += sum(account.player is not None for account in accounts)
        report.tokens += sum(len(account.tokens) for account in accounts)
        report.add(_account_faults(opened, accounts, report.broken <= MAX_LOOKED_AT_AGAIN))
        on_done(len(accounts))
    seats = ((f"game {game}", player) for player, game in seated.items())
    named = chain(handles(opened), hashes_of_tokens(opened, sorted(names.hashes)), seats)
    report.add(strays(opened, named, names.accounts))


def _unsuitable(opened: Opened) -> str:
    """Why this program cannot check the store; empty if it can. From now on, `opened.keys` has its partitions."""
    layout, prefix = read_layout(opened), opened.settings.key_prefix
    if layout.partitions is None:
        return f"it holds no store{f' with the KEY_PREFIX {prefix}' if prefix else ''}"
    return CUT_SHORT if layout.partitions == MOVING else ""


def _names(opened: Opened) -> Names:
    prefix, names = opened.settings.key_prefix, Names()
    kinds = {"g": names.games, "player": names.accounts, "tokens": names.owners, "token": names.hashes}
    for key in opened.redis.scan_iter(match=f"{prefix}{{p[0-9]*}}:*", count=SCANNED_AT_ONCE):
        _, _, kind, owner = split_key(prefix, key.decode())
        if owner and kind in kinds:
            kinds[kind].add(owner)
    return names


def _add_logs(
    report: Report,
    logs: Sequence[CheckedLog],
    seated: dict[str, str],
    compare: Compare,
) -> None:
    report.games += len(logs)
    for log in logs:
        report.events += log.events
        seated |= dict.fromkeys(log.players, log.game)
        if log.unknown:
            report.could_not_tell(f"game {log.game}: {log.unknown}")
    report.add(Fault(f"game {log.game}", log.fault) for log in logs if log.fault)
    report.add(compare([log for log in logs if log.head and not log.fault]))


def _looked_at_again(opened: Opened, logs: list[CheckedLog]) -> list[CheckedLog]:
    """Broken logs, as they are after some more looks."""
    for _ in range(1, MAX_LOOKS):
        if len(logs) > MAX_LOOKED_AT_AGAIN or not any(log.fault for log in logs):
            break
        sleep(LOOK_SECONDS)
        logs = judge_logs([*read_logs(opened, [log.game for log in logs])])
    return logs


def _account_faults(opened: Opened, accounts: Sequence[StoredAccount], may_look_again: bool) -> list[Fault]:
    """What is wrong with accounts, also after some more looks."""
    found = account_faults(opened, accounts)
    for _ in range(1, MAX_LOOKS * may_look_again):
        if not found:
            break
        sleep(LOOK_SECONDS)
        found = account_faults(opened, read_accounts(opened, sorted({player for player, _ in found})))
    return [Fault(f"player {player}", fault) for player, fault in found]
