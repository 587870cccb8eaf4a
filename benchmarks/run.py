"""The whole benchmark, for ``results/bench.md`` and ``.json``: `python -m benchmarks.run`.

It takes a quarter of an hour of the processor. `garden bench` is a short form of it.
"""

import json
import sys
from pathlib import Path

import click
from tqdm import tqdm

from benchmarks.provenance import RESULTS, provenance
from solver.bench.report import WHOLE, markdown, measure, parts, record


@click.command(help=__doc__)
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False, writable=True),
    default=RESULTS,
    help="for the files",
)
def main(folder: Path) -> None:
    """Writes the files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)  # now, not after all was measured
    except OSError as error:
        raise click.UsageError(f"{folder}: {error.strerror}") from None
    with tqdm(total=parts(WHOLE), unit="part", disable=not sys.stderr.isatty()) as bar:

        def show(part: str) -> None:
            bar.set_postfix_str(part, refresh=False)
            bar.update()

        found = measure(WHOLE, show)
    lines = [
        "# What Garden costs",
        "",
        *provenance("python -m benchmarks.run"),
        markdown(found, WHOLE.growth_deals),
    ]
    (folder / "bench.md").write_text("\n".join(lines) + "\n")
    (folder / "bench.json").write_text(json.dumps(record(found), indent=1) + "\n")


if __name__ == "__main__":
    main()
