"""Of what is smaller than 1 MB nothing keeps `import` busy, whatever it expands to."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import time
import zipfile
from pathlib import Path

import pytest

from sysbench_archive.cli import main
from sysbench_archive.importers.archives import MAX_OF_SMALL, SMALL

ROOT = Path(__file__).parents[1]
LOG = (ROOT / "intake" / "logs" / "base.txt").read_bytes()
LINE = next(line for line in LOG.splitlines(keepends=True) if line.startswith(b"["))
SIZE = 60 << 20
ALIASES = "a0: &a0 [x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
)


def _times(piece: bytes, size: int = SIZE) -> bytes:
    return piece * (size // len(piece))


def _zipped(**members: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(f"{name}.log", data)
    return packed.getvalue()


BOMBS = {
    "zeros.log.gz": lambda: gzip.compress(bytes(SIZE)),
    "ends-of-lines.log.gz": lambda: gzip.compress(_times(b"\n")),
    "escaped.log.gz": lambda: gzip.compress(_times(b"\\n")),
    "intervals.log.gz": lambda: gzip.compress(LOG[:300] + _times(LINE)),
    "reports.log.gz": lambda: gzip.compress(_times(LOG)),
    "more.log.gz": lambda: gzip.compress(gzip.compress(bytes(SIZE))),
    "intervals.zip": lambda: _zipped(**{f"x{n}": LOG + _times(LINE, 15 << 20) for n in range(8)}),
    "members.zip": lambda: _zipped(**{f"x{n}": b"" for n in range(8_000)}),
    "nested.zip": lambda: _zipped(x=_zipped(x=_zipped(x=bytes(SIZE)))),
    "plain.log": lambda: _times(LOG, 900_000),
    "digits.log": lambda: b"sysbench 1.0.20 (using x)\n" + b"1" * 900_000,
    "quotes.log": lambda: _times(b'", "', 900_000),
}


@pytest.mark.parametrize("name", BOMBS)
def test_it_is_told_at_once(
    name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    data = BOMBS[name]()
    assert len(data) < 1_000_000
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / name).write_bytes(data)
    began = time.process_time()
    main(["import", "--guess", str(tmp_path / "logs")])
    assert time.process_time() - began < 2
    said = capsys.readouterr()
    assert name == "plain.log" or "none of 1 files holds a result of MySQL" in said.err
    told = ("50 times its size", "packed once more", "file below 1 MB; unpack it first")
    assert not name.endswith(".gz") or any(words in said.out for words in told)


HEAD = b"sysbench 1.0.20 (using x)\n"
NOISE = hashlib.shake_256(b"").hexdigest(45_000).encode()
JUST_BELOW = {
    "reports": LOG,
    "wrapped": b"".join(b"x y z | %b\n" % line for line in LOG.splitlines()),
    "kept in strings": json.dumps({"log": LOG.decode()}).encode() + b"\n",
    "words": b"a\n",
    "headings": b"foo SQL statistics: 3\n",
    "interval lines": LINE,
    "escaped": b"\\n",
    "entities": b"&amp;quot;&nbsp;",
    "banners": HEAD,
}
"""What a packed file of two megabytes repeats, whose size is just within the limits."""
SECONDS = 10
"""Of a machine that is busy with other things; alone it takes one or two."""


@pytest.mark.parametrize("way", [["parse"], ["import", "--guess", "--dry-run"]], ids=" ".join)
@pytest.mark.parametrize("name", JUST_BELOW)
def test_what_is_just_small_enough_is_read_soon(
    name: str, way: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = gzip.compress(HEAD + _times(JUST_BELOW[name], MAX_OF_SMALL - 100_000) + b"\n# " + NOISE)
    assert MAX_OF_SMALL / 50 < len(data) < SMALL
    path = tmp_path / "x.log.gz"
    path.write_bytes(data)
    began = time.process_time()
    main([*way, str(path if way == ["parse"] else tmp_path)])
    assert time.process_time() - began < SECONDS
    assert "expand" not in capsys.readouterr().err


def test_a_layout_of_aliases_is_told_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "layout.yaml").write_text(ALIASES)
    (tmp_path / "logs").mkdir()
    began = time.process_time()
    assert main(["import", str(tmp_path / "layout.yaml"), str(tmp_path / "logs")]) != 0
    assert time.process_time() - began < 2
    assert "alias" in capsys.readouterr().err
