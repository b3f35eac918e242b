"""Codes about intentions: what the rules of the game do not allow."""

from service.problems.kind import ProblemKind

PLAY = {
    "already_picked": ProblemKind(
        409,
        "Already picked",
        "You have picked a card of this hand, and the others still choose.",
        "Wait until all picks are revealed. To pick another card, undo first.",
    ),
    "already_ready": ProblemKind(
        409,
        "Already ready",
        "You have declared yourself ready for this phase or step.",
        "Wait for the others. To do something else first, undo.",
    ),
    "card_not_drafted": ProblemKind(
        409,
        "Card not to plan",
        "The card is not among the cards that you have to slate or recycle.",
        "Name a card of `drafted`, or in a solo game of `hand`, in your seat's view.",
    ),
    "card_not_in_hand": ProblemKind(
        409,
        "Card not in hand",
        "The card is not in your hand.",
        "Name a card of `hand` in your view.",
    ),
    "card_not_seen": ProblemKind(
        409,
        "Card not seen",
        "The card is not among those that your redraw showed.",
        "Name a card of `candidates` in your view.",
    ),
    "card_not_under_construction": ProblemKind(
        409,
        "Card not under construction",
        "The card is not in your construction area; it may be constructed already.",
        "Name a card of `construction` in your seat's view, or `empire` for the empire card.",
    ),
    "cards_left": ProblemKind(
        409,
        "Cards left",
        "You still have cards to slate or to recycle, so you cannot be ready.",
        "Slate or recycle all your cards, then declare yourself ready.",
    ),
    "cubes_left": ProblemKind(
        409,
        "Cubes left",
        "You still have cubes of this step to place, so you cannot be ready.",
        "Place all cubes, on cards or on the empire card, then declare yourself ready.",
    ),
    "deck_exhausted": ProblemKind(
        409,
        "Deck exhausted",
        "The deck and the discard pile together hold too few cards for a redraw.",
        "Slate or recycle the cards that you have.",
    ),
    "item_not_owned": ProblemKind(
        409,
        "Item not owned",
        "You do not have this item now: in production you place cubes of the current step only.",
        "Place something that you have; `GET …/legal` lists it.",
    ),
    "must_choose": ProblemKind(
        409,
        "Must choose",
        "You have won a character of your choice and must choose it before you do anything else.",
        "Send `choose` with `general` or `financier`.",
    ),
    "must_keep": ProblemKind(
        409,
        "Must keep",
        "You have redrawn and must keep a card before you do anything else.",
        "Send `keep` with one of the `candidates` in your view.",
    ),
    "no_reactions_left": ProblemKind(
        409,
        "No reactions left",
        "Your seat has sent as many reactions as it may in one phase.",
        "Wait for the next phase.",
    ),
    "no_open_space": ProblemKind(
        409,
        "No open space",
        "The card has no open space for this item.",
        "Place it on a card with an open space of its kind; cubes and krystallium have more places than characters.",
    ),
    "nothing_to_choose": ProblemKind(
        409,
        "Nothing to choose",
        "You have no character to choose.",
        "Go on without: `choosing` in your seat's view says when you must choose.",
    ),
    "nothing_to_do": ProblemKind(
        409,
        "Nothing to do",
        "The shorthand stands for no intention now: no card or cube is left for it.",
        "Go on with another intention; `GET …/legal` lists what is possible.",
    ),
    "nothing_to_keep": ProblemKind(
        409,
        "Nothing to keep",
        "You have not redrawn, so there is no card to keep.",
        "Send `redraw` first.",
    ),
    "solo_only": ProblemKind(
        409,
        "Solo only",
        "Only solo games have redraws.",
        "Slate or recycle your cards.",
    ),
    "wrong_phase": ProblemKind(
        409,
        "Wrong phase",
        "This is not possible in the current phase.",
        "Fetch the game to see its phase; `GET …/legal` lists what is possible now.",
    ),
    "ambiguous_space": ProblemKind(
        422,
        "Ambiguous space",
        "The card has open spaces of several kinds, and the krystallium could fill any of them.",
        "Name the kind of space in the field `as`.",
    ),
    "invalid_batch": ProblemKind(
        422,
        "Invalid batch",
        "The list of intentions is empty or too long.",
        "Send a list of 1 to 64 intentions.",
    ),
    "invalid_intention": ProblemKind(
        422,
        "Invalid intention",
        "The intention does not have the form of its type.",
        "Correct the places that `errors` lists; `GET …/legal` returns intentions that you can send as they are.",
    ),
}
