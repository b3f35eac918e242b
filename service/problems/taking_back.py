"""Codes about taking back: undo and rewinds."""

from service.problems.kind import ProblemKind

TAKING_BACK = {
    "no_such_rewind": ProblemKind(
        404,
        "No such rewind",
        "No rewind with this number was proposed in this game.",
        "Check the number; `GET …/rewinds` lists the rewinds.",
    ),
    "already_accepted": ProblemKind(
        409,
        "Already accepted",
        "You have accepted this rewind.",
        "Wait for the others.",
    ),
    "no_such_intention": ProblemKind(
        409,
        "No such intention",
        "No intention that can be undone begins at this version.",
        "Send the version that `undoable` in your view names, or none.",
    ),
    "not_earlier": ProblemKind(
        409,
        "Not earlier",
        "A rewind goes back to a version before the current one.",
        "Name an earlier version; the detail names the current one.",
    ),
    "not_newest": ProblemKind(
        409,
        "Not newest",
        "You have done something after this intention, and undo takes back the newest one first.",
        "Undo your later intentions first.",
    ),
    "not_yours": ProblemKind(
        409,
        "Not yours",
        "The intention is another seat's.",
        "Undo only your own intentions: `undoable` in your view names the newest one.",
    ),
    "nothing_to_undo": ProblemKind(
        409,
        "Nothing to undo",
        "You have done nothing that can be undone since the phase, step or hand began.",
        "Propose a rewind to go back further.",
    ),
    "own_rewind": ProblemKind(
        409,
        "Own rewind",
        "You have proposed this rewind yourself, so the others must accept it.",
        "Wait for the others, or withdraw your proposal with `decline`.",
    ),
    "phase_closed": ProblemKind(
        409,
        "Phase closed",
        "The phase, step or hand of this intention is over, or hidden cards were seen since.",
        "Propose a rewind to go back further.",
    ),
    "rewind_closed": ProblemKind(
        409,
        "Rewind closed",
        "This rewind is done, declined or lapsed.",
        "Look at its outcome with `GET …/rewinds`, and propose a new one if you like.",
    ),
    "rewind_expired": ProblemKind(
        409,
        "Rewind expired",
        "The time to answer this rewind is over.",
        "Propose a new rewind.",
    ),
    "rewinds_off": ProblemKind(
        409,
        "Rewinds off",
        "The game was opened with `rewinds` false, so nobody proposes to go back in it.",
        "Take back your own newest intention with `POST …/undo`.",
    ),
    "too_many_rewinds": ProblemKind(
        409,
        "Too many rewinds",
        "You have proposed to go back, and not all agreed: twice in this phase, step or hand, or ten times in this "
        "game. A proposal that expired, lapsed or was withdrawn counts, too.",
        "Play on. After two proposals, you may propose again in the next phase, step or hand; after ten, no more.",
    ),
    "rewind_pending": ProblemKind(
        409,
        "Rewind pending",
        "Another rewind of this game waits for answers, and there is one at a time.",
        "Accept or decline it, or wait until it expires; then propose yours.",
    ),
}
