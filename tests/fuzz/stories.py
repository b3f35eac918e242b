"""Sequences of requests that belong together. Each is a generator: it yields a request and gets its answer."""

from collections.abc import Callable, Generator
from random import Random
from typing import Any

from tests.fuzz.messages import Answer, Request
from tests.fuzz.operations import Operations
from tests.fuzz.values import word
from tests.fuzz.world import Account, Game, json_of

Json = Any
Story = Generator[Request, Answer, None]


def table(make: Operations, rng: Random) -> Story:
    """A game is opened, others join, somebody is removed or hands on, and it starts."""
    host = make.world.account(rng)
    opened = yield make.make("openGame", rng, account=host)
    view = json_of(opened.body) if opened.status == 201 else None
    if not isinstance(view, dict) or "id" not in view:
        return
    game = Game(view["id"], seats=len(view["seats"]))
    code = view.get("code")
    for _ in range(sum(seat["player"] is None for seat in view["seats"])):
        guest = make.world.account(rng)
        yield make.make("takeSeat", rng, game, guest, {"code": code} if code else {"client_seed": word(rng)})
        if rng.random() < 0.15:
            extra = rng.choice(
                (
                    "agreeToStart",
                    "invite",
                    "removePlayer",
                    "changeTable",
                    "handOn",
                    "renewCode",
                    "leaveSeat",
                    "withdrawInvitation",
                    "findGameByCode",
                )
            )
            yield make.make(extra, rng, game, host)
    yield make.make("startGame", rng, game, host)
    yield make.make("getTable", rng, game, host)


def turn(make: Operations, rng: Random) -> Story:
    """A player looks what is legal, and plays some of it, in batches or one by one, and takes some of it back."""
    game = make.world.game(rng, "playing")
    if game is None:
        return
    player = make.world.player_of(game, rng)
    for _ in range(rng.randint(1, 6)):
        answer = yield make.make("listLegal", rng, game, player)
        legal = json_of(answer.body) if answer.status == 200 else None
        if not isinstance(legal, list) or not legal:
            return
        ready = [each for each in legal if each["type"] == "ready"]
        chosen: Json = rng.choice(ready if ready and rng.random() < 0.6 else legal)
        if rng.random() < 0.2:
            chosen = [chosen, *rng.choices(legal, k=rng.randint(1, 3))]
        request = make.make("act", rng, game, player, chosen)
        yield request
        if rng.random() < 0.1:
            yield request  # again, perhaps under the same key
        if rng.random() < 0.15:
            yield make.make("undo", rng, game, player, {})
        if rng.random() < 0.12:
            yield from rewind(make, rng, game, player)


def rewind(make: Operations, rng: Random, game: Game, player: Account) -> Story:
    """A rewind is proposed, and the others answer, perhaps twice."""
    proposed = yield make.make("proposeRewind", rng, game, player)
    written = json_of(proposed.body) if proposed.status == 201 else None
    proposal = written.get("rewind") if isinstance(written, dict) else None
    number = proposal["number"] if isinstance(proposal, dict) else rng.choice((1, 1, 2, 3))
    for other in [*game.players, *rng.sample(game.players, k=min(1, len(game.players)))]:
        account = make.world.accounts.get(other)
        step = rng.choice(("acceptRewind", "acceptRewind", "acceptRewind", "declineRewind", "getRewind", "listRewinds"))
        yield make.make(step, rng, game, account, **({} if step == "listRewinds" else {"number": number}))


def insist(make: Operations, rng: Random) -> Story:
    """The same account asks for the same kind of thing again and again, until it has too many of it."""
    account, game = make.world.account(rng), make.world.game(rng, "open", "playing")
    step = rng.choice(INSISTENT)
    for _ in range(rng.randint(8, 24)):
        if account.id in make.world.accounts:
            yield make.make(step, rng, game, account)


def life(make: Operations, rng: Random) -> Story:
    """An account comes, changes, gets tokens and loses them, is recovered, perhaps deleted."""
    answer = yield make.make("registerPlayer", rng)
    made = json_of(answer.body) if answer.status == 201 else None
    if not isinstance(made, dict) or "token" not in made:
        return
    account = make.world.accounts.get(made["id"])
    steps = (
        "changeMe",
        "createToken",
        "listTokens",
        "rotateToken",
        "revokeToken",
        "renewRecoveryCode",
        "recoverPlayer",
        "block",
        "exportMe",
        "takeSeat",
        "createWebhook",
    )
    for step in rng.choices(steps, k=rng.randint(2, 8)):
        if account is None or account.id not in make.world.accounts:
            return
        yield make.make(step, rng, account=account)
    if rng.random() < 0.3 and account:
        yield make.make("deleteMe", rng, account=account)
        yield make.make("getPlayer", rng, id=account.id)
        yield make.make("getMe", rng, account=account)


def afterwards(make: Operations, rng: Random) -> Story:
    """What can be done with a finished game."""
    game = make.world.game(rng, "finished")
    if game is None:
        return
    player = make.world.player_of(game, rng)
    for step in rng.sample(
        (
            "getReplay",
            "forkGame",
            "listForks",
            "playAgain",
            "getRematch",
            "listEvents",
            "getGame",
            "getStatistics",
            "listLeaders",
        ),
        k=4,
    ):
        yield make.make(step, rng, game, player)
    if rng.random() < 0.15:
        yield make.make("getLog", rng, game, player)
        yield make.make("verifyLog", rng)


def pages(make: Operations, rng: Random) -> Story:
    """A list, page by page, by the links."""
    request = make.make(
        rng.choice(("listGames", "listTurns", "listEvents", "listLeaders", "listForks", "getReplay")), rng
    )
    for _ in range(5):
        answer = yield request
        link = answer.header("Link")
        if not link.startswith("<"):
            return
        request = request._replace(target=link[1 : link.index(">")])


def hook(make: Operations, rng: Random) -> Story:
    """A webhook is made, tried out, changed and deleted."""
    account = make.world.account(rng)
    answer = yield make.make("createWebhook", rng, account=account)
    made = json_of(answer.body) if answer.status == 201 else None
    if isinstance(made, dict) and "id" in made:
        for step in rng.choices(
            ("getWebhook", "testWebhook", "enableWebhook", "rotateWebhookSecret", "listWebhooks"), k=3
        ):
            yield make.make(step, rng, account=account, **({} if step == "listWebhooks" else {"id": made["id"]}))
        if rng.random() < 0.7:
            yield make.make("deleteWebhook", rng, account=account, id=made["id"])


def stream(make: Operations, rng: Random) -> Story:
    """A ticket, and a stream that it opens."""
    account = make.world.account(rng)
    answer = yield make.make("createTicket", rng, account=account)
    made = json_of(answer.body) if answer.status == 201 else None
    if isinstance(made, dict):
        request = make.make(rng.choice(("listEvents", "listTurns")), rng, account=account)
        path = request.target.partition("?")[0]
        request = request.without_header("Authorization")._replace(target=f"{path}?ticket={made.get('ticket')}")
        yield request.with_header("Accept", rng.choice(("text/event-stream", "application/x-ndjson")))
        yield request


INSISTENT = ("createToken", "createWebhook", "findGameByCode", "react", "changeMe", "recoverPlayer", "block", "undo")
STORIES: tuple[tuple[Callable[[Operations, Random], Story], int], ...] = (
    (table, 6),
    (turn, 40),
    (life, 3),
    (afterwards, 4),
    (pages, 4),
    (hook, 1),
    (stream, 3),
    (insist, 1),
)
"""With weights."""


def any_story(make: Operations, rng: Random) -> Story:
    """One of the stories."""
    [story] = rng.choices([story for story, _ in STORIES], [weight for _, weight in STORIES])
    return story(make, rng)
