"""The exception that is an error answer."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.games.write import Declined
from service.problems import PROBLEMS


class Problem(Declined):
    """An error answer. `errors`: places in the body, as {pointer, detail}, or in the query, as {parameter, detail}.

    `code`: of PROBLEMS. `detail`: a sentence, empty if `errors` says everything. `status`: if not that of PROBLEMS.
    `more`: further members of the document.
    """

    def __init__(
        self,
        code: str,
        detail: str = "",
        headers: Mapping[str, str] | None = None,
        errors: Sequence[Mapping[str, str]] = (),
        status: int | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.status = status or PROBLEMS[code].status
        self.code = code
        self.detail = detail
        self.headers = dict(headers or {})
        self.errors = list(errors)
        self.more = dict(more or {})
