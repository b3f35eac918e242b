"""The bodies of requests.

The rules check intentions and views themselves, and whether options belong together.
"""

from typing import Any

from game.cards import EMPIRE_IDS
from game.field_types import ACCOUNT_ID
from game.options import MAX_SEATS, OPTIONS, STRATEGY
from game.value_shapes import ACCOUNT_KINDS, SEAT, VERSION
from game.views.foreign import FOREIGN_VIEW
from service.accounts.stored_token import SCOPES
from service.accounts.tokens import DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS
from service.api.schemas.base import Body
from service.api.schemas.fields import Boolean, Float, Integer, List, Name, Nested, Shaped, String, Unchecked, shaped
from service.api.schemas.players import MAX_NAME_CHARACTERS, handle_field, recovery_code_field
from service.api.schemas.tokens import MAX_TOKEN_SECONDS
from service.api.schemas.validate import Length, OneOf, Printable, Range, Unique
from service.language.given_names import read_player_name
from service.language.names import REACTION_TEXTS
from service.limits.policies import ACCOUNT_POLICIES, MAX_QUOTA, POLICIES
from service.limits.proof import MAX_CHALLENGE_CHARACTERS, MAX_NONCE_CHARACTERS

MAX_VIEW_VALUES = 16_000
"""Of a body with a view, about: a view has some thousand. More would cost a web process more than 20 ms to read."""


class NewLimits(Body):
    """Quotas of one account. What you leave out has the default."""

    class Meta:
        include = {
            name: Integer(validate=Range(0, MAX_QUOTA), required=False, description=POLICIES[name].meaning)
            for name in ACCOUNT_POLICIES
        }


class Proof(Body):
    """SHA-256 of `<challenge>.<nonce>` begins with as many zero bits as the challenge asks for."""

    challenge = String(validate=Length(1, MAX_CHALLENGE_CHARACTERS), description="Of `GET /v1/registration`.")
    nonce = String(validate=Length(1, MAX_NONCE_CHARACTERS), description="Letters and digits.")


class NewPlayer(Body):
    name = Name(MAX_NAME_CHARACTERS, read_player_name, metadata={"examples": ["Ada"]})
    kind = String(validate=OneOf(ACCOUNT_KINDS), required=False, description="`human` if you leave it out.")
    handle = handle_field(
        required=False, description="Letters, digits, `-` and `_`; made from the name if you leave it out."
    )
    proof = Nested(Proof, required=False, description="A proof of work, when one is asked for.")


class ChangedPlayer(Body):
    """What you leave out stays."""

    name = Name(MAX_NAME_CHARACTERS, read_player_name, required=False, metadata={"examples": ["Ada"]})
    handle = handle_field(required=False, description="Letters, digits, `-` and `_`, a letter first.")


class NewToken(Body):
    name = Name(MAX_NAME_CHARACTERS, metadata={"examples": ["phone"]}, description="For you.")
    scopes = List(
        String(validate=OneOf(SCOPES)),
        validate=[Length(1, len(SCOPES)), Unique()],
        description="Of those that your own token has.",
    )
    expires_in = Integer(
        validate=Range(60, MAX_TOKEN_SECONDS), allow_none=True, required=False, description="Seconds; null: never."
    )


class Rotation(Body):
    overlap = Integer(
        validate=Range(0, MAX_OVERLAP_SECONDS),
        required=False,
        description=f"Seconds for which the old secret stays good; {DEFAULT_OVERLAP_SECONDS} if you leave it out.",
    )


class NewRecovery(Body):
    player = Shaped(ACCOUNT_ID, description="The account's id, or `@` and its handle.")
    code = recovery_code_field(description="Case, blanks and dashes do not count.")


def seed_field() -> String:
    """What a player adds to the seed of a game."""
    return String(validate=Length(0, 128), allow_none=True, required=False, description="Your share of the shuffle.")


class TakeSeat(Body):
    empire = String(
        validate=OneOf(EMPIRE_IDS), allow_none=True, required=False, description="Null leaves it to the deal."
    )
    code = String(
        validate=Length(1, 32),
        allow_none=True,
        required=False,
        description="The invite code of a private game; case, blanks and dashes do not count. Other games need none.",
        metadata={"examples": ["7KQ2M-XWF9R"]},
    )
    client_seed = seed_field()


class Start(Body):
    client_seed = seed_field()


class Agree(Body):
    ready = Boolean(description="Whether you agree that the game starts.")
    client_seed = seed_field()


class AgreeToPause(Body):
    pause = Boolean(description="Whether you agree that the game is paused.")
    expires_at = String(
        validate=Length(1, 40),
        required=False,
        description="Of the question that you agree to, as `pause` in the view has it. Without it, you ask if nobody "
        "does.",
    )


def strategies_field(description: str) -> List:
    """Strategies that take seats. Those that do not exist are refused later, by a code of their own."""
    return List(Shaped(STRATEGY), validate=Length(max=MAX_SEATS), required=False, description=description)


class ChangedTable(Body):
    """What you leave out stays."""

    seats = Integer(validate=Range(1, MAX_SEATS), required=False, description="How many play.")
    bots = strategies_field("All strategies of the table, for the last seats.")


class HandOn(Body):
    seat = Shaped(SEAT, description="Of the new host.")


class Invite(Body):
    player = String(
        validate=Printable(1, 80), description="The id of an account, `@` and its handle, or the name of a bot account."
    )


class Undo(Body):
    version = Shaped(VERSION, allow_none=True, required=False, description="Of the intention: the view's `undoable`.")


def game_name_field() -> Name:
    """The name of a new game. The rules also accept the names of all games that were ever opened."""
    return Name(80, allow_none=True, required=False, description="A name for the lists.")


class NewGame(Body):
    """An option that you leave out, or that is null, has its default."""

    class Meta:
        include = {
            **{option.name: shaped(option, allow_none=not option.required) for option in OPTIONS.fields},
            "name": game_name_field(),
        }


class NewRewind(Body):
    version = Shaped(VERSION, description="To go back to.")


class NewFork(Body):
    """If bots have all seats, you only watch."""

    version = Shaped(range(1, VERSION.stop), description="To start from.")
    seat = Shaped(SEAT, allow_none=True, required=False, description="Yours; 0 if you leave it out.")
    bots = strategies_field("For the last of the other seats.")
    name = game_name_field()


class NewReaction(Body):
    reaction = String(validate=OneOf(REACTION_TEXTS), description="Of the catalogue.")


class Budget(Body):
    """How much a strategy may compute. What you leave out, the strategy chooses."""

    seconds = Float(validate=Range(0.001, 1e6), allow_none=True, required=False, description="Time of a decision.")
    nodes = Integer(
        validate=Range(1, 10_000_000), allow_none=True, required=False, description="What a decision searches."
    )


def _as_text(seed: Any) -> Any:
    return str(seed) if type(seed) is int else seed


class NewDecision(Body):
    most_values = MAX_VIEW_VALUES
    view = Unchecked(FOREIGN_VIEW, description="As `GET /v1/games/{id}` gives it, or from another service.")
    budget = Nested(Budget, required=False)
    seed = String(
        validate=Length(0, 64),
        pre_load=_as_text,
        required=False,
        description="Of the strategy's random choices. A whole number is accepted, too.",
    )
