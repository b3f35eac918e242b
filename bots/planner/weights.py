"""The weights of plans. An evolution strategy found them over hundreds of thousands of games."""

from typing import NamedTuple


class Weights(NamedTuple):
    """Points at the end of the game, if nothing else is said. Lists go by resource or type, `growth` by SCORED_INDEX.

    `production`: for a cube in each round to come. `price`: of a cube that a card uses. `type_future`: for a card of a
    type, because later cards score or produce by it. `growth`: how many more to expect until the end, and
    `growth_per_cube`: more of them for each cube produced of the type's resource. `krystallium`: for one. `character`:
    for one, besides its own point. `supremacy`: for a production that takes the character of its step.
    `cube_per_type_point`: what a point per card of a type adds to a cube of its resource.

    Cards left for later: `later_share` of their value counts, `later_rounds` of production may bring their cubes, and
    `unused_cube` is the value of a cube that they do not use. Cards in hand: `missing_cube` is the cost of a cube that
    production is not likely to bring, `missing_item` that of a krystallium or character not owned, `recycled_share` the
    share of its price that a recycled cube is worth. `redraw_margin`: by how much a redraw must promise more.
    `wild_per_three_cards`: cubes of any resource to expect for each three cards not yet seen.
    """

    production: list[float]
    price: list[float]
    type_future: list[float]
    growth: list[float]
    growth_per_cube: float
    krystallium: float
    character: float
    supremacy: float
    cube_per_type_point: float
    later_share: float
    later_rounds: float
    unused_cube: float
    missing_cube: float
    missing_item: float
    recycled_share: float
    redraw_margin: float
    wild_per_three_cards: int


SOLO_WEIGHTS: list[Weights] = [
    Weights(
        production=[0.0, 0.0, 0.0, 0.0, 0.0],
        price=[0.26, 0.1, 0.44, 0.15, 0.21],
        type_future=[0.0, 0.0, 0.0, 0.0, 0.0],
        growth=[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        growth_per_cube=0.0,
        krystallium=0.0,
        character=0.0,
        supremacy=0.0,
        cube_per_type_point=0.15,
        later_share=0.9,
        later_rounds=1.5,
        unused_cube=0.0,
        missing_cube=0.37,
        missing_item=0.82,
        recycled_share=0.68,
        redraw_margin=2.65,
        wild_per_three_cards=1,
    ),
    Weights(
        production=[0.29, 0.78, 0.79, 1.15, 1.47],
        price=[0.3, 0.72, 0.83, 0.64, 0.92],
        type_future=[-0.4, -0.47, 0.09, 0.3, -0.34],
        growth=[-0.21, -0.32, -0.3, 0.2, 0.93, 0.69, 0.42],
        growth_per_cube=0.26,
        krystallium=1.74,
        character=-0.15,
        supremacy=2.29,
        cube_per_type_point=0.19,
        later_share=1.09,
        later_rounds=1.2,
        unused_cube=0.11,
        missing_cube=0.74,
        missing_item=1.47,
        recycled_share=0.92,
        redraw_margin=2.78,
        wild_per_three_cards=1,
    ),
    Weights(
        production=[1.31, 1.63, 1.92, 2.19, 1.94],
        price=[0.82, 0.7, 0.81, 1.1, 0.74],
        type_future=[0.21, -0.08, -0.31, 0.75, 0.33],
        growth=[-0.02, -0.01, 0.08, 0.35, 0.38, 0.77, 0.65],
        growth_per_cube=0.29,
        krystallium=1.95,
        character=0.13,
        supremacy=2.32,
        cube_per_type_point=0.03,
        later_share=1.24,
        later_rounds=1.78,
        unused_cube=-0.16,
        missing_cube=0.39,
        missing_item=1.47,
        recycled_share=0.83,
        redraw_margin=5.5,
        wild_per_three_cards=1,
    ),
    Weights(
        production=[2.57, 3.28, 2.51, 3.67, 3.32],
        price=[0.69, 0.86, 0.67, 0.43, 0.63],
        type_future=[0.52, -0.44, -0.25, 0.83, 0.93],
        growth=[0.4, -0.07, 0.77, 0.84, 0.7, 0.2, 1.27],
        growth_per_cube=0.72,
        krystallium=2.08,
        character=-0.24,
        supremacy=1.24,
        cube_per_type_point=0.18,
        later_share=1.29,
        later_rounds=2.23,
        unused_cube=-0.15,
        missing_cube=0.64,
        missing_item=2.56,
        recycled_share=1.48,
        redraw_margin=6.84,
        wild_per_three_cards=1,
    ),
]
"""For solo games, by rounds left (0..3)."""

STANDARD_WEIGHTS: list[Weights] = [
    Weights(
        production=[0.0, 0.0, 0.0, 0.0, 0.0],
        price=[0.23, 0.13, 0.35, -0.13, 0.3],
        type_future=[0.0, 0.0, 0.0, 0.0, 0.0],
        growth=[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        growth_per_cube=0.0,
        krystallium=0.0,
        character=0.0,
        supremacy=0.0,
        cube_per_type_point=0.15,
        later_share=0.9,
        later_rounds=1.5,
        unused_cube=0.0,
        missing_cube=0.21,
        missing_item=0.72,
        recycled_share=1.07,
        redraw_margin=2.65,
        wild_per_three_cards=1,
    ),
    Weights(
        production=[0.02, 0.52, 0.81, 1.34, 1.4],
        price=[0.5, 0.48, 0.57, 0.83, 0.78],
        type_future=[-0.6, -0.59, -0.68, 0.96, -0.33],
        growth=[-0.11, 0.1, -0.36, 0.14, 0.82, 0.9, 0.36],
        growth_per_cube=0.3,
        krystallium=1.89,
        character=-0.32,
        supremacy=2.03,
        cube_per_type_point=0.15,
        later_share=1.07,
        later_rounds=0.81,
        unused_cube=0.14,
        missing_cube=0.36,
        missing_item=0.96,
        recycled_share=0.89,
        redraw_margin=2.78,
        wild_per_three_cards=1,
    ),
    Weights(
        production=[1.22, 1.9, 2.09, 2.74, 2.27],
        price=[1.06, 0.95, 1.06, 1.27, 0.65],
        type_future=[0.09, -0.01, -0.4, 0.95, -0.01],
        growth=[-0.16, -0.08, 0.16, 0.35, 0.63, 0.62, 0.68],
        growth_per_cube=0.41,
        krystallium=2.2,
        character=0.01,
        supremacy=2.48,
        cube_per_type_point=0.05,
        later_share=1.22,
        later_rounds=1.25,
        unused_cube=-0.18,
        missing_cube=0.8,
        missing_item=1.25,
        recycled_share=1.04,
        redraw_margin=5.5,
        wild_per_three_cards=1,
    ),
    Weights(
        production=[4.05, 3.87, 2.36, 3.11, 3.47],
        price=[0.96, 0.87, 0.82, 0.3, 0.73],
        type_future=[0.44, -0.27, -0.41, 0.61, 0.92],
        growth=[0.6, 0.01, 1.03, 0.69, 0.19, -0.11, 1.2],
        growth_per_cube=0.75,
        krystallium=2.11,
        character=0.22,
        supremacy=0.39,
        cube_per_type_point=0.04,
        later_share=1.15,
        later_rounds=1.56,
        unused_cube=0.02,
        missing_cube=1.99,
        missing_item=2.63,
        recycled_share=1.22,
        redraw_margin=6.84,
        wild_per_three_cards=1,
    ),
]
"""For games with other players, by rounds left (0..3)."""
