"""``garden store``."""

import sys
from pathlib import Path

import click

from solver.cli import options
from solver.cli.run import Run


@click.command(
    "store", cls=options.Command, short_help="What the store of a run holds; `merge` joins stores."
)
@click.argument("files", metavar="FILE | merge FILE FILE...", nargs=-1, required=True)
@click.option("--csv", "as_csv", is_flag=True, help="All rows, as comma-separated values.")
@options.confidence_option
@options.common_without_game
def show_store(run: Run, files: tuple[str, ...], as_csv: bool, confidence: float) -> None:
    """What the store of a run holds: what was asked, the estimate, the hardest deals.

    A run may be at work on it. The interval is that of a sample whose size was fixed beforehand.

    `merge A B C` adds to A, which is made if it is not there, the deals of B and C. They must have
    been asked the same; where they have the same deals, they must agree.
    """
    from solver.report.store import store_json, store_text, write_csv
    from solver.runs.estimate import win_probability
    from solver.runs.merge import merge
    from solver.runs.sample import tally_of
    from solver.runs.store import Store
    from solver.runs.store_file import RefusedError

    if as_csv and run.as_json:
        raise click.UsageError("--csv and --json are two ways to write: name one of them")
    joined = files[0] == "merge"
    if joined and len(files) < 3:
        raise click.UsageError("merge needs the store to add to, and those to be added")
    if not joined and len(files) > 1:
        raise click.UsageError("name one store, or: merge FILE FILE...")
    path = files[1] if joined else files[0]
    for name in files[2:] if joined else files:
        if not Path(name).exists():
            raise click.UsageError(f"{name}: No such file")
    try:
        if joined:
            merge(path, files[2:])
        with Store.view(path) as store:
            if as_csv:
                write_csv(store, sys.stdout)
                return
            tally = tally_of(store)
            estimate = win_probability(*tally.verdicts, confidence)
            run.show(
                lambda: store_json(store, tally, estimate),
                lambda: store_text(store, tally, estimate),
            )
    except RefusedError as error:
        raise click.UsageError(str(error)) from None
