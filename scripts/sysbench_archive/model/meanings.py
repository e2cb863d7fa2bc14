"""What records and their fields mean: their docstrings, which become descriptions in schemas.

msgspec keeps no docstrings of fields, so they are read from the source.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache

import msgspec

from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import Record

_MEANINGS = {
    "circumstances": "What stands beside its charts.",
    "comparison": "Id of the comparison, as in its address.",
    "description": "Meaning.",
    "evidence": "Evidence class.",
    "figures_sha256": "SHA-256 of the canonical figures.",
    "findings": "What its page opens with.",
    "high": "Upper end.",
    "label": "Name for readers.",
    "loads": "Kinds of load.",
    "low": "Lower end of its interval; null without repetitions.",
    "methodology": "Version of the methodology.",
    "n": "Runs.",
    "number": "Revision, counted from 1.",
    "path": "Address.",
    "reason": "Why.",
    "reference": "Where that is known from: a web address, or a path of this site; else empty.",
    "reproduced_by": "Bundles that ran it again; absent where there are none.",
    "says": "The answer in words.",
    "sentence": "It, in a sentence.",
    "series": "Release series.",
    "server_cpu_us": "Server CPU per transaction, in microseconds.",
    "sha256": "SHA-256.",
    "sides": "Servers, baseline first.",
    "sign": "What stands.",
    "size": "Size in bytes.",
    "slug": "Last part of its address.",
    "standing": "Whether the row may still be replaced.",
    "stated": "Stated facts by dotted name, as the bundle has them.",
    "status": "Evidence status.",
    "storage": "Kinds of storage.",
    "threads": "Client threads.",
    "why": "Why it matters.",
    "y": "Pixels from the top.",
}


def field_meanings(record: type[Record]) -> dict[str, str]:
    """Field to the string below it; a class's own string is heard before those it inherits.

    Without one a field means what its name says, or what is said of the name: that of a figure by
    the table of metrics, those of others here.
    """
    named = _MEANINGS | {metric.name: metric.description for metric in METRICS.values()}
    found = {
        name: named.get(name, f"{name.replace('_', ' ').capitalize()}.")
        for name in record.__struct_fields__
    }
    for base in reversed(record.__mro__):
        if issubclass(base, msgspec.Struct) and base is not msgspec.Struct:
            found |= _meanings_in(base.__module__).get(base.__name__, {})
    return found


@cache
def _meanings_in(module: str) -> dict[str, dict[str, str]]:
    """Class of a module to its fields' strings."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {
        node.name: dict(_documented(node)) for node in tree.body if isinstance(node, ast.ClassDef)
    }


def _documented(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for statement, below in zip(node.body, node.body[1:], strict=False):
        match statement, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(words))),
            ):
                yield name, one_line(words)


def one_line(words: str) -> str:
    """A text of several lines in one."""
    return " ".join(words.split())
