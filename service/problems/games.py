"""Codes about games as a whole: opening, joining, starting, looking at them, forking them."""

from service.problems.kind import ProblemKind

GAMES = {
    "not_seated": ProblemKind(
        403,
        "Not seated",
        "You have no seat in this game, and only its players may do this.",
        "Take a seat while the game is open. As a spectator you can still read the game and its events.",
    ),
    "not_your_seat": ProblemKind(
        403,
        "Not your seat",
        "What another seat sees is secret until the game is finished.",
        "Ask for your own seat or for `seat=none`, or wait for the end of the game.",
    ),
    "no_such_game": ProblemKind(
        404,
        "No such game",
        "This service has no game with this id.",
        "Check the id; `GET /v1/games` lists the games.",
    ),
    "no_such_player": ProblemKind(
        404,
        "No such player",
        "This service has no player with this id.",
        "Check the id; `GET /v1/players/me` shows your own account.",
    ),
    "damaged_log": ProblemKind(
        500,
        "Damaged log",
        "The stored log of this game is not what was appended to it, so nobody can read or play the game. The detail "
        "names the entry.",
        "Tell the operator of the service, who can restore the game from a backup. Other games go on.",
    ),
    "no_such_version": ProblemKind(
        404,
        "No such version",
        "The game has not reached this version.",
        "Ask for a version that is not later than the one that the detail names.",
    ),
    "no_receipt": ProblemKind(
        404,
        "No receipt",
        "The service signs the versions with which a request ended, and this one lies between two of them.",
        "Ask for the `version` of an answer or an item that you got, or for a later one.",
    ),
    "already_resigned": ProblemKind(
        409,
        "Already resigned",
        "You have resigned from this game, and a bot plays your seat.",
        "Nothing is left to do. You can still watch the game.",
    ),
    "already_seated": ProblemKind(
        409,
        "Already seated",
        "You have a seat in this game, and a player has one seat at most.",
        "Go on with the seat that you have.",
    ),
    "no_such_day": ProblemKind(
        404,
        "No such day",
        "There is no daily deal on this day: it is not a date, it lies in the future, or it is before the first deal.",
        "`GET /v1/daily` names today and the first day; write a day such as `2026-11-28`.",
    ),
    "daily_try_used": ProblemKind(
        409,
        "Daily try used",
        "Each account has one try at the deal of a day, and you have begun yours. The member `game` is its id.",
        "Play on in your try, or wait for the deal of tomorrow.",
    ),
    "bots_not_allowed": ProblemKind(
        409,
        "Bots not allowed",
        "This game accepts people, and only those bot accounts that its options invite.",
        "Join another game, or ask the opener to invite your bot in a new one.",
    ),
    "empire_taken": ProblemKind(
        409,
        "Empire taken",
        "Another seat has this empire, or the options of the game give your seat another one.",
        "Name another empire, or none to get one dealt.",
    ),
    "log_full": ProblemKind(
        409,
        "Log full",
        "The log of this game has reached its limit, so the game accepts only moves; or it has had so many rewinds "
        "that it accepts no more.",
        "Play the game to its end by moves. Undo, new rewinds, auto-ready and new players are no longer possible.",
    ),
    "no_free_seat": ProblemKind(
        409,
        "No free seat",
        "All seats of this game are taken.",
        "Join another game, or open one.",
    ),
    "no_such_analysis": ProblemKind(
        404,
        "No such analysis",
        "Nobody has asked for an analysis of this game, or the worker that made it has died.",
        "Ask for it with POST.",
    ),
    "no_such_puzzle": ProblemKind(
        404,
        "No such puzzle",
        "There is no puzzle with this id.",
        "Ask for another one: `GET /v1/puzzles/next`.",
    ),
    "no_puzzle_left": ProblemKind(
        404,
        "No puzzle left",
        "You have tried all puzzles of this theme that are near your rating, or there are none yet.",
        "Ask for another theme. New puzzles come from games that are analysed.",
    ),
    "not_analysable": ProblemKind(
        409,
        "Not analysable",
        "The strategy that judges has not learned this kind of game, or the game is too long.",
        "Watch the replay instead.",
    ),
    "not_finished": ProblemKind(
        409,
        "Not finished",
        "This is possible only with a finished game, because it would reveal secret cards.",
        "Wait until the status of the game is `finished`.",
    ),
    "not_open": ProblemKind(
        409,
        "Not open",
        "This is possible only before the game starts.",
        "Fetch the game to see its status; join or open another game.",
    ),
    "not_playing": ProblemKind(
        409,
        "Not playing",
        "This is possible only while the game is played: it has not started, or it is over.",
        "Fetch the game to see its status.",
    ),
    "not_started": ProblemKind(
        409,
        "Not started",
        "At this version the game had not started.",
        "Name a version from the start of the game on: that of the event `game_started` or a later one.",
    ),
    "nothing_left_to_play": ProblemKind(
        409,
        "Nothing left to play",
        "At this version the last round was over, so a fork from there would have nothing to play.",
        "Fork from an earlier version.",
    ),
    "resigned": ProblemKind(
        409,
        "Resigned",
        "You have resigned from this game, and a bot plays your seat.",
        "You can watch the game, but no longer act in it.",
    ),
    "seats_open": ProblemKind(
        409,
        "Seats open",
        "The game starts only when all seats are taken.",
        "Wait for other players. The host can take seats away or add bots with `PATCH /v1/games/{id}`.",
    ),
    "invalid_deck": ProblemKind(
        422,
        "Invalid deck",
        "The cards to draw first are not all cards of the catalogue, or one is named twice.",
        "Name cards of the catalogue, each once.",
    ),
    "invalid_options": ProblemKind(
        422,
        "Invalid options",
        "The options of the game contradict each other.",
        "Change the options as the detail says.",
    ),
    "unknown_empire": ProblemKind(
        422,
        "Unknown empire",
        "There is no empire with this id.",
        "Name one of the empires that the detail lists; `GET /v1/catalogue` describes them.",
    ),
    "unknown_player": ProblemKind(
        422,
        "Unknown player",
        "No account has this id, and no bot account has this name, or several have it.",
        "Invite people by their ids, and bots by their ids or by names that no other bot has.",
    ),
    "unknown_seat": ProblemKind(
        422,
        "Unknown seat",
        "The game has no seat with this number.",
        "Count seats from 0; the view of the game lists them.",
    ),
    "unknown_strategy": ProblemKind(
        422,
        "Unknown strategy",
        "No bot strategy has this name. In an address instead of a body, the status is 404.",
        "Use one of the names that the detail lists; `GET /v1/bots` describes them.",
    ),
    "seed_unavailable": ProblemKind(
        503,
        "Seed unavailable",
        "The store does not hold the seed that this game committed to, so the game cannot start now.",
        "Wait as long as Retry-After says, then try again. If it lasts, open a new game.",
    ),
}
