"""A policy for MaskablePPO that knows cards by their features: the network scores a design or a slot, not a number.

The same weights score every slot, and every design by its features, so what is learned of one card holds for others.
"""

from typing import Any

import numpy as np
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
        # Costs 8, types 5, production 5, per type 10, bonus 3, recycling 5: the column of each design's recycled cube.
        self.register_buffer("recycled", features[:, 31:36])
        self.embed = nn.Sequential(nn.Linear(features.shape[1] + DESIGNS, 96), nn.ReLU(), nn.Linear(96, EMBEDDING))
        scalars = sum(self.table[n].stop - self.table[n].start for n in TABLE_INPUTS)
        scalars += sum(self.seat[n].stop - self.seat[n].start for n in SEAT_INPUTS)
        self.per_slot = nn.Sequential(
            nn.Linear(EMBEDDING + 8 + 1 + 5, 64), nn.ReLU(), nn.Linear(64, EMBEDDING), nn.ReLU()
        )
        inputs = scalars + EMBEDDING * (len(COUNTED) + 2)
        self.trunk = nn.Sequential(nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU())
        self.critic = nn.Sequential(
            nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1)
        )
        self.plain = nn.Linear(
            HIDDEN, 1 + 1 + 2 + 1 + 5 + 1
        )  # noop, ready, choose, cube and recycling onto the empire, redraw
        self.by_design = nn.Linear(HIDDEN, 5 * EMBEDDING)  # draft, keep, slate, recycle, redraw
        self.slot_hidden = nn.Sequential(nn.Linear(EMBEDDING + EMBEDDING, 64), nn.ReLU())
        self.to_slot = nn.Linear(HIDDEN, EMBEDDING)
        self.by_slot = nn.Linear(
            64, 1 + 1 + 2 + len(WILD_KINDS) + 5
        )  # discard, cube, characters, krystallium, recycling

    def forward(self, flat: Tensor) -> tuple[Tensor, Tensor]:
        batch = flat.shape[0]
        designs = self.embed(torch.cat([self.features, torch.eye(DESIGNS)], 1))
        seat = flat[:, self.offset :]
        counts = [flat[:, self.table[n].start : self.table[n].stop] for n in COUNTED]
        counts.append(seat[:, self.seat["constructed"].start : self.seat["constructed"].stop])
        slot_design = seat[:, self.seat["slot_design"].start : self.seat["slot_design"].stop].long()
        is_site = (slot_design >= 0).float().unsqueeze(2)
        spaces = seat[:, self.seat["slot_open"].start : self.seat["slot_open"].stop].reshape(batch, self.slots, 8)
        step = flat[:, self.table["step"].start : self.table["step"].stop]
        site_inputs = [designs[slot_design.clamp(min=0)], spaces / 4, is_site, step[:, None].expand(-1, self.slots, -1)]
        sites = self.per_slot(torch.cat(site_inputs, 2)) * is_site
        scalars = [flat[:, self.table[n].start : self.table[n].stop] * SCALE.get(n, 1.0) for n in TABLE_INPUTS]
        scalars += [seat[:, self.seat[n].start : self.seat[n].stop] * SCALE.get(n, 0.25) for n in SEAT_INPUTS]
        inputs = torch.cat([*scalars, *[count @ designs / 4 for count in counts], sites.sum(1) / 4], 1)
        return self._logits(flat, self.trunk(inputs), designs, sites), self.critic(inputs)

    def _logits(self, flat: Tensor, hidden: Tensor, designs: Tensor, sites: Tensor) -> Tensor:
        batch, slots = hidden.shape[0], self.slots
        plain = self.plain(hidden)
        draft, keep, slate, recycle, redraw = [
            each @ designs.T / EMBEDDING**0.5 for each in self.by_design(hidden).split(EMBEDDING, 1)
        ]
        per_slot = self.by_slot(
            self.slot_hidden(torch.cat([sites, self.to_slot(hidden)[:, None].expand(-1, slots, -1)], 2))
        )
        discard, cube, general, financier, wild, recycling = per_slot.split([1, 1, 1, 1, len(WILD_KINDS), 5], 2)
        order = flat[:, self.table["redraw_order"].start : self.table["redraw_order"].stop].long().clamp(min=0)
        given = redraw.gather(1, order)
        pairs = torch.stack([given[:, a] + given[:, b] for a, b in PAIRS], 1) + plain[:, 10:11]
        onto = torch.cat(
            [plain[:, 5:10, None], recycling.transpose(1, 2)], 2
        )  # by resource: the empire, then the slots
        recycled = recycle[:, :, None] + torch.einsum("dr,brp->bdp", self.recycled, onto)
        blocks = [plain[:, :4], draft, keep, slate, pairs, discard.flatten(1), plain[:, 4:5], cube.flatten(1)]
        blocks += [general.flatten(1), financier.flatten(1), wild.flatten(1), recycled.flatten(1)]
        return torch.cat(blocks, 1).reshape(batch, self.layout.size)


class Policy(MaskableActorCriticPolicy):
    """MaskablePPO's policy with the network above in place of its own. `slots`: as in the environment."""

    def __init__(self, *args: Any, slots: int, **kwargs: Any) -> None:
        self.slots = slots
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Any) -> None:
        self.network = Network(self.slots)
        self.mlp_extractor = self.action_net = self.value_net = nn.Identity()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def _distribution(self, logits: Tensor, masks: Any) -> Any:
        found = self.action_dist.proba_distribution(action_logits=logits)
        if masks is not None:
            found.apply_masking(masks)
        return found

    def forward(self, obs: Tensor, deterministic: bool = False, action_masks: np.ndarray | None = None) -> Any:
        logits, values = self.network(obs)
        found = self._distribution(logits, action_masks)
        actions = found.get_actions(deterministic=deterministic)
        return actions, values, found.log_prob(actions)

    def evaluate_actions(self, obs: Tensor, actions: Tensor, action_masks: Tensor | None = None) -> Any:
        logits, values = self.network(obs)
        found = self._distribution(logits, action_masks)
        return values, found.log_prob(actions), found.entropy()

    def get_distribution(self, obs: Tensor, action_masks: np.ndarray | None = None) -> Any:
        return self._distribution(self.network(obs)[0], action_masks)

    def predict_values(self, obs: Tensor) -> Tensor:
        values: Tensor = self.network(obs)[1]
        return values
