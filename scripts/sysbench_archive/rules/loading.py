"""Whether the tables that were loaded are those that were measured.

A run may use fewer tables and rows than there are. It cannot use more: sysbench then asks for rows
that do not exist, and counts answers without any.
"""

from __future__ import annotations

from collections.abc import Iterator

from sysbench_archive.model.bundle import Bundle, Workload, stated
from sysbench_archive.problems import RULES, Problem, got_expected
from sysbench_archive.rules.places import in_document
from sysbench_archive.sysbench.command import Command, effective_parameters, parse_command
from sysbench_archive.sysbench.command.workloads import SQL_TESTS

PREPARE = RULES["prepare-mismatch"]
PUBLISHED = RULES["prepare-published"]

_SIZES = ("tables", "table_size", "scale")


def check(bundle: Bundle) -> Iterator[Problem]:
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
