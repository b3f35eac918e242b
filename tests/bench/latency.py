def report() -> None:
    pass
