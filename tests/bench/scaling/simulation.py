"""A discrete-event simulation of the parts, with random arrivals and service times of the measured means.

Arrivals are Poisson, service times exponential: both are assumptions. A web process and a primary have a queue each;
projectors share one, as consumers of one group, and so do workers. A process is free again while the store works for
it: that is true of `web`, and too kind to projectors and workers. Slow bots and the record are left out.

With `scale`, a hundredth of the games on a hundredth of the processes stands for all. What each process does stays the
same, so its utilisation is that of the whole. Pools are smaller than in truth, so waits are rather too long.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from itertools import count
from math import ceil
from random import Random
from typing import NamedTuple

from store.keys import Keys
from tests.bench.scaling.closed_form import TODAY, Design, cores, hearing, turns_read
from tests.bench.scaling.costs import amount
from tests.bench.scaling.load import Rates, assumed, rates

PARTS = ("web", "projector", "worker", "primary", "job store")


class Machines(NamedTuple):
    """How many processes of each part, in the order of PARTS."""

    web: int
    projectors: int
    workers: int
    primaries: int
    job_stores: int


class Step(NamedTuple):
    """Work for a part. `seconds`: the mean. `queue`: which one, where each process has its own; None: any."""

    part: str
    seconds: float
    queue: int | None = None


class Task(NamedTuple):
    """What arrived: its steps, in order. `kind`: of what the latency is."""

    kind: str
    game: int
    began: float
    steps: tuple[Step, ...]


class Outcome(NamedTuple):
    """`waiting`: by part, the tasks that waited when the arrivals ended. `latencies_ms`: by kind, sorted."""

    utilisation: Mapping[str, float]
    waiting: Mapping[str, int]
    latencies_ms: Mapping[str, Sequence[float]]
    arrived: int
    left: int

    def quantile_ms(self, kind: str, share: float) -> float:
        """The latency that this share of the tasks does not exceed."""
        found = self.latencies_ms[kind]
        return found[min(len(found) - 1, int(len(found) * share))]

    @property
    def fullest(self) -> str:
        """The part before which most tasks wait; without any, the one that is busiest."""
        return max(self.utilisation, key=lambda part: (self.waiting[part], self.utilisation[part]))


class Part:
    """Processes of one kind. `own_queues`: each process has a queue of its own; otherwise they share one."""

    def __init__(self, servers: int, own_queues: bool) -> None:
        self.servers = servers
        self.queues: list[deque[tuple[Task, int]]] = [deque() for _ in range(servers if own_queues else 1)]
        self.free = [1] * servers if own_queues else [servers]
        self.busy_seconds = 0.0


def planned(games: float, design: Design = TODAY, scale: int = 1) -> Machines:
    """The machines of the closed form, for one of `scale` parts of the games."""
    found = cores(games, design)
    each = (found.web, found.projectors, found.workers, found.primaries, design.lanes)
    return Machines(*(max(1, round(number / scale)) for number in each))


def halved(machines: Machines, parts: Sequence[str] = PARTS) -> Machines:
    """Half of the processes of these parts, rounded up."""
    return Machines(*(ceil(n / 2) if part in parts else n for part, n in zip(PARTS, machines, strict=True)))


def simulate(
    games: float, machines: Machines, design: Design = TODAY, *, scale: int = 1, seconds: float = 20, seed: int = 1
) -> Outcome:
    """Let tasks arrive for so many seconds, then wait until all have left. `games`: before they are scaled down."""
    return _Run(games, machines, design, scale, seconds, seed).run()


class _Run:
    def __init__(self, games: float, machines: Machines, design: Design, scale: int, seconds: float, seed: int) -> None:
        self.rng = Random(seed)
        self.seconds = seconds
        self.games = max(1, int(games / scale))
        self.rates = Rates(*(each / scale for each in rates(games)))
        self.hearing = hearing(games, design)
        self.job_seconds = (
            amount("job_store_ms") + turns_read(rates(games), design) * amount("turn_store_us") / 1000
        ) / 1000
        turns_ms = turns_read(rates(games), design) * amount("turn_worker_us") / 1000
        self.worker_seconds = (amount("worker_append_ms") + turns_ms) / 1000
        self.parts = {
            name: Part(servers, own_queues=name in ("web", "primary", "job store"))
            for name, servers in zip(PARTS, machines, strict=True)
        }
        self.keys = Keys(count=design.partitions)
        self.heap: list[tuple[float, int, Task | None, int]] = []
        self.numbers = count()
        self.latencies: dict[str, list[float]] = {}
        self.arrived = self.left = 0

    def run(self) -> Outcome:
        waiting: dict[str, int] | None = None
        self._plan_arrival(0.0)
        while self.heap:
            now, _, task, step = heappop(self.heap)
            if now > self.seconds and waiting is None:
                waiting = {name: sum(map(len, part.queues)) for name, part in self.parts.items()}
            if task is None:
                self._arrive(now)
            else:
                self._finish_step(now, task, step)
        return Outcome(
            {name: self._utilisation(name) for name in PARTS},
            waiting or dict.fromkeys(PARTS, 0),
            {kind: sorted(found) for kind, found in sorted(self.latencies.items())},
            self.arrived,
            self.left,
        )

    def _utilisation(self, name: str) -> float:
        part = self.parts[name]
        share = part.busy_seconds / part.servers / self.seconds
        return self.hearing + (1 - self.hearing) * share if name == "web" else share

    def _plan_arrival(self, now: float) -> None:
        a_second = self.rates.intentions + self.rates.views + self.rates.lists
        at = now + self.rng.expovariate(a_second)
        if at <= self.seconds:
            heappush(self.heap, (at, next(self.numbers), None, 0))

    def _arrive(self, now: float) -> None:
        game = self.rng.randrange(self.games)
        found = self.rng.random() * (self.rates.intentions + self.rates.views + self.rates.lists)
        if found < self.rates.intentions:
            self._begin(now, "intention", game, self._web("web_intention_ms"), self._append(game))
        elif found < self.rates.intentions + self.rates.views:
            self._begin(now, "view", game, self._web("web_view_ms"), self._store(game, amount("store_view_ms")))
        else:
            self._begin(now, "list", game, self._web("web_list_ms"))
        self._plan_arrival(now)

    def _web(self, cost: str) -> Step:
        """A web process, slower by what it hears meanwhile."""
        seconds = amount(cost) / 1000 / (1 - self.hearing)
        return Step("web", seconds, self.rng.randrange(self.parts["web"].servers))

    def _store(self, game: int, ms: float) -> Step:
        """The primary of a game's partition."""
        partition = self.keys.partition(f"g{game}")
        return Step("primary", ms / 1000, partition % self.parts["primary"].servers)

    def _append(self, game: int) -> Step:
        return self._store(game, amount("store_answer_ms"))

    def _begin(self, now: float, kind: str, game: int, *steps: Step) -> None:
        self.arrived += 1
        self._enter(now, Task(kind, game, now, steps), 0)

    def _enter(self, now: float, task: Task, step: int) -> None:
        name, _, queue = task.steps[step]
        part, at = self.parts[name], queue or 0
        if part.free[at]:
            part.free[at] -= 1
            self._serve(now, task, step)
        else:
            part.queues[at].append((task, step))

    def _serve(self, now: float, task: Task, step: int) -> None:
        name, mean, _ = task.steps[step]
        took = self.rng.expovariate(1 / mean)
        self.parts[name].busy_seconds += max(0.0, min(now + took, self.seconds) - now)
        heappush(self.heap, (now + took, next(self.numbers), task, step))

    def _finish_step(self, now: float, task: Task, step: int) -> None:
        name, _, queue = task.steps[step]
        part, at = self.parts[name], queue or 0
        if part.queues[at]:
            self._serve(now, *part.queues[at].popleft())
        else:
            part.free[at] += 1
        if step + 1 < len(task.steps):
            self._enter(now, task, step + 1)
        else:
            self._leave(now, task)

    def _leave(self, now: float, task: Task) -> None:
        """Count a task that is done, and begin what follows it."""
        self.left += 1
        self.latencies.setdefault(task.kind, []).append((now - task.began) * 1000)
        if task.kind in ("intention", "bot"):
            self._follow_append(now, task.game, task.kind)
        elif task.kind == "projection" and self.rng.random() < self.rates.bot_jobs / self.rates.intentions:
            job = Step("job store", self.job_seconds, task.game % self.parts["job store"].servers)
            self._begin(now, "bot", task.game, job, Step("worker", self.worker_seconds), self._append(task.game))

    def _follow_append(self, now: float, game: int, kind: str) -> None:
        stored = self._store(game, amount("store_append_ms") - amount("store_answer_ms"))
        projection = "projection" if kind == "intention" else "projection of a bot"
        self._begin(now, projection, game, Step("projector", amount("projector_append_ms") / 1000), stored)
        streams = assumed("seats") - assumed("bot_seats") + assumed("spectators")
        for _ in range(int(streams) + (self.rng.random() < streams % 1)):
            self._begin(now, "delivery", game, self._web("web_delivery_ms"))
