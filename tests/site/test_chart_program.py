"""The chart program: the same records give the same bytes, and faults are sentences."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import chart_records as records
import pytest
from drawn_charts import KINDS, ROOT, draw, drawings, lay, of_every_kind, write

from node_process import run_program

PROGRAM = ROOT / "scripts" / "charts" / "draw.mjs"


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The chart program in a process of its own, however it ends."""
    command = ["node", str(PROGRAM), *map(str, arguments)]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)


def test_the_same_records_give_the_same_bytes_on_any_number_of_threads(tmp_path: Path) -> None:
    # A thread is started for 40 charts and for what is left of them: two threads.
    charts = (records.chart(f"c{n}-{kind}", kind) for n in range(14) for kind in KINDS)
    source = lay(tmp_path / "charts", *charts)
    draw(source, tmp_path / "one", "--workers", "1")
    draw(source, tmp_path / "two", "--workers", "2")
    assert len(drawings(tmp_path / "one")) == 42
    assert drawings(tmp_path / "one") == drawings(tmp_path / "two")


def test_only_what_changed_is_drawn_again(tmp_path: Path) -> None:
    source, out = lay(tmp_path / "charts", *of_every_kind()), tmp_path / "out"
    assert draw(source, out)["drawn"] == 4
    assert draw(source, out)["drawn"] == 0
    lay(source, records.chart("bars", threads=(8,)))
    assert draw(source, out) | {"seconds": 0} == {"drawn": 1, "cached": 3, "seconds": 0}


@pytest.mark.parametrize("damage", [b"", b"<svg/>", None])
def test_a_damaged_drawing_is_drawn_again(tmp_path: Path, damage: bytes | None) -> None:
    source, out = lay(tmp_path / "charts", *of_every_kind()), tmp_path / "out"
    draw(source, out)
    before = drawings(out)
    victim = out / "sweep-ratio.svg"
    if damage is None:
        victim.unlink()
    else:
        victim.write_bytes(damage)
    assert draw(source, out)["drawn"] == 1
    assert drawings(out) == before


@pytest.mark.parametrize("record", ['{"bars": 7, ', '{"bars": 7}', "null"])
def test_a_damaged_record_of_drawings_is_not_trusted(tmp_path: Path, record: str) -> None:
    source, out = lay(tmp_path / "charts", *of_every_kind()), tmp_path / "out"
    draw(source, out)
    (out / ".drawn.json").write_text(record, encoding="utf-8")
    assert draw(source, out)["drawn"] == 4


def test_drawings_nobody_asks_for_are_removed(tmp_path: Path) -> None:
    source, out = lay(tmp_path / "charts", *of_every_kind()), tmp_path / "out"
    draw(source, out)
    (source / "bars.json").unlink()
    draw(source, out)
    assert sorted(drawings(out)) == [f"sweep-{kind}.svg" for kind in sorted(KINDS)]


def test_compiled_specs_are_plain_vega_and_the_same_every_time(tmp_path: Path) -> None:
    source = lay(tmp_path / "charts", *of_every_kind())
    for out in ("one", "two"):
        assert run(source, tmp_path / out).returncode == 0
    for name in (*KINDS, "single"):
        one, two = (tmp_path / out / "specs" / f"{name}.vg.json" for out in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()
        assert json.loads(one.read_text())["$schema"].endswith("/vega/v6.json")


BROKEN: dict[str, tuple[records.Record, str]] = {
    "no values": ({"values": []}, "has no values"),
    "no kind": ({"kind": "pie"}, "is of no known kind"),
    "text for a number": ({"centre": "9"}, "has no number in values[0].centre"),
    "unknown side": ({"side": "x"}, "names no side of its own in values[0].side"),
    "link elsewhere": (
        {"path": "//elsewhere.example/"},
        "has no site-relative path in values[0].path",
    ),
    "program": ({"path": "javascript:x"}, "has no site-relative path in values[0].path"),
    "another name": ({"name": "other"}, 'calls itself "other"'),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_chart_that_cannot_be_drawn_fails_with_a_sentence(tmp_path: Path, case: str) -> None:
    change, sentence = BROKEN[case]
    source, out = lay(tmp_path / "charts", *of_every_kind()), tmp_path / "out"
    bad = records.chart("bad")
    if change.keys() <= bad.keys():
        bad |= change
    else:
        bad["values"][0] |= change
    write(source / "bad.json", bad)
    done = run_program(PROGRAM, source, out)
    assert done.returncode == 1
    assert f"chart bad: {sentence}\n" in done.stderr
    assert len(drawings(out)) == 4


def test_wrong_usage_is_told_apart(tmp_path: Path) -> None:
    for arguments in ((), (tmp_path / "missing", tmp_path), (tmp_path, tmp_path, "--workers", "0")):
        done = run(*arguments)
        assert done.returncode == 2
        assert done.stderr.startswith("charts: ")
