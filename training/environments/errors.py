"""The error of an environment."""


class IllegalAction(ValueError):
    """The position does not allow the action; it stays as it is.

    `action`: the number, `reason`: why it is illegal, `seat`: whose action it is, None where that is not known yet.
    """

    def __init__(self, action: object, reason: str, seat: int | None = None) -> None:
        super().__init__(f"action {action}{'' if seat is None else f' of seat_{seat}'}: {reason}")
        self.action = action
        self.reason = reason
        self.seat = seat
