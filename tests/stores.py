"""Made-up batches, and the rows of a store."""

from pathlib import Path

import numpy as np

from solver.games import Batch
from solver.runs.store import Store

ASKED = {"game": "trevi", "cells": "2", "search": "3", "max-states": "1000", "memory": "64"}
COUNTED = {"game": "flower", "beds": "6"}


def searched(first: int, count: int) -> Batch:
    """A made-up batch of deals with a search; about a third are undecided."""
    numbers = first + np.arange(count)
    verdicts = (numbers * 7919 >> 3) % 3
    undecided, solvable, unsolvable = np.bincount(verdicts, minlength=3).tolist()
    checks = (verdicts == 1) & (numbers % 10 == 0)
    return Batch(
        first,
        count,
        solvable,
        unsolvable,
        undecided,
        verdicts=verdicts.astype(np.int8),
        states=numbers % 1000 + 1,
        checks=checks,
        checked=int(checks.sum()),
    )


def counted(first: int, count: int, race: bool = False) -> Batch:
    """A made-up batch of deals with a score, the number's last digit."""
    scores = (first + np.arange(count)) % 10
    cards = np.bincount(scores, minlength=10)
    ends = np.bincount(scores % 3, minlength=3) if race else None
    won = int(cards[-1])
    return Batch(first, count, won, count - won, cards=cards, race=ends, checked=count // 4)


def rows_of(path: Path) -> list[tuple]:
    with Store.view(str(path)) as store:
        return list(store.rows())
