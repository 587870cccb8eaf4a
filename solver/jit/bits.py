"""Machine instructions on 64-bit words that Numba does not offer by itself.

Each is one instruction on the common processors: LLVM's intrinsics, called from kernels.
"""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from solver.jit import options as _options  # noqa: F401  sets the cache folder first

_WORD = ir.IntType(64)


def _unary(name: str, with_flag: bool) -> Any:
    """An intrinsic from a word to a word; ``with_flag`` for those that take "zero is undefined"."""

    def typing(typingctx: Any, word: Any) -> Any:
        if not isinstance(word, types.Integer):
            return None

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if with_flag:
                function = builder.module.declare_intrinsic(
                    name, [_WORD], ir.FunctionType(_WORD, [_WORD, ir.IntType(1)])
                )
                return builder.call(function, [args[0], ir.Constant(ir.IntType(1), 0)])
            function = builder.module.declare_intrinsic(name, [_WORD])
            return builder.call(function, [args[0]])

        return types.int64(types.uint64), codegen

    return typing


@intrinsic
def popcount(typingctx: Any, word: Any) -> Any:
    """The number of ones in a 64-bit word."""
    return _unary("llvm.ctpop", with_flag=False)(typingctx, word)


@intrinsic
def ctz(typingctx: Any, word: Any) -> Any:
    """The place of the lowest one in a 64-bit word; 64 for the word 0."""
    return _unary("llvm.cttz", with_flag=True)(typingctx, word)


@intrinsic
def clz(typingctx: Any, word: Any) -> Any:
    """The number of zeros above the highest one in a 64-bit word; 64 for the word 0."""
    return _unary("llvm.ctlz", with_flag=True)(typingctx, word)


@intrinsic
def mulhi(typingctx: Any, left: Any, right: Any) -> Any:
    """The high 64 bits of the 128-bit product of two words; ``left * right`` has the low ones."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), _WORD)

    return types.uint64(types.uint64, types.uint64), codegen
