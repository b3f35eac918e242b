"""The bodies of requests.

The rules check intentions and views themselves, and whether options belong together.
"""

from typing import Any

from marshmallow import ValidationError

from game.cards import EMPIRE_IDS
from game.field_types import ACCOUNT_ID
from game.options import MAX_SEATS, OPTIONS, STRATEGY
from game.value_shapes import ACCOUNT_KINDS, SEAT, VERSION
from game.views.foreign import FOREIGN_VIEW
from service.accounts.handle_claims import NoHandle, read_handle
from service.accounts.stored_token import SCOPES
from service.accounts.tokens import DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS
from service.api.schemas.base import Body
from service.api.schemas.fields import Boolean, Float, Integer, List, Name, Nested, Shaped, String, Unchecked, shaped
from service.api.schemas.intentions import INTENTION
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
            name: Integer(POLICIES[name].meaning, validate=Range(0, MAX_QUOTA), required=False)
            for name in ACCOUNT_POLICIES
        }


class Proof(Body):
    """SHA-256 of `<challenge>.<nonce>` begins with as many zero bits as the challenge asks for."""

    challenge = String("Of `GET /v1/registration`.", validate=Length(1, MAX_CHALLENGE_CHARACTERS))
    nonce = String("Letters and digits.", validate=Length(1, MAX_NONCE_CHARACTERS))


def _read_handle(text: str) -> str:
    try:
        return read_handle(text)
    except NoHandle:
        raise ValidationError("must be 3 to 20 of a-z, 0-9, - and _, a letter first") from None


class NewPlayer(Body):
    name = Name(MAX_NAME_CHARACTERS, read_player_name, example="Ada")
    kind = String("`human` if you leave it out.", validate=OneOf(ACCOUNT_KINDS), required=False)
    handle = handle_field(
        "Letters, digits, `-` and `_`; made from the name if you leave it out.", required=False, post_load=_read_handle
    )
    proof = Nested(Proof, "A proof of work, when one is asked for.", required=False)


class ChangedPlayer(Body):
    """What you leave out stays."""

    name = Name(MAX_NAME_CHARACTERS, read_player_name, required=False, example="Ada")
    handle = handle_field("Letters, digits, `-` and `_`, a letter first.", required=False, post_load=_read_handle)


class NewToken(Body):
    name = Name(MAX_NAME_CHARACTERS, example="phone", description="For you.")
    scopes = List(
        String(validate=OneOf(SCOPES)), "Of those that your own token has.", validate=[Length(1, len(SCOPES)), Unique()]
    )
    expires_in = Integer(
        "Seconds; null: never.", validate=Range(60, MAX_TOKEN_SECONDS), allow_none=True, required=False
    )


class Rotation(Body):
    overlap = Integer(
        f"Seconds for which the old secret stays good; {DEFAULT_OVERLAP_SECONDS} if you leave it out.",
        validate=Range(0, MAX_OVERLAP_SECONDS),
        required=False,
    )


class NewRecovery(Body):
    player = Shaped(ACCOUNT_ID, "The account's id, or `@` and its handle.")
    code = recovery_code_field("Case, blanks and dashes do not count.")


def seed_field() -> String:
    """What a player adds to the seed of a game."""
    return String("Your share of the shuffle.", validate=Length(0, 128), allow_none=True, required=False)


class TakeSeat(Body):
    empire = String("Null leaves it to the deal.", validate=OneOf(EMPIRE_IDS), allow_none=True, required=False)
    code = String(
        "The invite code of a private game; case, blanks and dashes do not count. Other games need none.",
        validate=Length(1, 32),
        allow_none=True,
        required=False,
        example="7KQ2M-XWF9R",
    )
    client_seed = seed_field()


class Start(Body):
    client_seed = seed_field()


class Agree(Body):
    ready = Boolean("Whether you agree that the game starts.")
    client_seed = seed_field()


class AgreeToPause(Body):
    pause = Boolean("Whether you agree that the game is paused.")
    expires_at = String(
        "Of the question that you agree to, as `pause` in the view has it. Without it, you ask if nobody does.",
        validate=Length(1, 40),
        required=False,
    )


def strategies_field(description: str) -> List:
    """Strategies that take seats. Those that do not exist are refused later, by a code of their own."""
    return List(Shaped(STRATEGY), description, validate=Length(max=MAX_SEATS), required=False)


class ChangedTable(Body):
    """What you leave out stays."""

    seats = Integer("How many play.", validate=Range(1, MAX_SEATS), required=False)
    bots = strategies_field("All strategies of the table, for the last seats.")


class HandOn(Body):
    seat = Shaped(SEAT, "Of the new host.")


class Invite(Body):
    player = String(
        "The id of an account, `@` and its handle, or the name of a bot account.", validate=Printable(1, 80)
    )


class Undo(Body):
    version = Shaped(VERSION, "Of the intention: the view's `undoable`.", allow_none=True, required=False)


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
    version = Shaped(VERSION, "To go back to.")


class NewFork(Body):
    """If bots have all seats, you only watch."""

    version = Shaped(range(1, VERSION.stop), "To start from.")
    seat = Shaped(SEAT, "Yours; 0 if you leave it out.", allow_none=True, required=False)
    bots = strategies_field("For the last of the other seats.")
    name = game_name_field()
    private = Boolean("Only for those at its table; so is each fork of a private game.", required=False)
    spectators = Boolean("Who knows its id may watch a private fork, if everybody may watch the game.", required=False)


class NewReaction(Body):
    reaction = String("Of the catalogue.", validate=OneOf(REACTION_TEXTS))


class Budget(Body):
    """How much a strategy may compute. What you leave out, the strategy chooses."""

    seconds = Float("Time of a decision.", validate=Range(0.001, 1e6), allow_none=True, required=False)
    nodes = Integer("What a decision searches.", validate=Range(1, 10_000_000), allow_none=True, required=False)


def _as_text(seed: Any) -> Any:
    return str(seed) if type(seed) is int else seed


class NewDecision(Body):
    most_values = MAX_VIEW_VALUES
    view = Unchecked(FOREIGN_VIEW, "As `GET /v1/games/{id}` gives it, or from another service.")
    budget = Nested(Budget, required=False)
    seed = String(
        "Of the strategy's random choices. A whole number is accepted, too.",
        validate=Length(0, 64),
        pre_load=_as_text,
        required=False,
    )


class NewTry(Body):
    intention = Unchecked(INTENTION, "One of `legal`.")
