"""Checks of which store it is, whether it has all its data, and how it is laid out."""

from collections.abc import Iterator

from service.diagnosis.facts import Facts
from service.diagnosis.findings import Check, Problem, broken, warning
from store.keys import MOVING

RESTORE_OR_ACCEPT = (
    "stop the service and restore the data (`wonderful restore`; docs/operating.md, Bringing the store back), or run "
    "`wonderful accept-store` if you have none"
)


def _epoch(facts: Facts) -> Iterator[Problem]:
    epoch, wanted = facts.identity.epoch, facts.settings.store_epoch
    if not epoch:
        if facts.layout.partitions is not None:
            yield broken("the store has no epoch, so it has lost a part of its data", RESTORE_OR_ACCEPT)
        elif former := _former(facts):
            yield broken(f"the store is empty, and {former}: it has lost its data", RESTORE_OR_ACCEPT)
        return
    if wanted and wanted not in epoch.ids:
        yield broken(
            f"STORE_EPOCH is {wanted}, and the epoch of the store is {epoch.own}, so it is another store, or it has "
            "lost its data",
            "correct REDIS_URL or STORE_EPOCH, or restore the data",
        )
    elif wanted and wanted != epoch.own:
        yield warning(
            f"STORE_EPOCH is {wanted}, in whose place an operator has accepted {epoch.own}",
            f"set STORE_EPOCH={epoch.own}",
        )
    kept = facts.folder.epoch if facts.folder else ""
    if kept and kept not in epoch.ids:
        yield broken(
            f"the file `epoch` in the data folder says {kept}, and the store has the epoch {epoch.own}: it has lost "
            "its data",
            RESTORE_OR_ACCEPT,
        )
    if facts.backup_epoch and facts.backup_epoch not in epoch.ids:
        yield broken(
            f"{facts.settings.backup_dir} holds the backup of another store, of the epoch {facts.backup_epoch}, and "
            f"the store has the epoch {epoch.own}: it has lost its data, or nothing saves it",
            "stop the service and restore that backup (`wonderful restore`), or name another folder in BACKUP_DIR",
        )
    if others := facts.copies - {epoch.own}:
        named = ", ".join(sorted(filter(None, others))) or "none at all"
        yield broken(f"partitions of the cluster have another epoch than {epoch.own}: {named}", RESTORE_OR_ACCEPT)


def _former(facts: Facts) -> str:
    """What tells that there was a store, in the place of which an empty one is; empty: nothing does."""
    if facts.folder and facts.folder.epoch:
        return f"the file `epoch` in the data folder says that {facts.folder.epoch} was there"
    if facts.backup_epoch:
        return f"{facts.settings.backup_dir} holds the backup of {facts.backup_epoch}"
    return ""


def _lost_data(facts: Facts) -> Iterator[Problem]:
    if facts.identity.is_missed:
        pointer = "-".join(map(str, facts.identity.missed))
        yield broken(
            f"a process has seen the pointer {pointer} in the log, and the store has lost it: it is older than before",
            RESTORE_OR_ACCEPT,
        )


def _layout(facts: Facts) -> Iterator[Problem]:
    stored, wanted = facts.layout.partitions, facts.settings.partitions
    if stored is None and _former(facts):
        return  # D11 tells
    if stored is None:
        yield warning("the store is new: no process of the service has begun it", "start the service: `wonderful up`")
        return
    if stored == MOVING:
        number = facts.layout.moving_to or "N"
        yield broken(
            "a move to other partitions was cut short, and no process starts until it is done",
            f"run `wonderful repartition {number}` again",
        )
    elif wanted not in (None, stored):
        yield broken(
            f"PARTITIONS is {wanted}, and the store has {stored} partitions, so no process starts",
            f"leave PARTITIONS empty, or run `wonderful repartition {wanted}`",
        )


CHECKS = (
    Check(
        "D11",
        "identity",
        "the epoch of the store is not that of `STORE_EPOCH`, of the file `epoch`, of the backup, or of all partitions "
        "of a cluster",
        ("layout", "identity", "copies"),
        _epoch,
    ),
    Check("D12", "lost data", "a process misses a part of the log that it has seen", ("identity",), _lost_data),
    Check(
        "D13",
        "partitions",
        "the store is new, a move to other `PARTITIONS` was cut short, or another number is set",
        ("layout",),
        _layout,
    ),
)
