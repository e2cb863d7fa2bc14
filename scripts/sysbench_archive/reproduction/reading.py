"""Published records, read as what they are: JSON that somebody else wrote.

Owns which fields are needed and what each has to be. What is not needed is dropped, so that
nothing unexpected goes further; a wrong kind, an id that is none, or too much of anything is
refused with a sentence.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from sysbench_archive.capture.stops import RefusalError
from sysbench_archive.metrics import METRICS
from sysbench_archive.problems import inert, shown

Record = dict[str, Any]
Reader = Callable[[Any, str], Any]
MAX_ENTRIES = 20_000
MAX_TEXT = 10_000
_HINT = "is this the index.json of a page of this archive?"


def _refuse(where: str, got: object, expected: str) -> RefusalError:
    return RefusalError(inert(where) or "/", "not a published record", shown(got), expected, _HINT)


def text(value: Any, where: str) -> str:
    """Text of bounded length, with nothing in it that a terminal would obey."""
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise _refuse(where, type(value).__name__, f"text of at most {MAX_TEXT} characters")
    return inert(value)


def matching(pattern: str, said: str) -> Reader:
    """A reader of text that matches a pattern as a whole."""
    compiled = re.compile(pattern)

    def read(value: Any, where: str) -> str:
        if not isinstance(value, str) or not compiled.fullmatch(value):
            raise _refuse(where, value if isinstance(value, str) else type(value).__name__, said)
        return value

    return read


def number(value: Any, where: str) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e300:
        raise _refuse(where, value, "a number")
    if not math.isfinite(value):
        raise _refuse(where, value, "a finite number")
    return value


def count(value: Any, where: str) -> int:
    """A whole number from 1 to a million."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 1_000_000:
        raise _refuse(where, value, "a whole number from 1 to 1000000")
    return value


def group(**fields: Reader) -> Reader:
    """A reader of a mapping that has these fields; others are dropped."""

    def read(value: Any, where: str) -> Record:
        if not isinstance(value, Mapping):
            raise _refuse(where, type(value).__name__, "a mapping")
        missing = [name for name in fields if name not in value]
        if missing:
            raise _refuse(f"{where}/{missing[0]}", "nothing", "a value")
        return {name: reader(value[name], f"{where}/{name}") for name, reader in fields.items()}

    return read


def list_of(reader: Reader) -> Reader:
    """A reader of a list of bounded length."""

    def read(value: Any, where: str) -> list[Any]:
        if not isinstance(value, list) or len(value) > MAX_ENTRIES:
            raise _refuse(where, type(value).__name__, f"a list of at most {MAX_ENTRIES}")
        return [reader(item, f"{where}/{index}") for index, item in enumerate(value)]

    return read


def figures(value: Any, where: str) -> Record:
    """Figures by metric; metrics this program does not know are dropped."""
    if not isinstance(value, Mapping):
        raise _refuse(where, type(value).__name__, "a mapping")
    known = {name: figure for name, figure in value.items() if name in METRICS}
    return {name: _FIGURE(figure, f"{where}/{name}") for name, figure in known.items()}


ID = matching(r"[a-z0-9][a-z0-9-]{0,200}", "an id: lower case, digits, hyphens")
PATH = matching(r"/(results|comparisons)/[a-z0-9-]{1,300}/([a-z0-9-]{1,300}/)?", "a site path")
RESULT_PATH = matching(r"/results/[a-z0-9-]{1,300}/", "the path of a result")
_METRIC = matching("|".join(METRICS), "a metric of this archive")
_STATE = matching("complete|failed", "complete or failed")
_FIGURE = group(value=number)
_NAMED = group(id=ID)
_FACTS = list_of(group(name=text, label=text, value=text, state=text))
_RUN = group(
    id=ID, path=PATH, server=_NAMED, workload=_NAMED, threads=count, state=_STATE,
    figures=figures, facts=_FACTS,
)  # fmt: skip
_SERVER = group(
    id=ID, label=text, product=text, version=text, variant=text, regime=text, host=ID,
    facts=_FACTS, options=_FACTS,
)  # fmt: skip
_DESCRIBED = group(id=ID, label=text, facts=_FACTS)
_PARAMETER = group(name=text, value=text, origin=text)
_WORKLOAD = group(
    id=ID, title=text, test=text, shelf=text, parameters=list_of(_PARAMETER), facts=_FACTS
)
RESULT = group(
    id=ID, path=RESULT_PATH, title=text, submitted=text, evidence=text, submitter=text,
    hosts=list_of(_DESCRIBED), servers=list_of(_SERVER), clients=list_of(_DESCRIBED),
    workloads=list_of(_WORKLOAD), runs=list_of(_RUN),
)  # fmt: skip
"""What of a result's record is needed."""
_PANEL = group(
    id=matching(r"[a-z0-9][a-z0-9_-]{0,400}", "an id"), title=text,
    bundle=group(path=RESULT_PATH), workload=_NAMED,
    metric=group(name=_METRIC), sides=list_of(_NAMED),
)  # fmt: skip
COMPARISON = group(path=PATH, title=text, panels=list_of(_PANEL))
"""What of a comparison's record is needed."""


def parsed(data: bytes, where: str) -> Any:
    """JSON as it comes from elsewhere. RefusalError where it is none, or nests too deep."""
    try:
        return json.loads(data, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        said = inert(" ".join(str(error).split()))[:120]
        raise RefusalError(where, "not JSON", said, "a published index.json", _HINT) from None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")
