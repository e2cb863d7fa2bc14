"""What only differences can say that a source published without figures."""

from typing import Any

import pytest

from derived_records import plain, result_record, server_record, workload_record
from sysbench_archive.model.base import Named
from sysbench_archive.model.comparability import Conditions
from sysbench_archive.model.comparison import Panel
from sysbench_archive.model.result import ReportedDifference
from sysbench_archive.pages.comparison.record import reported_panels

SIDES = {
    name: Named(id=key, label=label)
    for name, key, label in (
        ("workload", "w", "Work"),
        ("baseline", "a", "Baseline"),
        ("candidate", "b", "Candidate"),
    )
}


def panel(**stated: Any) -> Panel:
    result = result_record(
        servers=[server_record("a"), server_record("b")],
        workloads=[workload_record()],
        reported=[plain(ReportedDifference, metric="tps", **SIDES, **stated)],
        conditions=Conditions(servers={"a": {}, "b": {}}, workloads={"w": {}}),
    )
    (found,) = reported_panels([result], ["a", "b"])
    return found


@pytest.mark.parametrize(
    "stated",
    [{"mean": 1300, "minimum": -1000, "maximum": 6100}, {"mean": -13}, {"mean": 0}, {}],
)
def test_published_differences_have_no_ratio_to_hold_against_noise(stated: dict[str, Any]) -> None:
    found = panel(**stated)
    (verdict,) = found.verdicts
    assert (verdict.direction, verdict.status, verdict.headline) == ("cannot-tell", "reported", [])
    assert verdict.sentence.endswith(".")
    assert found.rows == []


def test_published_differences_are_quoted_with_their_signs() -> None:
    found = panel(mean=1300, minimum=-1000, maximum=6100, slower_at_threads=[425, 500])
    assert found.verdicts[0].sentence == (
        "Cannot tell whether Candidate or Baseline is faster: the source published differences"
        " without the figures they are of, in transactions per second +1,300 on average,"
        " between \N{MINUS SIGN}1,000 and +6,100, slower at 425 and 500 threads."
    )
