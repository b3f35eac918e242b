"""What the folds of the clients know of the events of the rules, made from their declarations.

`service/web/fold/events.js` of the page, `client/wonderful_client/fold/lasting_events.py` of the Python library.
"""

import json

from game.declared import LOBBY, TABLE, Declared
from game.events import EVENTS
from game.intentions import INTENTION_TYPES
from game.rulesets import RULESETS

PAGE_HEAD = """\
// The events of the rules. Made from their declarations by `wonderful openapi`: change those.

/**
 * An event. `kind`: an undo or a rewind takes back what is `passing` and a `move`. `isPublic`: everybody sees all of
 * it; otherwise everybody sees the fields in `shown`, and its own seat those in `ownSeat`, too. `causedBy`: the type of
 * the intention that leads to it.
 *
 * @typedef {{ kind: "lobby" | "table" | "passing" | "move", isPublic: boolean, shown: string[], ownSeat: string[],
 *   causedBy: string | null }} Declared
 */

"""
LIBRARY_HEAD = """\
\"\"\"Which events nothing takes back. Made from their declarations by `wonderful openapi`: change those.\"\"\"

"""


def page_events() -> str:
    """The text of `events.js`."""
    lines = [f"  {name}: {_entry(declared)}," for name, declared in sorted(EVENTS.items())]
    events = "\n".join(["/** By name. @type {Record<string, Declared>} */", "export const EVENTS = {", *lines, "};"])
    rulesets = f"/** The rulesets that there are. */\nexport const RULESETS = {json.dumps([*RULESETS])};"
    return f"{PAGE_HEAD}{events}\n\n{rulesets}\n"


def _entry(declared: Declared) -> str:
    cause = INTENTION_TYPES[declared.caused_by].name if declared.caused_by else None
    fields = {
        "kind": declared.kind.value,
        "isPublic": not declared.is_secret,
        "shown": sorted(declared.public) if declared.is_secret else [],
        "ownSeat": sorted(declared.own_seat),
        "causedBy": cause,
    }
    return f"{{ {', '.join(f'{key}: {json.dumps(value)}' for key, value in fields.items())} }}"


def library_events() -> str:
    """The text of `lasting_events.py`."""
    names = sorted(name for name, declared in EVENTS.items() if declared.kind in (LOBBY, TABLE))
    lines = "\n".join(f'    "{name}",' for name in names)
    about = '"""All other events are moves: an undo or a rewind takes them back."""'
    return f"{LIBRARY_HEAD}NEVER_TAKEN_BACK = {{\n{lines}\n}}\n{about}\n"
