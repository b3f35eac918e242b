"""The one error of the rules."""


class Refused(Exception):
    """An intention that the rules do not allow now.

    `code` is stable and made for programs (`wrong_phase`); `detail` is a sentence for people and holds
    nothing that the asking seat may not know. `index` is the place in a batch, 0.., once it is known.
    """

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.index: int | None = None
