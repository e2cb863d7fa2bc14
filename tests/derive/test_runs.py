"""What a run's page quotes is what its evidence file says."""

from pathlib import Path

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.derive.results import result_record
from sysbench_archive.metrics import METRICS

ROOT = Path(__file__).resolve().parents[2]
RAW = ROOT / "data" / "results" / "2026-11-mariadb-11-8-and-10-11-debian-vm"


def test_quoted_lines_stand_where_they_say_and_name_their_figures() -> None:
    bundle = load_bundle(RAW, "x").bundle
    assert bundle is not None
    run = result_record(bundle)["runs"][0]
    lines = (RAW / run["evidence"]["file"]).read_text().splitlines()
    printed: dict[int, str] = {}
    for stretch in run["excerpt"]:
        number = stretch["first"]
        for part in stretch["parts"]:
            marked = part.split("\t")
            told = [marked[1]] if len(marked) > 1 else part.split("\n")
            assert told == [line.rstrip() for line in lines[number - 1 :][: len(told)]]
            if len(marked) > 1:
                assert int(marked[0]) == number
                printed[number] = marked[2]
            number += len(told)
    for name, figure in run["figures"].items():
        assert METRICS[name].label in printed[figure["line"]]
    assert len(run["excerpt"]) > 1
