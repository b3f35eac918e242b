"""All texts of errors that are translated, wherever they stand."""

from collections.abc import Iterator
from itertools import chain

from marshmallow import Schema, fields

from game.cards import KINDS
from game.views.fields import PHASES, STATUSES
from game.views.foreign import SEAT_RULES, TABLE_RULES
from service.api.errors import HTTP_DETAILS
from service.api.schemas import queries
from service.api.schemas.validate import OneOf
from service.problems import PROBLEMS
from store.faults import FAULTS
from tests.service.language.texts_in_code import plain_texts, templates


def texts_of_errors() -> set[str]:
    """Titles, meanings and remedies, details and faults, and the words in them."""
    kinds = chain.from_iterable((kind.title, kind.meaning, kind.remedy) for kind in PROBLEMS.values())
    from_code = templates() | plain_texts() | {*HTTP_DETAILS.values(), *FAULTS.values()}
    return {*kinds, *TABLE_RULES, *SEAT_RULES} | from_code | words() | faults_of_queries()


def words() -> set[str]:
    """Words of the game that details name: items, phases, statuses."""
    return {*KINDS, *PHASES, *STATUSES}


def faults_of_queries() -> set[str]:
    """What marshmallow says itself about queries."""
    found = {*queries.Query().error_messages.values()}
    for field in query_fields():
        found |= {*field.error_messages.values()}
        fixed = [getattr(check, "error", None) for check in field.validators if not isinstance(check, OneOf)]
        found |= {*filter(None, fixed)}
    return found


def query_fields() -> Iterator[fields.Field]:
    """Every parameter of every query."""
    schemas = [found for found in vars(queries).values() if isinstance(found, type) and issubclass(found, Schema)]
    return chain.from_iterable(schema().fields.values() for schema in schemas)
