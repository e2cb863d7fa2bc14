"""Where in a bundle a rule complains.

Owns the step from an index or a field to path, pointer and line. Refuses to judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from sysbench_archive.bundle.figures import FILE as FIGURES
from sysbench_archive.bundle.strict_yaml import pointer_to
from sysbench_archive.model.bundle import Bundle, Run
from sysbench_archive.problems import Problem, Rule


def in_document(bundle: Bundle, rule: Rule, pointer: str, message: str) -> Problem:
    """A problem at a pointer of bundle.yaml."""
    path = f"{bundle.path}/bundle.yaml"
    return rule.at(path, message, pointer=pointer, line=bundle.line(pointer))


def in_figures(bundle: Bundle, rule: Rule, run: Run, *, metric: str, message: str) -> Problem:
    """A problem of a figure of figures.csv: `/RUN/METRIC`."""
    pointer = pointer_to(pointer_to("", run.id), metric)
    return rule.at(f"{bundle.path}/{FIGURES}", message, pointer=pointer)


def in_file(bundle: Bundle, rule: Rule, name: str, message: str, *, line: int = 0) -> Problem:
    """A problem of an evidence file."""
    return rule.at(f"{bundle.path}/{name}", message, line=line)


def numbered_runs(bundle: Bundle) -> Iterator[tuple[str, Run]]:
    """Every run with its pointer, in authored order."""
    return ((f"/runs/{index}", run) for index, run in enumerate(bundle.runs))


def numbered_reports(bundle: Bundle) -> Iterator[tuple[str, Run]]:
    """The same for what is said of reports: a run of slices is each of its slices in turn.

    Figures are then those of that slice, and not the sums.
    """
    for pointer, run in numbered_runs(bundle):
        for taken in run.slices:
            figures = {} if run.failed else taken.figures
            yield pointer, replace(run, report=taken.report, figures=figures, slices=())
        if not run.slices:
            yield pointer, run


Fault = tuple[Rule, str, str]
"""A rule that a run breaks, where below the run (`/threads`, or nothing), and the sentence."""


def of_runs(
    bundle: Bundle,
    runs: Iterable[tuple[str, Run]],
    *looks: Callable[[Bundle, Run], Iterator[Fault]],
) -> Iterator[Problem]:
    """The problems that some looks at each of these runs find."""
    for pointer, run in runs:
        for look in looks:
            for rule, place, message in look(bundle, run):
                yield in_document(bundle, rule, f"{pointer}{place}", message)


class Text(NamedTuple):
    """A text somebody wrote, and where: in bundle.yaml, or in figures.csv."""

    value: str
    pointer: str
    bundle: Bundle
    in_figures: bool = False

    def complain(self, rule: Rule, message: str) -> Problem:
        """A problem of this text."""
        if self.in_figures:
            return rule.at(f"{self.bundle.path}/{FIGURES}", message, pointer=self.pointer)
        return in_document(self.bundle, rule, self.pointer, message)


def texts(bundle: Bundle) -> Iterator[Text]:
    """Every text of bundle.yaml, keys included, and every source a row of figures.csv names.

    In no order: problems are sorted once they are all there.
    """
    yield from (Text(value, pointer, bundle) for pointer, value in strings(bundle.facts))
    for run in bundle.runs:
        for column, value in run.source.items():
            yield Text(value, f"/{run.id}/{column}", bundle, in_figures=True)


def strings(document: Any) -> list[tuple[str, str]]:
    """Every string of a document with its pointer; the keys of mappings stand at their value."""
    found: list[tuple[str, str]] = []
    pending: list[tuple[str, Any]] = [("", document)]
    while pending:
        pointer, value = pending.pop()
        if isinstance(value, str):
            found.append((pointer, value))
        elif isinstance(value, list):
            pending += [(f"{pointer}/{index}", child) for index, child in enumerate(value)]
        elif isinstance(value, dict):
            children = [(pointer_to(pointer, key), key, child) for key, child in value.items()]
            found += [(place, key) for place, key, _ in children]
            pending += [(place, child) for place, _, child in children]
    return found
