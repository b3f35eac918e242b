"""A policy for MaskablePPO that knows cards by their features: the network scores a design or a slot, not a number.

The same weights score every slot, and every design by its features, so what is learned of one card holds for others.
"""

from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn

from training.environments.actions import PAIRS, WILD_KINDS, layout
from training.environments.designs import design_features
from training.environments.fields import SEAT_FIELDS, TABLE_FIELDS, parts, width

DESIGNS, EMBEDDING, HIDDEN = 78, 48, 192
COUNTED = ("hand", "candidates", "discard")
TABLE_INPUTS = ("round", "phase", "step", "sequence", "deck_size", "pools_left")
SEAT_INPUTS = ("empire", "items", "cubes", "produced", "empire_cubes", "choosing", "production", "points")
FIRST, SECOND = [list(places) for places in zip(*PAIRS, strict=True)]
SCALE = {"deck_size": 0.01, "points": 0.02}


class Network(nn.Module):
    """From flat observations of a solo game to (logits of all actions, value)."""

    def __init__(self, slots: int) -> None:
        super().__init__()
        self.slots, self.layout = slots, layout(slots)
        self.table, self.seat, self.offset = (
            parts(TABLE_FIELDS, slots),
            parts(SEAT_FIELDS, slots),
            width(TABLE_FIELDS, slots),
        )
        features = torch.as_tensor(design_features())
        self.register_buffer("features", features / features.abs().amax(0).clamp(min=1))
        # Costs 8, types 5, production 5, per type 10, bonus 3, recycling 5: the resource that each design recycles to.
        self.register_buffer("recycled", features[:, 31:36].argmax(1))
        self.embed = nn.Sequential(nn.Linear(features.shape[1] + DESIGNS, 96), nn.ReLU(), nn.Linear(96, EMBEDDING))
        scalars = sum(self.table[n].stop - self.table[n].start for n in TABLE_INPUTS)
        scalars += sum(self.seat[n].stop - self.seat[n].start for n in SEAT_INPUTS)
        self.per_site = nn.Sequential(nn.Linear(EMBEDDING + 8 + 5, 64), nn.ReLU(), nn.Linear(64, EMBEDDING), nn.ReLU())
        inputs = scalars + EMBEDDING * (len(COUNTED) + 2)
        self.trunk = nn.Sequential(nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU())
        self.critic = nn.Sequential(
            nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1)
        )
        # Noop, ready, choose 2, a cube onto the empire card, recycling onto it by resource 5, redraw.
        self.plain = nn.Linear(HIDDEN, 11)
        self.by_design = nn.Linear(HIDDEN, 5 * EMBEDDING)  # draft, keep, slate, recycle, redraw
        self.site_hidden, self.table_hidden = nn.Linear(EMBEDDING, 64), nn.Linear(HIDDEN, 64)
        # Discard, cube, general, financier, krystallium by kind, recycling by resource.
        self.by_site = nn.Linear(64, 4 + len(WILD_KINDS) + 5)

    def forward(self, flat: Tensor) -> tuple[Tensor, Tensor]:
        batch = flat.shape[0]
        designs = self.embed(torch.cat([self.features, torch.eye(DESIGNS)], 1))
        seat = flat[:, self.offset :]
        counts = [flat[:, self.table[n].start : self.table[n].stop] for n in COUNTED]
        counts.append(seat[:, self.seat["constructed"].start : self.seat["constructed"].stop])
        slot_design = seat[:, self.seat["slot_design"].start : self.seat["slot_design"].stop].long()
        rows, slots = (slot_design >= 0).nonzero(as_tuple=True)  # of the sites: the slots that hold a card
        spaces = seat[:, self.seat["slot_open"].start : self.seat["slot_open"].stop].reshape(batch, self.slots, 8)
        step = flat[:, self.table["step"].start : self.table["step"].stop]
        site_inputs = [designs[slot_design[rows, slots]], spaces[rows, slots] / 4, step[rows]]
        sites = self.per_site(torch.cat(site_inputs, 1))
        all_sites = torch.zeros(batch, EMBEDDING).index_add(0, rows, sites)
        scalars = [flat[:, self.table[n].start : self.table[n].stop] * SCALE.get(n, 1.0) for n in TABLE_INPUTS]
        scalars += [seat[:, self.seat[n].start : self.seat[n].stop] * SCALE.get(n, 0.25) for n in SEAT_INPUTS]
        inputs = torch.cat([*scalars, *[count @ designs / 4 for count in counts], all_sites / 4], 1)
        hidden = self.trunk(inputs)
        by_site = self.by_site(torch.relu(self.site_hidden(sites) + self.table_hidden(hidden)[rows]))
        by_slot = torch.zeros(batch, self.slots, by_site.shape[1]).index_put((rows, slots), by_site)
        return self._logits(flat, hidden, designs, by_slot), self.critic(inputs)

    def _logits(self, flat: Tensor, hidden: Tensor, designs: Tensor, by_slot: Tensor) -> Tensor:
        plain = self.plain(hidden)
        draft, keep, slate, recycle, redraw = [
            each @ designs.T / EMBEDDING**0.5 for each in self.by_design(hidden).split(EMBEDDING, 1)
        ]
        discard, cube, general, financier, wild, recycling = by_slot.split([1, 1, 1, 1, len(WILD_KINDS), 5], 2)
        order = flat[:, self.table["redraw_order"].start : self.table["redraw_order"].stop].long().clamp(min=0)
        given = redraw.gather(1, order)
        pairs = given[:, FIRST] + given[:, SECOND] + plain[:, 10:11]
        onto = torch.cat([plain[:, None, 5:10], recycling], 1)  # the empire card, then the slots; by resource
        recycled = recycle[:, :, None] + onto[:, :, self.recycled].transpose(1, 2)
        blocks = [plain[:, :4], draft, keep, slate, pairs, discard.flatten(1), plain[:, 4:5], cube.flatten(1)]
        blocks += [general.flatten(1), financier.flatten(1), wild.flatten(1), recycled.flatten(1)]
        return torch.cat(blocks, 1)


class Policy(MaskableActorCriticPolicy):
    """MaskablePPO's policy with the network above in place of its own. `slots`: as in the environment.

    It computes the probabilities itself: sb3-contrib's distribution normalizes them three times over all actions.
    """

    def __init__(self, *args: Any, slots: int, **kwargs: Any) -> None:
        self.slots = slots
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Any) -> None:
        self.network = Network(self.slots)
        self.mlp_extractor = self.action_net = self.value_net = nn.Identity()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def forward(self, obs: Tensor, deterministic: bool = False, action_masks: Any = None) -> Any:
        logits, values = self.network(obs)
        logits = masked(logits, action_masks)
        actions = logits.argmax(1) if deterministic else sample(logits)
        return actions, values, logits.log_softmax(1).gather(1, actions[:, None])[:, 0]

    def _predict(self, observation: Tensor, deterministic: bool = False, action_masks: Any = None) -> Tensor:
        actions: Tensor = self(observation, deterministic, action_masks)[0]
        return actions

    def evaluate_actions(self, obs: Tensor, actions: Tensor, action_masks: Any = None) -> Any:
        """Values, logarithms of the probabilities of the actions, and entropies."""
        logits, values = self.network(obs)
        logits = masked(logits, action_masks)
        logs = logits.log_softmax(1)
        return values, logs.gather(1, actions[:, None])[:, 0], -(logits.softmax(1) * logs).sum(1)

    def predict_values(self, obs: Tensor) -> Tensor:
        values: Tensor = self.network(obs)[1]
        return values


def masked(logits: Tensor, masks: Any) -> Tensor:
    """The logits, -1e9 for actions that are not legal."""
    return logits if masks is None else torch.where(torch.as_tensor(masks).bool(), logits, -1e9)


def sample(logits: Tensor) -> Tensor:
    """An action of each row, by its probability. Much faster than `multinomial` for hundreds of actions."""
    sums = logits.softmax(1).cumsum(1)
    above_zero = 1 - torch.rand(len(sums), 1)
    return (sums >= above_zero * sums[:, -1:]).int().argmax(1)
