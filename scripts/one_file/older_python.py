"""What Python 3.9 and 3.10 lack of 3.11 and the program uses, for database hosts with no newer one.

Only in the zipapp, which is run on such hosts. Here are names of the standard library that came
later, with the meaning they have there, and types joined by `|`. Other syntax that came later is
not used by the modules that `capture` and `host-facts` load: a test holds it.
"""

import ast
import builtins
import collections
import dataclasses
import datetime
import functools
import importlib.machinery
import itertools
import operator
import re
import sys
import types
import typing


def make_up():
    """Put every name that is missing in its place."""
    if sys.version_info < (3, 10):
        builtins.__either__ = _Either()
        importlib.machinery.SourceFileLoader.source_to_code = _source_to_code
        dataclasses.dataclass = _dataclass
        builtins.zip = _zip
        itertools.pairwise = _pairwise
        collections.Counter.total = lambda self: sum(self.values())
        typing.TypeGuard = typing.Optional
    re.compile = _compile
    datetime.UTC = datetime.timezone.utc  # noqa: UP017
    typing.Self = typing.Any
    typing.dataclass_transform = lambda **_: lambda decorated: decorated
    sys.modules.setdefault("tomllib", types.ModuleType("tomllib"))


_plain_dataclass = dataclasses.dataclass
_plain_zip = builtins.zip
_plain_compile = re.compile


def _compile(pattern, flags=0):
    """Possessive repeats spare time on text made to waste it: without them the same is found."""
    try:
        return _plain_compile(pattern, flags)
    except re.error:
        return _plain_compile(re.sub(r"([*+?}])\+", r"\1", pattern), flags)


def _dataclass(cls=None, *, slots=False, kw_only=False, **options):
    """With `kw_only` a field without default may follow others; `slots` are only named."""
    if cls is None:
        return functools.partial(_dataclass, slots=slots, kw_only=kw_only, **options)
    if kw_only:
        _give_defaults(cls)
    made = _plain_dataclass(cls, **options)
    if slots:
        made.__slots__ = tuple(cls.__dict__.get("__annotations__", {}))
        # They are no real slots: copyreg must not take them for such.
        made.__slotnames__ = []
    return made


def _give_defaults(cls):
    """A default for fields that have none and follow one that has: callers name all of them."""
    seen = any(
        field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING
        for base in cls.__mro__[1:]
        for field in getattr(base, "__dataclass_fields__", {}).values()
    )
    for name in cls.__dict__.get("__annotations__", {}):
        if hasattr(cls, name) or name in cls.__dict__:
            seen = True
        elif seen:
            setattr(cls, name, dataclasses.field(default=None))


_plain_code = importlib.machinery.SourceFileLoader.source_to_code


def _source_to_code(self, data, path, *, _optimize=-1):
    """`int | None` becomes a call that makes a Union, in annotations and in names for types."""
    if "sysbench_archive" not in path:
        return _plain_code(self, data, path, _optimize=_optimize)
    tree = _Unions().visit(ast.parse(data, path))
    code = ast.fix_missing_locations(tree)
    return compile(code, path, "exec", dont_inherit=True, optimize=_optimize)


class _Unions(ast.NodeTransformer):
    """Replaces every `|`: what joins numbers, sets and mappings is told from types as it runs."""

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if not isinstance(node.op, ast.BitOr):
            return node
        both = ast.Tuple([node.left, node.right], ast.Load())
        name = ast.Name("__either__", ast.Load())
        return ast.Subscript(name, both, ast.Load())


class _Either:
    """`a | b` as Python 3.10 has it."""

    def __getitem__(self, both):
        left, right = both
        try:
            return operator.or_(left, right)
        except TypeError:
            return typing.Union[left, right]


class _zip(_plain_zip):
    """zip with `strict`."""

    def __new__(cls, *iterables, strict=False):
        if not strict:
            return _plain_zip(*iterables)
        return _strict(*iterables)


def _strict(*iterables):
    nothing = object()
    for values in itertools.zip_longest(*iterables, fillvalue=nothing):
        if any(value is nothing for value in values):
            raise ValueError("zip() arguments are of different lengths")
        yield values


def _pairwise(iterable):
    before = nothing = object()
    for value in iterable:
        if before is not nothing:
            yield before, value
        before = value
