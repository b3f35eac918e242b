"""What is worth how much to a plan: found by an evolution strategy over hundreds of thousands of games."""

from typing import NamedTuple


class Weights(NamedTuple):
    """Points at the end of the game; lists go by resource or type, `growth` by WORD.

    `production`: for a cube in each round to come. `price`: of a cube a card takes. `future`: for a card of a type,
    for what later cards make of it. `growth`: more of each WORD to expect, and `pull`: for each cube produced of
    the type's resource. `krystallium`, `character`: for one, a character's own point left aside. `supremacy`: for a
    production that wins the character of its step. `multiplied`: what a point per card of a type adds to a cube of
    its resource.

    Cards left for later: `trust` is the share of their worth, `spread` the rounds whose cubes they may hope for,
    `cube` the worth of a cube that they do not take. Cards in hand: `over` is what a cube costs that is not to be
    hoped for, `item` a krystallium or character not owned, `recycled` the share of its price a recycled cube is
    worth. `margin`: by how much a redraw must promise more. `soft`: wild cubes to expect of cards not yet seen, for
    each three of them.
    """

    production: list[float]
    price: list[float]
    future: list[float]
    growth: list[float]
    pull: float
    krystallium: float
    character: float
    supremacy: float
    multiplied: float
    trust: float
    spread: float
    cube: float
    over: float
    item: float
    recycled: float
    margin: float
    soft: int


SOLO: list[Weights] = [
    Weights(
        production=[0.0, 0.0, 0.0, 0.0, 0.0],
        price=[0.26, 0.1, 0.44, 0.15, 0.21],
        future=[0.0, 0.0, 0.0, 0.0, 0.0],
        growth=[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        pull=0.0,
        krystallium=0.0,
        character=0.0,
        supremacy=0.0,
        multiplied=0.15,
        trust=0.9,
        spread=1.5,
        cube=0.0,
        over=0.37,
        item=0.82,
        recycled=0.68,
        margin=2.65,
        soft=1,
    ),
    Weights(
        production=[0.29, 0.78, 0.79, 1.15, 1.47],
        price=[0.3, 0.72, 0.83, 0.64, 0.92],
        future=[-0.4, -0.47, 0.09, 0.3, -0.34],
        growth=[-0.21, -0.32, -0.3, 0.2, 0.93, 0.69, 0.42],
        pull=0.26,
        krystallium=1.74,
        character=-0.15,
        supremacy=2.29,
        multiplied=0.19,
        trust=1.09,
        spread=1.2,
        cube=0.11,
        over=0.74,
        item=1.47,
        recycled=0.92,
        margin=2.78,
        soft=1,
    ),
    Weights(
        production=[1.31, 1.63, 1.92, 2.19, 1.94],
        price=[0.82, 0.7, 0.81, 1.1, 0.74],
        future=[0.21, -0.08, -0.31, 0.75, 0.33],
        growth=[-0.02, -0.01, 0.08, 0.35, 0.38, 0.77, 0.65],
        pull=0.29,
        krystallium=1.95,
        character=0.13,
        supremacy=2.32,
        multiplied=0.03,
        trust=1.24,
        spread=1.78,
        cube=-0.16,
        over=0.39,
        item=1.47,
        recycled=0.83,
        margin=5.5,
        soft=1,
    ),
    Weights(
        production=[2.57, 3.28, 2.51, 3.67, 3.32],
        price=[0.69, 0.86, 0.67, 0.43, 0.63],
        future=[0.52, -0.44, -0.25, 0.83, 0.93],
        growth=[0.4, -0.07, 0.77, 0.84, 0.7, 0.2, 1.27],
        pull=0.72,
        krystallium=2.08,
        character=-0.24,
        supremacy=1.24,
        multiplied=0.18,
        trust=1.29,
        spread=2.23,
        cube=-0.15,
        over=0.64,
        item=2.56,
        recycled=1.48,
        margin=6.84,
        soft=1,
    ),
]

TABLE: list[Weights] = [
    Weights(
        production=[0.0, 0.0, 0.0, 0.0, 0.0],
        price=[0.23, 0.13, 0.35, -0.13, 0.3],
        future=[0.0, 0.0, 0.0, 0.0, 0.0],
        growth=[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        pull=0.0,
        krystallium=0.0,
        character=0.0,
        supremacy=0.0,
        multiplied=0.15,
        trust=0.9,
        spread=1.5,
        cube=0.0,
        over=0.21,
        item=0.72,
        recycled=1.07,
        margin=2.65,
        soft=1,
    ),
    Weights(
        production=[0.02, 0.52, 0.81, 1.34, 1.4],
        price=[0.5, 0.48, 0.57, 0.83, 0.78],
        future=[-0.6, -0.59, -0.68, 0.96, -0.33],
        growth=[-0.11, 0.1, -0.36, 0.14, 0.82, 0.9, 0.36],
        pull=0.3,
        krystallium=1.89,
        character=-0.32,
        supremacy=2.03,
        multiplied=0.15,
        trust=1.07,
        spread=0.81,
        cube=0.14,
        over=0.36,
        item=0.96,
        recycled=0.89,
        margin=2.78,
        soft=1,
    ),
    Weights(
        production=[1.22, 1.9, 2.09, 2.74, 2.27],
        price=[1.06, 0.95, 1.06, 1.27, 0.65],
        future=[0.09, -0.01, -0.4, 0.95, -0.01],
        growth=[-0.16, -0.08, 0.16, 0.35, 0.63, 0.62, 0.68],
        pull=0.41,
        krystallium=2.2,
        character=0.01,
        supremacy=2.48,
        multiplied=0.05,
        trust=1.22,
        spread=1.25,
        cube=-0.18,
        over=0.8,
        item=1.25,
        recycled=1.04,
        margin=5.5,
        soft=1,
    ),
    Weights(
        production=[4.05, 3.87, 2.36, 3.11, 3.47],
        price=[0.96, 0.87, 0.82, 0.3, 0.73],
        future=[0.44, -0.27, -0.41, 0.61, 0.92],
        growth=[0.6, 0.01, 1.03, 0.69, 0.19, -0.11, 1.2],
        pull=0.75,
        krystallium=2.11,
        character=0.22,
        supremacy=0.39,
        multiplied=0.04,
        trust=1.15,
        spread=1.56,
        cube=0.02,
        over=1.99,
        item=2.63,
        recycled=1.22,
        margin=6.84,
        soft=1,
    ),
]
