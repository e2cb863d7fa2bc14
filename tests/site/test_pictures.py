"""The pictures of comparisons: they stand alone, show the chart, and are made once."""

from __future__ import annotations

import json
import re
import struct
import subprocess
import zlib
from pathlib import Path
from xml.etree import ElementTree

import chart_records as records
import pytest
from drawn_charts import ROOT, SVG, draw, lay, write

from folder_bytes import bytes_below
from node_process import run_program

HOME = "https://archive.example"
SIZE = (600, 315)


def words(name: str, chart: str, text: records.Text = records.plain) -> records.Record:
    """What a comparison's pictures are made from."""
    return {
        "name": name,
        "chart": chart,
        "card": True,
        "title": text("Is MySQL 8.4 faster than MySQL 8.0?"),
        "caption": text("Read-only"),
        "answer": text("MySQL 8.4 is faster: by 7 % at 8 threads."),
        "publisher": "Sysbench Archive",
        "url": f"{HOME}/comparisons/{name}/",
    }


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """The picture program, however it ends."""
    program = ROOT / "scripts" / "charts" / "pictures.mjs"
    return run_program(program, *(folder / room for room in ("words", "drawn", "out")), *options)


def made(folder: Path, *options: str) -> dict[str, float]:
    """Make what is due; the program's summary without its seconds."""
    done = run(folder, *options)
    assert done.returncode == 0, done.stderr
    summary: dict[str, float] = json.loads(done.stdout)
    del summary["seconds"]
    return summary


def prepare(folder: Path, *charts: records.Record, text: records.Text = records.plain) -> Path:
    """Charts drawn, and a comparison of the same name for each; one has no chart."""
    draw(lay(folder / "charts", *charts), folder / "drawn")
    for chart in charts:
        write(folder / "words" / f"{chart['name']}.json", words(chart["name"], chart["name"], text))
    write(folder / "words" / "bare.json", words("bare", "", text))
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """Everything published, by path below the comparisons."""
    return bytes_below(folder / "out" / "static" / "comparisons")


def pixels(png: bytes) -> tuple[tuple[int, int], list[bytes], bytes]:
    """Size, palette and rows of a picture; its checksums are checked on the way."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, chunks = 8, {}
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        body = png[at + 4 : at + 8 + size]
        assert struct.unpack(">I", png[at + 8 + size : at + 12 + size])[0] == zlib.crc32(body)
        chunks[body[:4]] = body[4:]
        at += 12 + size
    width, height, depth, kind = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (depth, kind) == (8, 3)
    palette = [chunks[b"PLTE"][n : n + 3] for n in range(0, len(chunks[b"PLTE"]), 3)]
    rows = zlib.decompress(chunks[b"IDAT"])
    assert len(rows) == height * (width + 1)
    assert max(rows) < len(palette)
    return (width, height), palette, rows


def part(rows: bytes, top: int, bottom: int) -> set[int]:
    """Places in the palette that some rows of a card show."""
    wide = SIZE[0] + 1
    return {p for row in range(top, bottom) for p in rows[row * wide + 1 : (row + 1) * wide]}


KINDS = [records.chart("sweep", spread=0.05), records.chart("bars", threads=(4,))]
CROWD = records.chart("crowd", versions=tuple(f"8.{minor}" for minor in range(25)))


@pytest.mark.parametrize("chart", [*KINDS, CROWD], ids=lambda chart: str(chart["name"]))
def test_a_chart_stands_alone(tmp_path: Path, chart: records.Record) -> None:
    made(prepare(tmp_path, chart))
    svg = files(tmp_path)[f"{chart['name']}/chart.svg"].decode()
    assert not re.search(r"var\(|class=|style=|oklch|currentcolor", svg)
    root = ElementTree.fromstring(svg)
    texts = "\n".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))
    for shown in ("Is MySQL 8.4 faster", "Read-only", f"{HOME}/comparisons/", "Transactions per"):
        assert shown in texts
    for side in chart["sides"]:
        assert side["label"] in texts, "by its line, or in the key"
    assert root.find(f"{SVG}rect") is not None, "a ground of its own"


def test_a_card_shows_words_and_the_chart_in_its_colours(tmp_path: Path) -> None:
    made(prepare(tmp_path, *KINDS))
    size, palette, rows = pixels(files(tmp_path)["sweep/card.png"])
    assert size == SIZE
    assert len(part(rows, 15, 115)) > 2, "words"
    assert len(part(rows, 150, SIZE[1])) > 2, "a chart"
    svg = files(tmp_path)["sweep/chart.svg"].decode()
    lines = {
        bytes.fromhex(c)
        for c in re.findall(r'<path stroke="#([0-9a-f]{6})" d="M[\d.]+ [\d.]+ [\d.]+ ', svg)
    }
    assert len(lines) == 3
    assert lines <= set(palette), "the colours of its lines, to the bit"
    bare = pixels(files(tmp_path)["bare/card.png"])
    assert not lines & set(bare[1])
    assert "bare/chart.svg" not in files(tmp_path)


def test_a_chart_is_as_wide_as_its_card(tmp_path: Path) -> None:
    made(prepare(tmp_path, *KINDS))
    for name in ("sweep", "bars"):
        _, _, rows = pixels(files(tmp_path)[f"{name}/card.png"])
        ground = rows[1]
        drawn = [
            column
            for row in range(160, 300)
            for column, place in enumerate(rows[row * (SIZE[0] + 1) + 1 :][: SIZE[0]])
            if place != ground
        ]
        assert min(drawn) < 75
        assert 500 < max(drawn) < SIZE[0] - 5


def test_a_card_is_small(tmp_path: Path) -> None:
    made(prepare(tmp_path, *KINDS, CROWD))
    sizes = {name: len(data) for name, data in files(tmp_path).items() if name.endswith(".png")}
    assert len(sizes) == 4
    assert max(sizes.values()) < 15_000


def test_the_same_words_give_the_same_bytes_on_any_number_of_threads(tmp_path: Path) -> None:
    # A thread is started for four pictures and for what is left of them: two threads.
    charts = [records.chart(f"c{n}") for n in range(5)]
    prepare(tmp_path, *charts)
    assert made(tmp_path, "--workers", "1") == {"drawn": 6, "cached": 0}
    one = files(tmp_path)
    (tmp_path / "out").rename(tmp_path / "before")
    assert made(tmp_path, "--workers", "2") == {"drawn": 6, "cached": 0}
    assert files(tmp_path) == one


def test_only_what_changed_is_made_again(tmp_path: Path) -> None:
    prepare(tmp_path, *KINDS)
    assert made(tmp_path) == {"drawn": 3, "cached": 0}
    assert made(tmp_path) == {"drawn": 0, "cached": 3}
    write(tmp_path / "words" / "bare.json", words("bare", "", lambda text: f"New: {text}"))
    assert made(tmp_path) == {"drawn": 1, "cached": 2}
    draw(lay(tmp_path / "charts", records.chart("bars", threads=(8,))), tmp_path / "drawn")
    assert made(tmp_path) == {"drawn": 1, "cached": 2}
    damaged = tmp_path / "out/static/comparisons/sweep/card.png"
    damaged.write_bytes(b"")
    assert made(tmp_path) == {"drawn": 1, "cached": 2}
    assert damaged.stat().st_size > 0


def test_pictures_nobody_asks_for_are_removed(tmp_path: Path) -> None:
    prepare(tmp_path, *KINDS)
    made(tmp_path)
    (tmp_path / "words" / "bars.json").unlink()
    write(tmp_path / "words" / "sweep.json", words("sweep", ""))
    made(tmp_path)
    assert sorted(files(tmp_path)) == ["bare/card.png", "sweep/card.png"]


def test_hostile_words_are_text_in_pictures(tmp_path: Path) -> None:
    made(prepare(tmp_path, records.chart("bad", text=records.hostile), text=records.hostile))
    root = ElementTree.fromstring(files(tmp_path)["bad/chart.svg"])
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    drawn_with = {"svg", "g", "path", "rect", "use", "text", "tspan", "defs", "title"}
    assert tags <= drawn_with
    assert not [name for e in root.iter() for name in e.attrib if name.startswith("on")]
    assert pixels(files(tmp_path)["bad/card.png"])[0] == SIZE


def test_a_picture_without_its_chart_fails_with_a_sentence(tmp_path: Path) -> None:
    prepare(tmp_path, *KINDS)
    write(tmp_path / "words" / "lost.json", words("lost", "nowhere"))
    done = run(tmp_path)
    assert done.returncode == 1
    assert re.search(r"^picture of lost: .*nowhere\.svg", done.stderr, re.MULTILINE)
    assert len(files(tmp_path)) == 5


def test_wrong_usage_of_the_picture_program_is_told_apart(tmp_path: Path) -> None:
    assert run(tmp_path).returncode == 2
    assert run(prepare(tmp_path, *KINDS), "--workers", "0").returncode == 2
