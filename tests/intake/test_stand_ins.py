"""What stands in for compiled libraries in a browser gives the same answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import jsonschema_rs
import rpds

from sysbench_archive.intake.dropped import bundle_problems

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "tests" / "rules"
STAND_INS = ROOT / "scripts" / "browser"
TODAY = date(2026, 1, 31)
JUDGE = """
import json, sys
from datetime import date
from pathlib import Path
import jsonschema_rs, rpds, yaml
# A browser has PyYAML's own Python alone.
del yaml.CSafeLoader
from sysbench_archive.intake.dropped import bundle_problems
found = {}
for name in sys.stdin.read().split("\\n"):
    folder = Path(name)
    files = {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*.*")}
    found[name] = [p.text() for p in bundle_problems(folder.name, files, date(2026, 1, 31))]
json.dump({"libraries": [jsonschema_rs.__file__, rpds.__file__], "found": found}, sys.stdout)
"""


def here(folder: Path) -> list[str]:
    files = {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*.*")}
    return [problem.text() for problem in bundle_problems(folder.name, files, TODAY)]


def test_every_rule_says_the_same_without_compiled_libraries() -> None:
    bundles = [path.parent for path in sorted(RULES.glob("*/*/2*/bundle.yaml"))]
    assert len(bundles) > 100
    done = subprocess.run(
        [sys.executable, "-c", JUDGE],
        input="\n".join(map(str, bundles)),
        env={**os.environ, "PYTHONPATH": str(STAND_INS)},
        capture_output=True,
        text=True,
        check=True,
    )
    answered = json.loads(done.stdout)
    assert {Path(path).parent for path in answered["libraries"]} == {STAND_INS}
    assert not {Path(str(m.__file__)).parent for m in (jsonschema_rs, rpds)} & {STAND_INS}
    expected = {str(folder): here(folder) for folder in bundles}
    # What YAML itself cannot read, its two readers say in words of their own.
    unlike = {name for name, found in answered["found"].items() if found != expected[name]}
    assert {Path(name).parents[1].name for name in unlike} <= {"yaml-syntax"}
    for name in unlike:
        codes = [text.split()[1] for text in answered["found"][name]]
        assert codes == [text.split()[1] for text in expected[name]]
    assert sum(map(bool, expected.values())) > 50
