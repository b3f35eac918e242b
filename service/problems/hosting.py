"""Codes about who comes to the table: access, the host, invitations, invite codes, rematches."""

from service.problems.kind import ProblemKind

HOSTING = {
    "no_spectators": ProblemKind(
        403,
        "No spectators",
        "Only the players at the table may see this game.",
        "Look at another game. While the game is open you can take a seat in it.",
    ),
    "not_host": ProblemKind(
        403,
        "Not the host",
        "Only the host of the game may do this. The field `host` of the view is the host's seat.",
        "Ask the host to do it, or to hand the role on to you.",
    ),
    "not_invited": ProblemKind(
        403,
        "Not invited",
        "Everybody may watch this private game, but only players with its invite code or an invitation join it.",
        "Ask the host for the code, and send it as `code`.",
    ),
    "no_rematch": ProblemKind(
        404,
        "No rematch",
        "Nobody has offered a rematch of this game, or you are not invited to it any more.",
        "Offer one with `POST …/rematch` once the game is over, or open a new game.",
    ),
    "no_such_code": ProblemKind(
        404,
        "No such code",
        "No open game has this invite code. A code ends when its game starts, and when the host renews it.",
        "Check the code, or ask the host for the current one.",
    ),
    "no_such_invitation": ProblemKind(
        404,
        "No such invitation",
        "This player is not invited to the game, or has a seat in it.",
        "Fetch the game: its field `invited` lists the invited players.",
    ),
    "already_at_table": ProblemKind(
        409,
        "Already at the table",
        "The player has a seat in this game, or is invited to it.",
        "Nothing is left to do. You cannot invite yourself.",
    ),
    "empty_seat": ProblemKind(
        409,
        "Empty seat",
        "Nobody has this seat, or a bot has it where a player is needed.",
        "Fetch the game to see who has which seat.",
    ),
    "imported": ProblemKind(
        409,
        "Imported",
        "This game was played on another server, so its players are not known here.",
        "Open a new game and invite the players.",
    ),
    "no_code": ProblemKind(
        409,
        "No code",
        "Only a private game that is open has an invite code.",
        "Send the address of a public game to your friends; everybody can join it.",
    ),
    "not_over": ProblemKind(
        409,
        "Not over",
        "A rematch follows when the game is finished or abandoned.",
        "Play the game to its end first.",
    ),
    "own_seat": ProblemKind(
        409,
        "Own seat",
        "Hosts cannot remove themselves.",
        "Leave the game with `DELETE …/seats/me`.",
    ),
    "removed": ProblemKind(
        409,
        "Removed",
        "The host has removed you from this game.",
        "Join another game, or ask the host to invite you.",
    ),
    "seats_fixed": ProblemKind(
        409,
        "Seats fixed",
        "A solo game has one seat, a table two to five, and a fork as many as the game that it starts from.",
        "Open another game.",
    ),
    "too_few_seats": ProblemKind(
        409,
        "Too few seats",
        "The people at the table, those for whom a rematch keeps a seat, and the bots need more seats.",
        "Keep more seats or take bots away. Remove a player with `DELETE …/seats/{n}`, or withdraw an invitation.",
    ),
    "too_many_invited": ProblemKind(
        409,
        "Too many invited",
        "The game has as many invitations as a game may have.",
        "Withdraw an invitation first.",
    ),
    "under_way": ProblemKind(
        409,
        "Under way",
        "A game can be aborted only before the first picks are revealed; a solo game only before you do anything.",
        "Resign with `DELETE …/seats/me`, or play on.",
    ),
    "too_many_codes": ProblemKind(
        429,
        "Too many codes",
        "You, or all players together for this game, have sent too many wrong invite codes.",
        "Wait as long as Retry-After says, or ask the host to invite you.",
    ),
}
