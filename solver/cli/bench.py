"""``garden bench``."""

import click

from solver.cli import options
from solver.cli.run import Run
from solver.cli.terminal import progress_bar


@click.command(
    "bench",
    cls=options.Command,
    short_help="Measures in some seconds how fast this machine decides deals.",
)
@options.common_without_game
def bench(run: Run) -> None:
    """Measures in some seconds how fast this machine decides deals.

    Decides the sets of deals under seeds/ again, and compares their verdicts and states with the
    lists. `python -m benchmarks.run`, in a checkout, measures more: kernels beside their floors,
    start-up, growth, memory.
    """
    from solver.analyse.bench import SETS, run_bench
    from solver.report.bench import bench_json, bench_text

    bar = progress_bar(len(SETS), run.no_progress, unit="set")

    def show(name: str) -> None:
        bar.set_postfix_str(name, refresh=False)
        bar.update()

    with bar:
        try:
            found = run_bench(show)
        except FileNotFoundError as error:
            raise click.ClickException(str(error)) from None
    run.show(lambda: bench_json(found), lambda: bench_text(found))
