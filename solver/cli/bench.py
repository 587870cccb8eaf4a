"""``garden bench``."""

import click

from solver.cli.options import Command, common_without_game
from solver.cli.terminal import print_json, progress_bar


@click.command(
    "bench",
    cls=Command,
    short_help="Measures in about a minute what all this costs on this machine.",
)
@common_without_game
def bench(game: None, as_json: bool, no_progress: bool) -> None:
    """Measures this machine, in about a minute: kernels, sets of deals, start-up, memory.

    Each kernel stands beside its floor: the same work by its twin in C, or the part of its work
    that cannot be left out. The sets' verdicts and states are held against what is known of them.
    `python -m benchmarks.run`, in a checkout, measures more.
    """
    from solver.bench.machine import machine, versions
    from solver.bench.report import SHORT, markdown, measure, parts, record

    bar = progress_bar(parts(SHORT), no_progress, unit="part")

    def show(part: str) -> None:
        bar.set_postfix_str(part, refresh=False)
        bar.update()

    with bar:
        try:
            found = measure(SHORT, show)
        except FileNotFoundError as error:
            raise click.ClickException(str(error)) from None
    if as_json:
        print_json(record(found))
    else:
        print(f"- Machine: {machine()}; {versions()}")
        print(markdown(found, SHORT.growth_deals))
