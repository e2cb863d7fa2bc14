"""Writes into the operator's guide what a built site takes of a host, and how far hosts go.

measure_site.py PUBLIC [GUIDE]: figures are counted in the folder; limits are those the hosts state.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

GUIDE = Path("docs/operators-guide.md")
BEGIN, END = "<!-- written by `make limits` -->\n", "<!-- end -->\n"
BLOCK = 512
"""What tar fills a file and its header up to."""
LIMITS = (
    ("GitHub Pages", "bytes as tar", 10**9),
    ("GitLab.com Pages", "bytes as tar", 2**30),
    ("GitLab.com Pages", "files", 200_000),
    ("Cloudflare Pages, free", "files", 20_000),
    ("Cloudflare Pages, free", "largest file, bytes", 25 * 2**20),
)


def measured(public: Path) -> dict[str, int]:
    """What a site takes."""
    sizes = [path.stat().st_size for path in public.rglob("*") if path.is_file()]
    index = json.loads((public / "api/v1/index.json").read_bytes())
    return {
        "runs": index["counts"]["runs"],
        "files": len(sizes),
        "bytes": sum(sizes),
        "bytes as tar": sum(BLOCK + -(-size // BLOCK) * BLOCK for size in sizes),
        "largest file, bytes": max(sizes),
    }


def table(found: dict[str, int]) -> str:
    """The figures, and each limit with the runs at which a site of the same mix reaches it."""
    runs = found["runs"]
    lines = ["| what | this site | a run |", "|---|---:|---:|"]
    for name, value in found.items():
        share = f"{value / runs:,.1f}" if name.startswith(("bytes", "files")) else ""
        lines.append(f"| {name} | {value:,} | {share} |")
    lines += ["", "| host | limit | of it used | reached at |", "|---|---:|---:|---:|"]
    for host, what, most in LIMITS:
        used, grows = found[what] / most, not what.startswith("largest")
        reached = f"{int(runs / used / 1000):,},000 runs" if grows else ""
        lines.append(f"| {host} | {most:,} {what} | {used:.0%} | {reached} |")
    return "\n".join(lines) + "\n"


def main(public: Path, guide: Path = GUIDE) -> None:
    """Write the table in place of the one that is there."""
    text = guide.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    written = f"{head}{BEGIN}\n{table(measured(public))}\n{END}{rest.partition(END)[2]}"
    guide.write_text(written, encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
