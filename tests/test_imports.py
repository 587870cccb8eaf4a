"""Who may import whom: floors, referee and kernel apart, and no Numba before a kernel is needed."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import solver
from solver.jit.cache import KERNEL_FLOORS

PACKAGE = Path(solver.__file__).parent

#: From the ground up: a file imports from its own floor and from those below it.
FLOORS = ("jit", "cards", "text", "games", "runs", "analyse", "report", "cli")

#: Files at the top of the package, and the floor that they stand on.
TOP = {"__init__": "report", "__main__": "cli", "api": "report", "signals": "jit", "version": "jit"}

MODULES = {
    ".".join(("solver", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(
        ".__init__"
    ): path
    for path in sorted(PACKAGE.rglob("*.py"))
}


def imports_of(module: str, at_once: bool = False) -> Iterator[str]:
    """The modules of the package that a module imports; ``at_once``: as soon as it is imported."""
    tree = ast.parse(MODULES[module].read_text())
    nodes = list(ast.walk(tree))
    if at_once:
        lazy = [
            inner
            for node in nodes
            if isinstance(node, ast.FunctionDef) or _is_for_types(node)
            for inner in ast.walk(node)
            if inner is not node
        ]
        nodes = [node for node in nodes if node not in lazy]
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            named = [f"{node.module}.{name.name}" for name in node.names]
            inside = [name for name in named if name in MODULES]
            yield from inside
            if len(inside) < len(named):
                yield node.module


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"


def floor_of(module: str) -> int:
    """The floor that a module stands on, the ground being 0."""
    _, first, *_ = (*module.split("."), "__init__")
    return FLOORS.index(TOP.get(first, first))


@pytest.mark.parametrize("module", MODULES)
def test_no_import_goes_up(module):
    for other in imports_of(module):
        assert floor_of(other) <= floor_of(module), f"{module} imports {other}"


def test_no_import_goes_round():
    """Whatever is imported when a module is imported, types aside, leads to no circle."""
    done: set[str] = set()

    def visit(module: str, above: tuple[str, ...]) -> None:
        assert module not in above, " -> ".join((*above, module))
        if module in done:
            return
        for other in imports_of(module):
            visit(other, (*above, module))
        done.add(module)

    for module in MODULES:
        visit(module, ())


def is_kernel(module: str) -> bool:
    """Whether a module has code that Numba compiles."""
    return "solver.jit.options" in imports_of(module) and module not in (
        "solver.jit.bits",
        "solver.jit.options",
    )


KERNELS = [module for module in MODULES if is_kernel(module)]


def test_kernels_are_found():
    assert len(KERNELS) > 10
    assert "solver.games.trevi.kernel.search" in KERNELS


@pytest.mark.parametrize("module", KERNELS)
def test_a_kernel_knows_no_referee_and_no_other_game(module):
    """A kernel imports ``jit``, the shuffle, its own game's kernels and constants; no rules."""
    folder = module.rsplit(".", 1)[0]
    game = ".".join(module.split(".")[:3])
    for other in imports_of(module):
        assert other.split(".")[1] in KERNEL_FLOORS
        own = other.startswith((f"{folder}.", f"{game}.kernel.")) or other == game
        shared = other.startswith("solver.jit.") or other == "solver.cards.shuffle_kernel"
        assert own or shared or other == "solver.cards.shuffle", f"{module} imports {other}"


@pytest.mark.parametrize("module", [name for name in MODULES if name.endswith(".rules")])
def test_a_referee_imports_no_kernel(module):
    seen: set[str] = set()

    def reach(name: str) -> None:
        if name not in seen:
            seen.add(name)
            for other in imports_of(name):
                reach(other)

    reach(module)
    assert not seen.intersection(KERNELS)


def test_no_module_but_kernels_and_their_doors_needs_numba():
    """The command line, the registry and the referees are there without Numba and NumPy."""
    program = (
        "import sys, solver.cli.main, solver.games\n"
        "print(sorted({'numba', 'numpy', 'scipy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")
