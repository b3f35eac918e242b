"""The bodies of requests.

The rules check options and intentions themselves (`game.options`, `game.intentions`), and views (`game.views.foreign`).
"""

from game.cards import EMPIRE_IDS
from game.field_types import ACCOUNT_ID
from game.options import MAX_SEATS, OPTIONS, STRATEGY
from game.shapes import Field, ListOf, Nullable, Number, Object, Text
from game.value_shapes import ACCOUNT_KINDS, SEAT, VERSION
from game.views.foreign import FOREIGN_VIEW
from service.accounts.stored_token import SCOPES
from service.accounts.tokens import DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS
from service.api.schemas.players import HANDLE, MAX_NAME_CHARACTERS, RECOVERY_CODE
from service.api.schemas.tokens import MAX_TOKEN_SECONDS
from service.language.given_names import read_name, read_player_name
from service.language.names import REACTION_TEXTS
from service.limits.policies import ACCOUNT_POLICIES, MAX_QUOTA, POLICIES
from service.limits.proof import MAX_CHALLENGE_CHARACTERS, MAX_NONCE_CHARACTERS

INVITED = Text(80, printable=True)
GAME_NAME = Text(80, printable=True, read=read_name)
_PLAYER_NAME = Text(MAX_NAME_CHARACTERS, printable=True, example="Ada", read=read_player_name)
CODE = Text(32, example="7KQ2M-XWF9R")
NEW_LIMITS = Object(
    "NewLimits",
    tuple(Field(name, range(MAX_QUOTA + 1), POLICIES[name].meaning, required=False) for name in ACCOUNT_POLICIES),
    meaning="Quotas of one account. What you leave out has the default.",
)
SEED = Field("client_seed", Nullable(Text(128, min_characters=0)), "Your share of the shuffle.", required=False)
PROOF = Object(
    "Proof",
    (
        Field("challenge", Text(MAX_CHALLENGE_CHARACTERS), "Of `GET /v1/registration`."),
        Field("nonce", Text(MAX_NONCE_CHARACTERS), "Letters and digits."),
    ),
    meaning="SHA-256 of `<challenge>.<nonce>` begins with as many zero bits as the challenge asks for.",
)
NEW_PLAYER = Object(
    "NewPlayer",
    (
        Field("name", _PLAYER_NAME),
        Field("kind", ACCOUNT_KINDS, "`human` if you leave it out.", required=False),
        Field(
            "handle", HANDLE, "Letters, digits, `-` and `_`; made from the name if you leave it out.", required=False
        ),
        Field("proof", PROOF, "A proof of work, when one is asked for.", required=False),
    ),
)
CHANGED_PLAYER = Object(
    "ChangedPlayer",
    (
        Field("name", _PLAYER_NAME, required=False),
        Field("handle", HANDLE, "Letters, digits, `-` and `_`, a letter first.", required=False),
    ),
    meaning="What you leave out stays.",
)
NEW_TOKEN = Object(
    "NewToken",
    (
        Field("name", Text(MAX_NAME_CHARACTERS, printable=True, example="phone", read=read_name), "For you."),
        Field("scopes", ListOf(SCOPES, len(SCOPES), 1, unique=True), "Of those that your own token has."),
        Field("expires_in", Nullable(range(60, MAX_TOKEN_SECONDS + 1)), "Seconds; null: never.", required=False),
    ),
)
ROTATION = Object(
    "Rotation",
    (
        Field(
            "overlap",
            range(MAX_OVERLAP_SECONDS + 1),
            f"Seconds for which the old secret stays good; {DEFAULT_OVERLAP_SECONDS} if you leave it out.",
            required=False,
        ),
    ),
)
NEW_RECOVERY = Object(
    "NewRecovery",
    (
        Field("player", ACCOUNT_ID, "The account's id, or `@` and its handle."),
        Field("code", RECOVERY_CODE, "Case, blanks and dashes do not count."),
    ),
)
TAKE_SEAT = Object(
    "TakeSeat",
    (
        Field("empire", Nullable(EMPIRE_IDS), "Null leaves it to the deal.", required=False),
        Field(
            "code",
            Nullable(CODE),
            "The invite code of a private game; case, blanks and dashes do not count. Other games need none.",
            required=False,
        ),
        SEED,
    ),
)
START = Object("Start", (SEED,))
AGREE = Object("Agree", (Field("ready", bool, "Whether you agree that the game starts."), SEED))
AGREE_TO_PAUSE = Object(
    "AgreeToPause",
    (
        Field("pause", bool, "Whether you agree that the game is paused."),
        Field(
            "expires_at",
            Text(40),
            "Of the question that you agree to, as `pause` in the view has it. Without it, you ask if nobody does.",
            required=False,
        ),
    ),
)
CHANGED_TABLE = Object(
    "ChangedTable",
    (
        Field("seats", range(1, MAX_SEATS + 1), "How many play.", required=False),
        Field("bots", ListOf(STRATEGY, MAX_SEATS), "All strategies of the table, for the last seats.", required=False),
    ),
    meaning="What you leave out stays.",
)
HAND_ON = Object("HandOn", (Field("seat", SEAT, "Of the new host."),))
INVITE = Object(
    "Invite", (Field("player", INVITED, "The id of an account, `@` and its handle, or the name of a bot account."),)
)
UNDO = Object(
    "Undo", (Field("version", Nullable(VERSION), "Of the intention: the view's `undoable`.", required=False),)
)
NEW_GAME = Object(
    "NewGame",
    tuple(
        field if field.required else field._replace(shape=Nullable(field.shape))
        for field in OPTIONS.fields
        if field.shape is not None
    ),
    meaning="An option that you leave out, or that is null, has its default.",
)
NEW_REWIND = Object("NewRewind", (Field("version", VERSION, "To go back to."),))
NEW_FORK = Object(
    "NewFork",
    (
        Field("version", range(1, VERSION.stop), "To start from."),
        Field("seat", Nullable(SEAT), "Yours; 0 if you leave it out.", required=False),
        Field("bots", ListOf(STRATEGY, MAX_SEATS), "For the last of the other seats.", required=False),
        Field("name", Nullable(GAME_NAME), "A name for the lists.", required=False),
    ),
    meaning="If bots have all seats, you only watch.",
)
NEW_REACTION = Object("NewReaction", (Field("reaction", tuple(REACTION_TEXTS), "Of the catalogue."),))
BUDGET = Object(
    "Budget",
    (
        Field("seconds", Nullable(Number(0.001, 1e6)), "Time of a decision.", required=False),
        Field("nodes", Nullable(range(1, 10_000_001)), "What a decision searches.", required=False),
    ),
    meaning="How much a strategy may compute. What you leave out, the strategy chooses.",
)
NEW_DECISION = Object(
    "NewDecision",
    (
        Field("view", FOREIGN_VIEW, "As `GET /v1/games/{id}` gives it, or from another service."),
        Field("budget", BUDGET, required=False),
        Field(
            "seed",
            Text(64, min_characters=0),
            "Of the strategy's random choices. A whole number is accepted, too.",
            required=False,
        ),
    ),
)
UNCHECKED_DECISION = NEW_DECISION._replace(
    fields=tuple(field._replace(shape=None) if field.name == "view" else field for field in NEW_DECISION.fields)
)
"""The same with any view: the rules check it, and say more than its shape."""
