"""The one error of the rules."""

from collections.abc import Sequence


class Refused(Exception):
    """A request that the rules do not allow now.

    `code` is stable and made for programs (`wrong_phase`). `detail` is a sentence for people, and holds nothing that
    the asking seat may not know: a fixed text, or a Message. `faults`: (JSON Pointer, what the value there must be),
    where a body does not have its shape. `index`: the place in a batch, 0.., once it is known.
    """

    def __init__(self, code: str, detail: str, faults: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.faults = faults
        self.index: int | None = None
