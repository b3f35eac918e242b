"""What the page knows of the events of the rules: `service/web/fold/events.js`, made from their declarations."""

import json

from game.declared import Declared
from game.events import EVENTS
from game.intentions import INTENTION_TYPES
from game.rulesets import RULESETS

HEAD = """\
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


def page_events() -> str:
    """The text of the module."""
    lines = [f"  {name}: {_entry(declared)}," for name, declared in sorted(EVENTS.items())]
    events = "\n".join(["/** By name. @type {Record<string, Declared>} */", "export const EVENTS = {", *lines, "};"])
    rulesets = f"/** The rulesets that there are. */\nexport const RULESETS = {json.dumps([*RULESETS])};"
    return f"{HEAD}{events}\n\n{rulesets}\n"


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
