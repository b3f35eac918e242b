"""How much a game of the nets searches."""

from typing import NamedTuple


class Effort(NamedTuple):
    """What a sequence costs. `orders`: evaluations of orders; `pairs`: pairs of cards that a redraw is computed for;
    `stride`: every how many designs it looks at; `step`: every how many places; `options`: orders that are compared in
    imagined pools, 0 for none; `nodes`: imagined pools; `pool_orders`: evaluations in one of them."""

    orders: int
    pairs: int
    stride: int
    step: int
    options: int = 0
    nodes: int = 0
    pool_orders: int = 0


TRAINING = Effort(100, 1, 4, 2)
FULL = Effort(400, 10, 1, 1, options=8, nodes=200, pool_orders=100)
"""As `master` plays."""
