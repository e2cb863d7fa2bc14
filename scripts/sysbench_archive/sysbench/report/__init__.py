"""Reading sysbench output of every dialect, from 0.4 to 1.1, out of arbitrary bytes.

Owns the meaning of every line sysbench prints about a run. Refuses to guess: a figure that is
not printed is None, a figure that cannot be trusted is None with a warning, and no input makes
it raise or take more than linear time.
"""

from sysbench_archive.sysbench.report.faults import FAULTS, SysbenchFault
from sysbench_archive.sysbench.report.fields import TWICE
from sysbench_archive.sysbench.report.histogram import (
    BUCKET_WIDTH,
    LOWEST_MS,
    Histogram,
    histogram_doubt,
    percentile,
)
from sysbench_archive.sysbench.report.model import (
    Interval,
    LatencySummary,
    Report,
    report_to_json,
)
from sysbench_archive.sysbench.report.reading import parse_reports
from sysbench_archive.sysbench.report.unwrapping import readable_lines

__all__ = [
    "BUCKET_WIDTH",
    "FAULTS",
    "LOWEST_MS",
    "TWICE",
    "Histogram",
    "Interval",
    "LatencySummary",
    "Report",
    "SysbenchFault",
    "histogram_doubt",
    "parse_reports",
    "percentile",
    "readable_lines",
    "report_to_json",
]
