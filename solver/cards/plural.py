"""Numbers of things in words."""


def counted(count: int, thing: str) -> str:
    """``1 move``, ``1,234 moves``."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"
