"""What a player asks the others: whether to go back, and whether to pause."""

from .table import Json, Table


def ask_or_answer(table: Table, seat: int, name: str, data: Json) -> None:
    """The effect of a seat's question or answer."""
    match name:
        case "pause_agreed":
            if not data["on"]:
                table.pause = None
            elif "expires" in data:
                table.pause = {"agreed": [seat], "expires_at": data["expires"], "until": None}
            elif table.pause:
                table.pause["agreed"].append(seat)
        case "rewind_proposed":
            asked = {"number": data["number"], "to": data["to"], "expires_at": data["expires"]}
            table.rewind = {**asked, "seat": seat, "accepted": []}
        case "rewind_accepted":
            if table.rewind:
                table.rewind["accepted"].append(seat)
        case "rewind_declined":
            table.rewind = None


def drop_questions(table: Table) -> None:
    """A person has gone, so nobody is asked any more. A pause itself stays while people are left."""
    people = [seat for seat in table.seats if seat.player and seat.player["kind"] == "human" and seat.bot is None]
    table.rewind = None
    if table.pause and not (table.pause["until"] and people):
        table.pause = None
