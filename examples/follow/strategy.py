"""A simple strategy: everything that a seat does now, from the view alone. It needs no list of legal intentions."""

from wonderful_client import Client, Game
from wonderful_client.fold.table import RESOURCES, Json

WAIT_SECONDS = 25
"""How long the service may hold an answer."""
MAX_SITES = 4
"""Cards under construction; more would hardly be completed."""
FOR_KRYSTALLIUM = (*RESOURCES, "krystallium")
"""The spaces that a krystallium can fill."""
ITEMS = {"generals": "general", "financiers": "financier", "krystallium": "krystallium"}


def play(client: Client, game_id: str) -> Game:
    """Start an open game, and play it until it is scored."""
    game = Game(client, game_id)
    client.start_game(game_id)
    game.read()
    game.act([{"type": "auto_ready", "on": True}, *next_intentions(game.view(), game.catalogue)])
    while (view := game.view())["status"] == "playing":
        if intentions := next_intentions(view, game.catalogue):
            game.act(intentions)
        else:
            game.read(WAIT_SECONDS)
    return game


def next_intentions(view: Json, catalogue: Json) -> list[Json]:
    """The intentions in their order, ready to send as one list; empty if the game does not wait for the seat."""
    if view["seat"] not in view["waiting_on"]:
        return []
    own, designs = view["seats"][view["seat"]], {each["id"]: each for each in catalogue["developments"]}

    def value(card: str) -> tuple[float, str]:
        """Points and cubes for each space that must be filled."""
        design = designs[card.partition(".")[0]]
        gain = design["victory_points"]["flat"] + 2 * sum(design["production"].values())
        return (gain + sum(design["construction_bonus"].values())) / sum(design["cost"].values()), card

    if view["phase"] == "draft":
        return [{"type": "draft", "card": max(view["hand"], key=value)}]
    if own["choosing"]:
        return [{"type": "choose", "character": "general"}]
    if own["drafted"]:
        best = sorted(own["drafted"], key=value, reverse=True)[: max(0, MAX_SITES - len(own["construction"]))]
        rest = [{"type": "recycle_rest"}] if len(best) < len(own["drafted"]) else []
        return [*({"type": "slate", "card": card} for card in best), *rest]
    return place_items(own) or [{"type": "ready"}]


def place_items(own: Json) -> list[Json]:
    """Put every item that the seat has on the card with the fewest open spaces that takes it, cubes first."""
    sites = sorted(own["construction"], key=lambda site: sum(not space["filled"] for space in site["spaces"]))
    spaces = [(site["card"], space["needs"]) for site in sites for space in site["spaces"] if not space["filled"]]
    cubes = [cube for cube, count in own["cubes_to_place"].items() for _ in range(count)]
    found = []
    for item in [*cubes, *[item for name, item in ITEMS.items() for _ in range(own[name])]]:
        kinds = FOR_KRYSTALLIUM if item == "krystallium" else (item,)
        if taken := next((space for space in spaces if space[1] in kinds), None):
            spaces.remove(taken)
            named = {"as": taken[1]} if item == "krystallium" else {}
            found.append({"type": "place", "item": item, "onto": taken[0], **named})
    placed = sum(body["item"] in cubes for body in found)
    return [*found, *[{"type": "place_rest_on_empire"}] * (placed < len(cubes))]
