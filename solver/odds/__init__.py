"""Many deals: counts, intervals, runs. To call the package is to call ``solver.api.odds``."""

import sys
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> Any:
        from solver import api

        return api.odds(*arguments, **options)


sys.modules[__name__].__class__ = _Callable
