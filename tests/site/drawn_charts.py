"""Charts drawn for a test, and their parts as elements."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import chart_records as records

from node_process import run_program

ROOT = Path(__file__).resolve().parents[2]
KINDS = ("throughput", "ratio", "latency")
SVG = "{http://www.w3.org/2000/svg}"


def draw(charts: Path, out: Path, *options: str) -> dict[str, float]:
    """Draw a folder of charts; returns the program's summary."""
    done = run_program(ROOT / "scripts" / "charts" / "draw.mjs", charts, out, *options)
    assert done.returncode == 0, done.stderr
    summary: dict[str, float] = json.loads(done.stdout)
    return summary


def write(path: Path, record: object) -> None:
    """Write a record as JSON, folders included."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")


def lay(folder: Path, *charts: records.Record) -> Path:
    """Write chart records as a build does."""
    for chart in charts:
        write(folder / f"{chart['name']}.json", chart)
    return folder


def drawings(folder: Path) -> dict[str, bytes]:
    """Every drawing of a folder."""
    return {path.name: path.read_bytes() for path in folder.glob("*.svg")}


def drawn(folder: Path, chart: records.Record) -> tuple[ElementTree.Element, ElementTree.Element]:
    """A chart's drawing and its key, as elements."""
    draw(lay(folder / "in", chart), folder / "out")
    text = (folder / "out" / f"{chart['name']}.svg").read_text(encoding="utf-8")
    tree = ElementTree.fromstring(rooted(text))
    return tree[0], tree[1] if len(tree) > 1 else tree


def rooted(text: str) -> str:
    """A drawing and its key as one document."""
    return f'<div xmlns="http://www.w3.org/2000/svg">{text}</div>'


def texts(drawing: ElementTree.Element) -> list[str]:
    """The texts of a drawing in their order, without tooltips."""
    return ["".join(element.itertext()) for element in drawing.iter(f"{SVG}text")]


def of_every_kind(text: records.Text = records.plain) -> list[records.Record]:
    """A sweep of each kind, and bars."""
    sweeps = [records.chart(f"sweep-{kind}", kind, text=text, spread=0.05) for kind in KINDS]
    return [*sweeps, records.chart("bars", threads=(4,), text=text, spread=0.05)]
