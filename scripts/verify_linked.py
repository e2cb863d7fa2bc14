"""Look up figures of linked output in their sources: bundles drawn at random, each at its commit.

    python scripts/verify_linked.py [BUNDLES [SEED]]

Fetches one commit of each drawn bundle's repository and runs `sysbench-archive verify --originals`
on it. Ends with 1 where an original differs; a source that cannot be fetched is only told, because
sources vanish and the archive keeps their hashes.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import yaml

GIT = "git"
ROOT = Path(__file__).resolve().parents[1]
BUNDLES = 5
FETCH_SECONDS = 600
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def linked(results: Path) -> Iterator[tuple[str, str, str]]:
    """(bundle, repository, commit) of every bundle whose output is kept in a repository."""
    for path in sorted(results.glob("*/bundle.yaml")):
        text = path.read_text(encoding="utf-8")
        if "\nevidence: linked-output\n" in text:
            source = yaml.load(text, LOADER).get("source", {})  # noqa: S506
            repository, commit = source.get("repository", ""), source.get("commit", "")
            if repository.startswith("https://") and commit:
                yield path.parent.name, repository, commit


def fetch(repository: str, commit: str, folder: Path) -> str:
    """Check out one commit; why it could not be had, "" where it could."""
    steps = (
        ("init", "--quiet", "."),
        ("fetch", "--quiet", "--depth", "1", repository, commit),
        ("checkout", "--quiet", "FETCH_HEAD"),
    )
    for step in steps:
        try:
            done = subprocess.run(
                [GIT, "-c", "protocol.allow=never", "-c", "protocol.https.allow=always",
                 "-c", "protocol.file.allow=user", *step],
                cwd=folder, capture_output=True, text=True, timeout=FETCH_SECONDS, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return f"no answer in {FETCH_SECONDS} s"
        if done.returncode:
            return " ".join(done.stderr.split())[:300]
    return ""


def verify(bundle: str, folder: Path) -> int:
    """Compare a bundle with its originals; the command's exit code."""
    program = Path(sys.executable).with_name("sysbench-archive")
    words = [str(program), "verify", bundle, "--originals", str(folder)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    told = [line for line in done.stdout.splitlines() if not line.startswith("agrees ")]
    print("\n".join(f"  {line}" for line in (*told, done.stderr.strip()) if line))  # noqa: T201
    return done.returncode


def main(words: list[str]) -> int:
    """Draw, fetch, verify; 1 where something differs."""
    count = int(words[0]) if words else BUNDLES
    seed = words[1] if len(words) > 1 else f"{datetime.now(tz=UTC):%Y-%m}"
    found = list(linked(ROOT / "data" / "results"))
    drawn = random.Random(seed).sample(found, min(count, len(found)))  # noqa: S311
    print(f"{len(drawn)} of {len(found)} bundles of linked output, drawn with seed {seed}")  # noqa: T201
    differing = 0
    for bundle, repository, commit in drawn:
        print(f"{bundle}: {repository} at {commit}", flush=True)  # noqa: T201
        with tempfile.TemporaryDirectory() as folder:
            fault = fetch(repository, commit, Path(folder))
            if fault:
                print(f"  not looked up: {fault}")  # noqa: T201
            else:
                differing += verify(bundle, Path(folder)) != 0
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
