"""Charts as SVG. The one module that needs matplotlib, which the extra ``dev`` installs.

The background is transparent, and all colours are of a middle tone, so that a chart reads well on
white and on black. The same data gives the same bytes.
"""

import io
import math
from collections.abc import Mapping, Sequence

import matplotlib
from matplotlib.figure import Figure

_INK = "#7d8590"
_COLOURS = ("#3d8fd1", "#d9822b", "#2fa36b", "#b565c9", "#c9504f")
_MARKERS = ("o", "s", "^", "D", "v")

#: More points than this are drawn as a line alone.
_MARKED = 60

_STYLE = {
    "svg.fonttype": "none",  # letters stay text
    "svg.hashsalt": "garden",
    "font.family": "sans-serif",
    "font.size": 11,
    "text.color": _INK,
    "axes.edgecolor": _INK,
    "axes.labelcolor": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
}


def log_chart(series: Mapping[str, Sequence[float]], title: str, across: str, up: str) -> str:
    """Points over 0, 1, 2 … on a logarithmic scale, as the text of an SVG file.

    ``series``: the values of up to five named rows of points; a zero, which such a scale has not,
    is left out, and so is a NaN. ``across`` and ``up`` are the labels of the axes.
    """
    points = {
        name: (range(len(values)), [value or math.nan for value in values])
        for name, values in series.items()
    }
    return chart(points, title, across, up, logarithmic="y")


def chart(
    series: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    title: str,
    across: str,
    up: str,
    logarithmic: str = "",
) -> str:
    """Lines through points, as the text of an SVG file.

    ``series``: for up to five names the places across, and the values there; a NaN breaks the line.
    ``logarithmic``: the axes that are, ``"x"``, ``"y"`` or ``"xy"``.
    """
    with matplotlib.rc_context(_STYLE):
        figure = Figure(figsize=(8, 4.5), layout="constrained")
        axes = figure.subplots()
        for (name, (places, values)), colour, marker in zip(
            series.items(), _COLOURS, _MARKERS, strict=False
        ):
            few = len(places) <= _MARKED
            axes.plot(
                places,
                values,
                label=name,
                color=colour,
                marker=marker if few else None,
                markersize=4,
                linewidth=1.2,
            )
        if "x" in logarithmic:
            axes.set_xscale("log")
        if "y" in logarithmic:
            axes.set_yscale("log")
        axes.set(title=title, xlabel=across, ylabel=up)
        axes.grid(color=_INK, alpha=0.25)
        axes.spines[["top", "right"]].set_visible(False)
        if len(series) > 1:
            axes.legend(frameon=False)
        out = io.StringIO()
        plain = {"Creator": None, "Date": None}
        figure.savefig(out, format="svg", transparent=True, metadata=plain)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"
