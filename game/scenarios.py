"""The six solo scenarios: cards that must be constructed at the end, and what the score then earns (R70-R75)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scenario:
    """`required`: designs, in the rulebook's order. `bronze`, `silver`, `gold`: points from which each is earned."""

    id: str
    required: tuple[str, ...]
    bronze: int
    silver: int
    gold: int


SCENARIOS: dict[str, Scenario] = {
    scenario.id: scenario
    for scenario in (
        Scenario("SC01", ("polar-base", "mega-drill", "super-sonar", "center-of-the-earth"), 70, 95, 115),
        Scenario("SC02", ("recycling-plant", "wind-turbines", "universal-vaccine", "aquaculture"), 70, 95, 115),
        Scenario("SC03", ("unknown-technology", "saucer-squadron", "lunar-base", "secret-laboratory"), 70, 90, 105),
        Scenario("SC04", ("research-center", "neuroscience", "time-travel"), 65, 85, 105),
        Scenario("SC05", ("industrial-complex", "underground-city", "underwater-city", "secret-society"), 75, 95, 120),
        Scenario("SC06", ("financial-center", "propaganda-center", "national-monument"), 60, 85, 105),
    )
}
