"""The whole benchmark, for ``results/bench.md`` and ``.json``: `python -m benchmarks.run`.

It takes a quarter of an hour of the processor, and with `--short` about a minute. `garden bench`
only decides the sets of deals.
"""

import json
import sys
from pathlib import Path

import click
from tqdm import tqdm

from benchmarks.cost.report import SHORT, WHOLE, markdown, measure, parts, record
from benchmarks.provenance import RESULTS, provenance


@click.command(help=__doc__)
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False, writable=True),
    default=RESULTS,
    help="for the files",
)
@click.option("--short", is_flag=True, help="less of everything, in about a minute")
def main(folder: Path, short: bool) -> None:
    """Writes the files."""
    extent = SHORT if short else WHOLE
    try:
        folder.mkdir(parents=True, exist_ok=True)  # now, not after all was measured
    except OSError as error:
        raise click.UsageError(f"{folder}: {error.strerror}") from None
    with tqdm(total=parts(extent), unit="part", disable=not sys.stderr.isatty()) as bar:

        def show(part: str) -> None:
            bar.set_postfix_str(part, refresh=False)
            bar.update()

        found = measure(extent, show)
    lines = [
        "# What Garden costs",
        "",
        *provenance(f"python -m benchmarks.run{' --short' if short else ''}"),
        markdown(found, extent.growth_deals),
    ]
    (folder / "bench.md").write_text("\n".join(lines) + "\n")
    (folder / "bench.json").write_text(json.dumps(record(found), indent=1) + "\n")


if __name__ == "__main__":
    main()
