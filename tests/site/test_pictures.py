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
from drawn_charts import ROOT, SVG, lay, write

from folder_bytes import bytes_below
from node_process import run_program

HOME = "https://archive.example"
SIZE = (1200, 630)
EDGE = 40
"""Pixels around a card in which no letter lies."""


def words(name: str, chart: str, text: records.Text = records.plain) -> records.Record:
    """What a comparison's pictures are made from."""
    path = f"/comparisons/{name}/"
    shown = {"name": chart, "path": f"{path}chart.svg", "caption": text("Read-only")}
    return {
        "charts": [shown] if chart else [],
        "card": f"{path}card.png",
        "title": text("Is MySQL 8.4 faster than MySQL 8.0?"),
        "finding": "",
        "answer": text("MySQL 8.4 is faster: by 7 % at 8 threads."),
        "basis": "",
        "publisher": "Sysbench Archive",
        "url": f"{HOME}{path}",
        "gone": [],
        "notices": [],
    }


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The picture program, however it ends."""
    program = ROOT / "scripts" / "charts" / "pictures.mjs"
    return run_program(program, *(folder / room for room in ("words", "charts", "out")), *words)


def made(folder: Path) -> dict[str, float]:
    """Make what is due; the program's summary without its seconds."""
    done = run(folder)
    assert done.returncode == 0, done.stderr
    summary: dict[str, float] = json.loads(done.stdout)
    del summary["seconds"]
    return summary


def prepare(folder: Path, *charts: records.Record, text: records.Text = records.plain) -> Path:
    """Charts, and a comparison of the same name for each; one has no chart."""
    lay(folder / "charts", *charts)
    for chart in charts:
        write(folder / "words" / f"{chart['name']}.json", words(chart["name"], chart["name"], text))
    write(folder / "words" / "bare.json", words("bare", "", text))
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """Everything published, by path below the comparisons."""
    return bytes_below(folder / "out" / "static" / "comparisons")


def pixels(png: bytes) -> list[list[bytes]]:
    """Rows of a picture, each pixel as red, green and blue; checksums are checked."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, chunks = 8, dict[bytes, bytes]()
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        body = png[at + 4 : at + 8 + size]
        assert struct.unpack(">I", png[at + 8 + size : at + 12 + size])[0] == zlib.crc32(body)
        chunks[body[:4]] = chunks.get(body[:4], b"") + body[4:]
        at += 12 + size
    width, height, depth, kind = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert kind == 3
    palette = [chunks[b"PLTE"][n : n + 3] for n in range(0, len(chunks[b"PLTE"]), 3)]
    assert len(palette) <= 2**depth
    raw, size = zlib.decompress(chunks[b"IDAT"]), 1 + -(-width * depth // 8)
    assert len(raw) == size * height
    lines = [raw[start : start + size] for start in range(0, len(raw), size)]
    assert {line[0] for line in lines} == {0}, "no line is filtered"
    places = [(n, shift) for n in range(1, size) for shift in range(8 - depth, -1, -depth)]
    return [[palette[line[n] >> at & 2**depth - 1] for n, at in places][:width] for line in lines]


KINDS = [records.chart("sweep", spread=0.05), records.chart("bars", threads=(4,))]
CROWD = records.chart("crowd", versions=tuple(f"8.{minor}" for minor in range(25)))


@pytest.mark.parametrize("chart", [*KINDS, CROWD], ids=lambda chart: str(chart["name"]))
def test_a_chart_stands_alone(tmp_path: Path, chart: records.Record) -> None:
    made(prepare(tmp_path, chart))
    svg = files(tmp_path)[f"{chart['name']}/chart.svg"].decode()
    assert not re.search(r"var\(|style=|oklch|currentcolor", svg)
    assert set(re.findall(r'class="([^"]*)"', svg)) <= {"mark-line"}, "what its own rules name"
    root = ElementTree.fromstring(svg)
    texts = "\n".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))
    for shown in ("Is MySQL 8.4 faster", "Read-only", f"{HOME}/comparisons/", "Transactions per"):
        assert shown in texts
    for side in chart["sides"]:
        assert side["label"] in texts, "by its line, or in the key"
    assert root.find(f"{SVG}rect") is not None, "a ground of its own"


def theme(after: str) -> dict[str, str]:
    """Colours by name: those of each stylesheet's first block after some words."""
    sheets = [ROOT / "static" / "css" / f"{name}.css" for name in ("tokens", "palette", "chart")]
    blocks = [sheet.read_text("utf-8").partition(after)[2].partition("}")[0] for sheet in sheets]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]+);", "".join(blocks)))


@pytest.mark.parametrize("chart", [*KINDS, CROWD], ids=lambda chart: str(chart["name"]))
def test_a_picture_has_a_dark_colour_for_each_light_one(
    tmp_path: Path, chart: records.Record
) -> None:
    made(prepare(tmp_path, chart))
    root = ElementTree.fromstring(files(tmp_path)[f"{chart['name']}/chart.svg"])
    shown = {
        (name, element.get(name))
        for element in root.iter()
        for name in ("fill", "stroke")
        if str(element.get(name)).startswith("#")
    }
    rules = str(root.findtext(f"{SVG}style"))
    (dark,) = re.findall(r"prefers-color-scheme:dark\)\{#light:not\(:target\)\{(.*)\}\}$", rules)
    rule = r'\[(fill|stroke)="(#[0-9a-f]+)"\]\{\1:(#[0-9a-f]+)\}'
    changed = {(name, light): new for name, light, new in re.findall(rule, dark)}
    assert changed.keys() == shown
    light, night = (theme(screen) for screen in (":root", "prefers-color-scheme: dark) {"))
    for (_, value), new in changed.items():
        assert new in {night[name] for name in light if light[name] == value}
    assert root.get("id") == "light"


@pytest.mark.parametrize("chart", [*KINDS, CROWD], ids=lambda chart: str(chart["name"]))
def test_a_chart_is_a_png_in_both_themes(tmp_path: Path, chart: records.Record) -> None:
    made(prepare(tmp_path, chart))
    found = files(tmp_path)
    root = ElementTree.fromstring(found[f"{chart['name']}/chart.svg"])
    light, dark = (pixels(found[f"{chart['name']}/chart{name}.png"]) for name in ("", "-dark"))
    for rows, screen in ((light, ":root"), (dark, "prefers-color-scheme: dark) {")):
        assert [len(rows[0]), len(rows)] == [int(root.attrib[name]) for name in ("width", "height")]
        colours = {bytes.fromhex(value[1:]) for value in theme(screen).values() if len(value) == 7}
        shown = {pixel for row in rows for pixel in row}
        assert rows[0][0] == bytes.fromhex(theme(screen)["ground"][1:])
        # The colours of lines and words; the others are between one of them and the ground.
        assert len(shown & colours) > 3
    # The same picture: where one has a colour of its own, the other has its partner.
    pairs = {
        pair for one, two in zip(light, dark, strict=True) for pair in zip(one, two, strict=True)
    }
    assert len(pairs) == len({one for one, _ in pairs})


def test_a_chart_that_is_gone_says_why_in_every_format(tmp_path: Path) -> None:
    gone = {"gone": ["/comparisons/left/chart.svg", "/comparisons/left/latency.svg"]}
    said = {
        "notices": ["This chart is no longer drawn.", "Withdrawn: the data were ours <b>not</b>."]
    }
    write(tmp_path / "words" / "left.json", words("left", "") | gone | said)
    (tmp_path / "charts").mkdir()
    made(tmp_path)
    found = files(tmp_path)
    assert len(found) == 7
    for name in ("chart", "latency"):
        root = ElementTree.fromstring(found[f"left/{name}.svg"])
        texts = " ".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))
        assert texts.endswith(" ".join(said["notices"]))
        for png in (found[f"left/{name}.png"], found[f"left/{name}-dark.png"]):
            rows = pixels(png)
            ground = rows[0][0]
            assert any(pixel != ground for row in rows for pixel in row)
            assert {pixel for row in rows for pixel in (*row[:16], *row[-16:])} == {ground}


def test_a_card_shows_words_and_the_chart_in_its_colours(tmp_path: Path) -> None:
    made(prepare(tmp_path, *KINDS))
    rows = pixels(files(tmp_path)["sweep/card.png"])
    assert len({pixel for row in rows[30:230] for pixel in row}) > 2, "words"
    svg = files(tmp_path)["sweep/chart.svg"].decode()
    drawn = svg.partition('<g class="mark-line">')[2].partition("</g>")[0]
    lines = {bytes.fromhex(colour) for colour in re.findall(r'stroke="#([0-9a-f]{6})"', drawn)}
    assert len(lines) == 3
    assert lines <= {pixel for row in rows[300:] for pixel in row}, "the colours of its lines"
    bare = pixels(files(tmp_path)["bare/card.png"])
    assert not lines & {pixel for row in bare for pixel in row}
    assert "bare/chart.svg" not in files(tmp_path)


MINUS = "\N{MINUS SIGN}"
LONG = [
    "W" * 200,
    "Percona Server 8.0 to " * 20,
    "永遠に続く題名" * 30,
    "8.0.11, " * 90,
    f"{MINUS}5.8 % to 2.2 times " * 9,
    '" fill="#00ff00" ' * 40,
]


@pytest.mark.parametrize("text", LONG)
def test_no_word_of_a_card_leaves_its_frame(tmp_path: Path, text: str) -> None:
    said = dict.fromkeys(("title", "finding", "answer", "basis"), text)
    write(tmp_path / "words" / "long.json", words("long", "") | said)
    (tmp_path / "charts").mkdir()
    made(tmp_path)
    rows = pixels(files(tmp_path)["long/card.png"])
    ground = rows[0][0]
    frame = [*rows[:EDGE], *rows[-EDGE:], *(row[:EDGE] + row[-EDGE:] for row in rows)]
    assert {pixel for row in frame for pixel in row} == {ground}
    assert len({pixel for row in rows for pixel in row}) == 4, "no colour of its own"
    # The name of the archive has its own line, and nothing is written over it.
    named = [any(pixel != ground for pixel in row[: EDGE + 200]) for row in rows]
    assert named[SIZE[1] - 60]
    assert not any(named[SIZE[1] - 78 : SIZE[1] - 72])


def test_a_card_shows_every_word_it_is_given(tmp_path: Path) -> None:
    given = {"finding": f"{MINUS}3 to +4 %", "basis": "Indicative"}
    (tmp_path / "charts").mkdir()
    for name, more in (("bare", {}), *((key, {key: said}) for key, said in given.items())):
        write(tmp_path / "words" / f"{name}.json", words(name, "") | more)
    made(tmp_path)
    cards = {path: pixels(png) for path, png in files(tmp_path).items()}
    dark = {path: sum(p != rows[0][0] for r in rows for p in r) for path, rows in cards.items()}
    assert dark["finding/card.png"] > dark["bare/card.png"] + 3_000
    assert dark["basis/card.png"] > dark["bare/card.png"] + 300
    assert max(map(len, files(tmp_path).values())) <= 6_000
    assert {(len(rows[0]), len(rows)) for rows in cards.values()} == {SIZE}


def test_a_card_is_small_and_the_same_words_give_the_same_bytes(tmp_path: Path) -> None:
    made(prepare(tmp_path, *KINDS, CROWD))
    one = files(tmp_path)
    assert max(len(data) for data in one.values()) < 40_000
    (tmp_path / "out").rename(tmp_path / "before")
    assert made(tmp_path) == {"drawn": 4, "cached": 0}
    assert files(tmp_path) == one


def test_only_what_changed_is_made_again(tmp_path: Path) -> None:
    prepare(tmp_path, *KINDS)
    assert made(tmp_path) == {"drawn": 3, "cached": 0}
    assert made(tmp_path) == {"drawn": 0, "cached": 3}
    write(tmp_path / "words" / "bare.json", words("bare", "", lambda text: f"New: {text}"))
    assert made(tmp_path) == {"drawn": 1, "cached": 2}
    lay(tmp_path / "charts", records.chart("bars", threads=(8,)))
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
    drawn_with = {"svg", "g", "path", "line", "rect", "text", "tspan", "title", "defs", "use"}
    assert tags <= {*drawn_with, "style"}
    (rules,) = root.iter(f"{SVG}style")
    assert "script" not in str(rules.text)
    assert {use.get("href", "")[0] for use in root.iter(f"{SVG}use")} == {"#"}
    assert not [name for e in root.iter() for name in e.attrib if name.startswith("on")]
    assert len(pixels(files(tmp_path)["bad/card.png"])) == SIZE[1]


def test_a_picture_without_its_chart_fails_with_a_sentence(tmp_path: Path) -> None:
    prepare(tmp_path, *KINDS)
    write(tmp_path / "words" / "lost.json", words("lost", "nowhere"))
    done = run(tmp_path)
    assert done.returncode == 1
    assert re.search(r"^picture lost: .*nowhere\.json", done.stderr, re.MULTILINE)
    assert len(files(tmp_path)) == 9


def test_wrong_usage_of_the_picture_program_is_told_apart(tmp_path: Path) -> None:
    assert run(tmp_path).returncode == 2
    assert run(prepare(tmp_path, *KINDS), "--workers", "1").returncode == 2
