"""Runs a table of steps: what each makes, and by its parameters what it needs.

Steps run in the order of their needs, beside each other where neither needs the other. What a step
writes is not written again while everything that it is made from is as it was, and what only such
steps need is not made either. So no step reads files but those that steps before it write: what is
read of an archive is given.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from graphlib import TopologicalSorter
from typing import Any, get_type_hints

import msgspec

from sysbench_archive.build.program import source_digest
from sysbench_archive.build.store import Written
from sysbench_archive.publish.output import Output


@dataclass(frozen=True)
class Step:
    """A row of the table. `after`: steps that write files which it reads."""

    makes: str
    run: Callable[..., Any]
    after: tuple[str, ...] = ()

    @cached_property
    def types(self) -> dict[str, Any]:
        """What it needs, by name, and under `return` what it makes."""
        return get_type_hints(self.run)

    @property
    def needs(self) -> tuple[str, ...]:
        """The names of its parameters."""
        return tuple(name for name in self.types if name != "return")

    @property
    def writes(self) -> bool:
        """Whether it makes files: an output, or something with one."""
        made = self.types["return"]
        return made is Output or "output" in getattr(made, "__dataclass_fields__", ())

    def key(self, keys: Mapping[str, str]) -> str:
        """Digest of everything that what it makes depends on."""
        made_from = (keys[name] for name in (*self.needs, *self.after))
        parts = (self.makes, source_digest(self.run.__module__), *made_from)
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@dataclass(slots=True)
class Ran:
    """What stands now of each step that writes, and the files that are others than before."""

    written: dict[str, Written] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)
    values: dict[str, Any] = field(default_factory=dict)


def value_digest(value: object) -> str:
    """SHA-256 of a value of records, mappings, lists, text and numbers."""
    encoded = msgspec.json.encode(value, enc_hook=str, order="deterministic")
    return hashlib.sha256(encoded).hexdigest()


def in_order(steps: Iterable[Step]) -> list[Step]:
    """The steps, each after what it needs. Raises CycleError where there is no such order."""
    by_name = {step.makes: step for step in steps}
    needs = {name: by_name.keys() & {*step.needs, *step.after} for name, step in by_name.items()}
    return [by_name[name] for name in TopologicalSorter(needs).static_order()]


def run_steps(
    steps: Sequence[Step],
    given: Mapping[str, Any],
    keys: Mapping[str, str],
    last: Mapping[str, Written],
) -> Ran:
    """Run what is due; `last` is what was written by the build before.

    `keys` are the digests of what is given; what has none makes no difference to what is written.
    """
    order = in_order(steps)
    known = dict.fromkeys(given, "") | dict(keys)
    for step in order:
        known[step.makes] = step.key(known)
    due = _due(order, known, last)
    made: dict[str, Future[Any]] = {}

    def run(step: Step) -> Any:
        for name in made.keys() & set(step.after):
            made[name].result()
        values = {n: given[n] if n in given else made[n].result() for n in step.needs}
        return step.run(**values)

    # A thread for each: none waits for one that has not begun.
    with ThreadPoolExecutor(len(order)) as threads:
        for step in order:
            if step.makes in due:
                made[step.makes] = threads.submit(run, step)
    return _outcome(order, made, known, last)


def _due(order: Sequence[Step], keys: Mapping[str, str], last: Mapping[str, Written]) -> set[str]:
    """The steps that write something else than stands, and all that these need."""
    due: set[str] = set()
    for step in reversed(order):
        stands = step.makes in last and last[step.makes].digest == keys[step.makes]
        if step.makes in due or (step.writes and not stands):
            due |= {step.makes, *step.needs}
    return due


def _outcome(
    order: Sequence[Step],
    values: Mapping[str, Future[Any]],
    keys: Mapping[str, str],
    last: Mapping[str, Written],
) -> Ran:
    ran = Ran()
    for step in order:
        name = step.makes
        if name in values:
            ran.values[name] = made = values[name].result()
        if step.writes and name in values:
            output = made if isinstance(made, Output) else made.output
            ran.written[name] = Written(keys[name], sorted(output.written))
            ran.changed |= output.changed
        elif step.writes:
            ran.written[name] = last[name]
    return ran
