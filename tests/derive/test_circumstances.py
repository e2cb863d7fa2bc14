"""What stands beside the charts of a comparison."""

from __future__ import annotations

from derived_records import panel_record, plain
from sysbench_archive.model.comparability import Comparability
from sysbench_archive.model.comparison import (
    CellRecord,
    Panel,
    PanelMachine,
    PanelRow,
    VerdictRecord,
    Window,
)
from sysbench_archive.pages.comparison.circumstances import circumstances_of

MINUS = "\N{MINUS SIGN}"


def panel(*windows: Window, rest: str = "", noise: float | None = None) -> Panel:
    """A panel with a row for each window that a ratio is of."""
    cells = [
        plain(CellRecord, ratio=0.8, window=window, window_text="" if window == "whole" else "both")
        for window in windows
    ]
    return panel_record(
        rows=[PanelRow(threads=1, per_cpu="", cells=[None, cell]) for cell in cells],
        machines=[plain(PanelMachine, title="M", name="M", rest=rest)],
        verdicts=[plain(VerdictRecord, noise=noise)],
        comparability=plain(Comparability),
    )


def test_ratios_of_a_part_of_the_runs_are_said_to_be() -> None:
    assert circumstances_of([panel("whole", "never")]).late == ""
    assert circumstances_of([panel("whole", "last-half"), panel("last-three-quarters")]).late == (
        "2 of 3 ratios are of the last half or three quarters of runs, which settled late;"
        " throughputs are of whole runs."
    )


def test_what_some_results_know_of_a_machine_is_not_said_of_all() -> None:
    panels = [panel(rest="8 cores, CentOS"), panel(rest="8 cores, NVMe, CentOS"), panel()]
    (machine,) = circumstances_of(panels).machines
    assert machine.rest == "8 cores, CentOS; of some runs: NVMe"


def test_what_cannot_be_told_of_single_runs_has_both_its_ends() -> None:
    (doubt,) = circumstances_of([panel(noise=1.24)]).doubts
    assert doubt.text == (
        f"Two runs of the same thing differ by {MINUS}19 to +24 %: no smaller difference counts."
    )
