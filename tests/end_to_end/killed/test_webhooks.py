"""A receiver that was down for half of a game misses nothing, even if a worker dies meanwhile."""

import os
import signal
from contextlib import closing
from functools import partial
from random import Random

import pytest

from tests.end_to_end.running import OwnService, PersistentPlayer, await_true
from tests.end_to_end.test_webhooks import move, subscribe
from tests.service.webhooks.receivers import receiving


@pytest.mark.verify
@pytest.mark.timeout(300)
def test_a_receiver_that_is_down_for_half_of_a_game_gets_every_item_exactly_once_by_id(own_service: OwnService):
    """A second receiver, which is never down, says which items there are. Ada waits for it before she moves."""
    with (
        receiving() as down_for_a_while,
        receiving() as always_up,
        closing(PersistentPlayer(own_service.url, "Ada")) as ada,
        closing(PersistentPlayer(own_service.url, "Ben")) as ben,
    ):
        webhook, inbox = subscribe(ada, down_for_a_while)
        _, control = subscribe(ada, always_up)
        game = ada.open_game(seats=2)["id"]
        ben.take_seat(game)
        ada.start_game(game)
        rng, moves, acted_at = Random(1), 0, 0
        while (view := ada.get_game(game))["status"] == "playing":
            moves += 1
            if moves == 15:
                inbox.is_down = True
            if moves == 25:
                [worker] = own_service.processes("worker --lane webhooks")
                os.kill(worker, signal.SIGKILL)
            if moves == 45:
                inbox.is_down = False
                ada.enable_webhook(webhook)
            if 0 in view["waiting_on"]:
                await_true(partial(control.has_turn, acted_at), own_service.output)
                acted_at = move(ada, game, rng)
            move(ben, game, rng)
        await_true(lambda: "finished" in {kind for kind, _ in control.items()}, own_service.output)

        def catches_up() -> bool:
            """An attempt that failed just before the receiver was up again may be noted after Ada has enabled it."""
            ada.enable_webhook(webhook)
            return inbox.items() == control.items()

        await_true(catches_up, own_service.output, tick=2)
        assert moves > 50
        assert inbox.refused > 0
        assert inbox.repeated.total() == 0
        assert control.repeated.total() <= 1, "only what the killed worker had sent, but not noted"
