"""Commands that sysbench would not have taken as they are written down, or not for these tables.

A run may use fewer tables and rows than were loaded. It cannot use more: sysbench then asks for
rows that do not exist, and counts answers without any.
"""

from __future__ import annotations

from collections.abc import Iterator

from sysbench_archive.model.bundle import Bundle, Workload, stated
from sysbench_archive.problems import RULES, Problem, Rule, got_expected
from sysbench_archive.rules.places import in_document
from sysbench_archive.sysbench.command import (
    Command,
    dialect_of,
    effective_parameters,
    parse_command,
)
from sysbench_archive.sysbench.command.options import possible_dialects
from sysbench_archive.sysbench.command.workloads import BUILTIN_TESTS, SQL_TESTS

OPTION = RULES["command-option"]
VERB = RULES["command-verb"]
GENERATION = RULES["command-generation"]
STATED = RULES["stated-repeated"]
PREPARE = RULES["prepare-mismatch"]
PUBLISHED = RULES["prepare-published"]

_SIZES = ("tables", "table_size", "scale")

SHIPPED = BUILTIN_TESTS | SQL_TESTS
"""Tests whose options are known; a script of somebody's own takes what it likes, and so does one
that has the name of such a test, where the workload names it as a `script`."""


def check(bundle: Bundle) -> Iterator[Problem]:
    """Look at every command of workloads and runs, at stated parameters and at loaded tables."""
    for pointer, command, verb, workload in _commands(bundle):
        for rule, message in _faults(bundle, command, verb, workload):
            yield in_document(bundle, rule, pointer, message)
    yield from _stated(bundle)
    yield from _loaded(bundle)


def _commands(bundle: Bundle) -> Iterator[tuple[str, Command, str, Workload]]:
    """Pointer, command, the verb its field is for, the workload."""
    for index, workload in enumerate(bundle.workloads.values()):
        if prepare := stated(workload.facts["prepare"]):
            pointer = f"/workloads/{index}/prepare"
            yield pointer, parse_command(prepare), "prepare", workload
        if workload.command:
            yield f"/workloads/{index}/command", workload.command, "run", workload
    for index, run in enumerate(bundle.runs):
        if run.command and "command" in run.facts:
            workload = bundle.workloads[run.workload]
            yield f"/runs/{index}/command", run.command, "run", workload


def _faults(
    bundle: Bundle, command: Command, verb: str, workload: Workload
) -> Iterator[tuple[Rule, str]]:
    for issue in command.issues:
        yield OPTION, issue
    foreign = command.test is not None and command.test not in SHIPPED
    for word in () if foreign or "script" in workload.facts else command.unknown:
        yield OPTION, got_expected("not an option of sysbench", word, "an option it documents")
    # parallel_prepare.lua loads tables in its `run`.
    loads = verb == "prepare" and command.test == "parallel_prepare"
    if command.verb != verb and not loads:
        yield VERB, got_expected("wrong verb", command.verb or "none", verb)
    version = bundle.clients[workload.client].sysbench
    dialect = dialect_of(version)
    if command.generation and dialect and dialect not in possible_dialects(command, None):
        expected = f"that of sysbench {version}"
        message = got_expected("syntax of another sysbench", command.generation, expected)
        yield GENERATION, message


def _stated(bundle: Bundle) -> Iterator[Problem]:
    for index, workload in enumerate(bundle.workloads.values()):
        carried = workload.command.parameters if workload.command else {}
        for name in workload.stated:
            if name in carried and carried[name].value is not None:
                pointer = f"/workloads/{index}/stated_parameters/{name}"
                message = f"the command carries {carried[name].original}"
                yield in_document(bundle, STATED, pointer, message)


def _loaded(bundle: Bundle) -> Iterator[Problem]:
    """Compare each command of a run with the command that loaded its tables."""
    for index, workload in enumerate(bundle.workloads.values()):
        yield from _compare(bundle, f"/workloads/{index}/prepare", workload, workload.command)
    own = ((n, run) for n, run in enumerate(bundle.runs) if "command" in run.facts)
    for number, run in {(r.workload, r.facts["command"]): (n, r) for n, r in own}.values():
        workload = bundle.workloads[run.workload]
        yield from _compare(bundle, f"/runs/{number}/command", workload, run.command)


def _compare(
    bundle: Bundle, pointer: str, workload: Workload, command: Command | None
) -> Iterator[Problem]:
    text = stated(workload.facts["prepare"])
    loader = parse_command(text) if text else None
    if command is None or loader is None or loader.verb != "prepare":
        return
    if "script" in workload.facts:
        return
    version = bundle.clients[workload.client].sysbench
    loaded, asked = effective_parameters(loader, version), effective_parameters(command, version)
    rule = PREPARE if bundle.evidence == "raw-output" else PUBLISHED
    both_known = {loader.test, command.test} <= SQL_TESTS
    both_known = both_known and loader.generation == command.generation
    for name in _SIZES:
        if name not in loaded or name not in asked:
            continue
        typed = loaded[name].origin == asked[name].origin == "command"
        have, want = loaded[name].value, asked[name].value
        if not (isinstance(have, int) and isinstance(want, int)):
            continue
        if (both_known or typed) and want > have:
            label = name.replace("_", "-")
            message = got_expected(f"{label} of the run is not loaded", want, f"at most {have}")
            yield in_document(bundle, rule, pointer, message)
