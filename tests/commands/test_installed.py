"""A contributor's installation: a wheel, five libraries, nothing that builds the site."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest

from folder_bytes import bytes_below
from sysbench_archive.publish.bundle_archive import packed_bundle

ROOT = Path(__file__).resolve().parents[2]
BUNDLE = ROOT / "tests/rules/comparison-unknown/pass/archive/data/results/2026-01-two-servers"
LOGS = ROOT / "tests/importers/cases/percona-2026/tree/benchmark_logs/mysql"
LOG = LOGS / "8.0.45/Tier2G_RW_4th.sysbench.txt"
WHOLE = "from sysbench_archive.cli import main; raise SystemExit(main())"
PINS = re.findall(r"(?m)^([a-z0-9-]+)==", (ROOT / "requirements/capture.txt").read_text())
BUILDING = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
HERE = [sys.executable, "-I"]


def environment(home: Path, **more: str) -> dict[str, str]:
    """No checkout, no packages of this environment, no network."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8", **more}


def outside(words: list[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words,
        cwd=folder,
        env=environment(folder, **more),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from what git would hand over."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in (
        "pyproject.toml",
        "setup.py",
        "config.toml",
        "README.md",
        "LICENSE",
        "LICENSE-DATA.md",
    ):
        shutil.copy(ROOT / name, source)
    without = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "scripts", source / "scripts", ignore=without)
    shutil.copytree(ROOT / "schema", source / "schema")
    shutil.copytree(ROOT / "static/css", source / "static/css")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--no-index", "--wheel-dir", folder, source], check=True)
    (made,) = folder.glob("*.whl")
    return made


def locked_files() -> dict[str, Path]:
    """What an installation of the lock consists of, as it is installed here."""
    found = {}
    for name in PINS:
        if name == "typing-extensions" and sys.version_info >= (3, 13):
            continue
        for file in distribution(name).files or ():
            if ".." not in file.parts and "__pycache__" not in file.parts:
                found[str(file)] = Path(str(file.locate()))
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program of an environment with the wheel and the locked libraries alone."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    site = next(folder.glob("lib/python*/site-packages"))
    for name, path in locked_files().items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, site / name)
    pip = [sys.executable, "-m", "pip", f"--python={folder}", "install", "--quiet"]
    subprocess.run([*pip, "--no-index", "--no-deps", wheel], check=True)
    return folder / "bin" / "sysbench-archive"


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_what_is_installed_is_small_and_builds_no_site(installed: Path) -> None:
    site = next(installed.parents[1].glob("lib/python*/site-packages"))
    assert size_of(site) < 60e6
    names = {path.name for path in site.iterdir()}
    assert not names & {"scipy", "numpy", "duckdb", "hugo", "jsonschema_rs"}
    asked = {re.split(r"[<>=]", word)[0].lower() for word in BUILDING["dependencies"]}
    assert asked == {"pymysql", "pyyaml", "jsonschema", "msgspec"}
    assert asked <= set(PINS)


def test_every_command_of_a_contributor_runs_outside_of_a_checkout(
    installed: Path, tmp_path: Path
) -> None:
    program = str(installed)
    parsed = outside([program, "parse", str(LOG)], tmp_path)
    assert json.loads(parsed.stdout)["tps"]
    facts = outside([program, "host-facts"], tmp_path)
    assert "cpu:" in facts.stdout, facts.stderr
    shutil.copytree(BUNDLE, tmp_path / BUNDLE.name)
    checked = outside([program, "check", BUNDLE.name], tmp_path)
    assert checked.stdout.endswith("0 errors, 0 warnings\n"), checked.stdout + checked.stderr
    assert [path.name for path in tmp_path.iterdir() if path.name != ".cache"] == [BUNDLE.name]
    compared = outside([program, "compare", BUNDLE.name, "--format=html"], tmp_path)
    assert ".forest-grid" in compared.stdout, compared.stderr
    form = outside([program, "submit", "--web", BUNDLE.name], tmp_path)
    assert "the form takes logs of runs in the bundle" in form.stderr
    words = ["new", "--yes", "--title=A table", "--servers=mysql 8.4.3", "--workloads=oltp"]
    begun = outside([program, *words, "--id=2026-11-a-table"], tmp_path)
    assert begun.returncode == 0, begun.stderr
    assert (tmp_path / "2026-11-a-table/bundle.yaml").is_file()
    for command in ("capture", "import", "submit"):
        assert outside([program, command, "--help"], tmp_path).returncode == 0
    refused = outside([program, "capture", "--socket=/nowhere", "--out=out", "--yes"], tmp_path)
    assert refused.returncode == 4
    assert "start the server, or correct --socket" in refused.stderr


def test_a_comparison_of_a_site_is_planned_outside_of_a_checkout(
    installed: Path, tmp_path: Path
) -> None:
    packed = tmp_path / "site" / "results" / BUNDLE.name / "bundle.tar.gz"
    packed.parent.mkdir(parents=True)
    packed.write_bytes(packed_bundle(BUNDLE.name, bytes_below(BUNDLE)))
    words = ["reproduce", f"{BUNDLE.name}--read-only", "--site", "site"]
    planned = outside([str(installed), *words], tmp_path)
    assert planned.returncode == 2
    assert "repetitions:" in planned.stderr
    assert "no server is named" in planned.stderr
    absent = outside([str(installed), "reproduce", "a-campaign", "--site", "site"], tmp_path)
    assert absent.returncode == 4
    assert "of a page of several comparisons name one" in absent.stderr


def test_what_is_wrong_with_a_bundle_is_said_in_the_same_words(
    installed: Path, tmp_path: Path
) -> None:
    """By the slow validator here, there by the compiled one first."""
    broken = tmp_path / BUNDLE.name
    shutil.copytree(BUNDLE, broken)
    text = (broken / "bundle.yaml").read_text()
    (broken / "bundle.yaml").write_text(f"{text}surprise: 1\n")
    light = outside([str(installed), "check", BUNDLE.name, "--format=json"], tmp_path)
    whole = outside(
        [sys.executable, "-c", WHOLE, "check", BUNDLE.name, "--format=json"],
        tmp_path,
        PYTHONPATH=str(ROOT / "scripts"),
    )
    assert light.returncode == 1
    assert "surprise" in light.stdout
    assert whole.stdout == light.stdout


def test_what_needs_more_says_so(installed: Path, tmp_path: Path) -> None:
    for command in (["build"], ["review"], ["release", "--date=2026-11-23", "--out=x"]):
        said = outside([str(installed), *command], tmp_path)
        assert said.returncode == 2
        assert "this installation is one for contributors" in said.stderr
    said = outside([str(installed), "submit"], tmp_path)
    assert "no archive at or above" in said.stderr
    assert "git clone --depth 1 --filter=blob:none --sparse" in said.stderr


def one_file(wheel: Path, folder: Path) -> Path:
    """The zipapp as `make zipapp` writes it, with compiled parts of this interpreter alone."""
    sys.path.insert(0, str(ROOT / "scripts" / "one_file"))
    try:
        import build
    finally:
        sys.path.pop(0)
    entries = {path.name: path.read_bytes() for path in build.OWN}
    entries |= dict(build.entries_of(wheel))
    tag = sysconfig.get_config_var("SOABI")
    left_out = ("pygments", "markdown_it", "mdurl", "rpds", "yaml/_yaml")
    for name, path in locked_files().items():
        if name.startswith("msgspec/"):
            entries[f"compiled/{tag}/{name}"] = path.read_bytes()
        elif not name.startswith(left_out) and not name.endswith(".so"):
            entries[name] = path.read_bytes()
    entries["compiled/cpython-27-other/msgspec/wrong.so"] = b"another interpreter's"
    made = folder / "sysbench-archive.pyz"
    build.write(made, entries)
    again = folder / "again.pyz"
    build.write(again, entries)
    assert made.read_bytes() == again.read_bytes()
    return made


def test_one_file_does_the_same(wheel: Path, tmp_path: Path) -> None:
    made = one_file(wheel, tmp_path)
    shutil.copytree(BUNDLE, tmp_path / BUNDLE.name)
    checked = outside([*HERE, str(made), "check", BUNDLE.name], tmp_path)
    assert checked.stdout.endswith("0 errors, 0 warnings\n"), checked.stdout + checked.stderr
    (cache,) = (tmp_path / ".cache/sysbench-archive/one-file").iterdir()
    assert (cache / "msgspec").is_dir()
    assert not (cache / "msgspec/wrong.so").exists()
    assert (cache / "sysbench_archive/schema/bundle-1.schema.json").is_file()
    # Where there is no home to write to, it unpacks for this start alone.
    nowhere = outside([*HERE, str(made), "parse", str(LOG)], tmp_path, XDG_CACHE_HOME="/dev/null")
    assert json.loads(nowhere.stdout)["tps"], nowhere.stderr


def test_one_file_says_where_it_does_not_run(wheel: Path, tmp_path: Path) -> None:
    made = one_file(wheel, tmp_path)
    other = tmp_path / "other.pyz"
    tag = str(sysconfig.get_config_var("SOABI"))
    with zipfile.ZipFile(made) as whole, zipfile.ZipFile(other, "w") as without:
        for name in whole.namelist():
            if tag not in name:
                without.writestr(name, whole.read(name))
    said = outside([*HERE, str(other), "host-facts"], tmp_path)
    assert said.returncode == 1
    assert f"this file has no part for {tag}" in said.stderr
    assert not (tmp_path / ".cache").exists()


def test_what_begins_is_read_by_any_python_3() -> None:
    text = (ROOT / "scripts/one_file/__main__.py").read_text()
    ast.parse(text, feature_version=(3, 7))
    assert ":=" not in text
