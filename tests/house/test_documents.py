"""Documents cannot fall behind what they describe."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml

from sysbench_archive.cli import COMMANDS

from .tree import ROOT, tracked

README = (ROOT / "README.md").read_text()
DOCS = ROOT / "docs"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
NODE = json.loads((ROOT / "package.json").read_text())
DOCUMENTS = [path for path in tracked() if path.suffix == ".md" and path.parent in {ROOT, DOCS}]
MOST_WORDS = {"README.md": 900, "CONTRIBUTING.md": 1500, "ARCHITECTURE.md": 1500}
MOST_ROWS = 25


def section(text: str, heading: str) -> str:
    return text.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def first_cells(table: str) -> list[str]:
    rows = [line.split("|")[1].strip() for line in table.splitlines() if line.startswith("|")]
    return [cell.strip("`") for cell in rows[2:]]


@pytest.mark.parametrize(("name", "most"), MOST_WORDS.items(), ids=list(MOST_WORDS))
def test_what_everybody_reads_is_short(name: str, most: int) -> None:
    assert len((ROOT / name).read_text().split()) <= most


def test_what_to_add_where_is_a_short_list() -> None:
    """Merges of two changes of a row leave both."""
    listed = first_cells(section((ROOT / "ARCHITECTURE.md").read_text(), "Where to add what"))
    assert len(set(listed)) == len(listed) <= MOST_ROWS


PACKAGE = ROOT / "scripts" / "sysbench_archive"


@pytest.mark.parametrize(
    "path", [ROOT / "ARCHITECTURE.md", *DOCS.glob("*.md")], ids=lambda p: p.name
)
def test_files_of_the_program_that_documents_name_are_there(path: Path) -> None:
    """Named from the root, or from the package; what ends in a slash is a folder."""
    named = re.findall(r"`((?:\w+/)+[\w.-]*)`", path.read_text())
    roots = {entry.name for entry in (*ROOT.iterdir(), *PACKAGE.iterdir()) if entry.is_dir()}
    ours = {name for name in named if name.split("/")[0] in roots - {"data", "public"}}
    assert [n for n in ours if not (ROOT / n).exists() and not (PACKAGE / n).exists()] == []


def test_every_verb_is_documented() -> None:
    text = "\n".join(path.read_text() for path in DOCUMENTS if path.name != "CHANGELOG.md")
    called = set(re.findall(r"(?:sysbench-archive |`)([a-z][a-z-]+)", text))
    assert COMMANDS.keys() <= called


def test_every_document_of_a_task_is_led_to() -> None:
    text = "".join((ROOT / name).read_text() for name in MOST_WORDS)
    assert [path.name for path in DOCS.glob("*.md") if f"](docs/{path.name}" not in text] == []


def test_every_command_in_the_documents_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z][a-z-]*):", makefile, re.MULTILINE))
    for path in DOCUMENTS:
        if path.name != "CHANGELOG.md":
            called = set(re.findall(r"(?:`|^)make ([a-z-]+)", path.read_text(), re.MULTILINE))
            assert called <= targets, path.name


def anchors(path: Path) -> set[str]:
    """The names of a document's headings, as forges make them."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    for name, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", path.read_text()):
        target = path.parent / name if name else path
        assert target.exists(), name
        assert not anchor or anchor in anchors(target), f"{name}#{anchor}"


def test_the_data_licences_are_those_the_schema_accepts() -> None:
    schema = json.loads((ROOT / "schema" / "bundle-1.schema.json").read_text())
    licences = first_cells((ROOT / "LICENSE-DATA.md").read_text())
    assert sorted(licences) == sorted(schema["properties"]["license"]["enum"])


def test_the_citation_file_is_complete() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == PROJECT["version"] == NODE["version"]
    settings = tomllib.loads((ROOT / "config.toml").read_text())
    assert citation["url"] == settings["params"]["permanentBase"]
    assert citation["repository-code"] == settings["params"]["repository"]
    assert citation["license"] == "CC0-1.0"
    assert f"`{citation['license']}`" in (ROOT / "LICENSE-DATA.md").read_text()
    assert citation.get("doi", "") == settings["params"]["doi"]


def test_contributors_are_led_to_the_repository_that_is_configured() -> None:
    settings = tomllib.loads((ROOT / "config.toml").read_text())
    repository = settings["params"]["repository"]
    text = (ROOT / "content/contribute.md").read_text()
    linked = re.findall(r"\]\((https://[^)]*)\)", text)
    assert f"{repository}/issues/new?template=result.yml" in linked
    assert all(address.startswith(repository) for address in linked)
    assert (ROOT / ".github/ISSUE_TEMPLATE/result.yml").is_file()
    assert repository in README


def test_the_light_way_is_the_same_everywhere() -> None:
    """The README's commands are those of the page, and what they name exists."""
    block = section(README, "Contributing a result").split("```sh\n")[1].split("```")[0]
    readme = block.replace("\\\n    ", "")
    page = (ROOT / "content/contribute.md").read_text().split("```sh\n")[1].split("```")[0]
    assert readme.strip().splitlines() == page.strip().splitlines()
    assert len(page.strip().splitlines()) <= 6
    (kept,) = re.findall(r"sparse-checkout set (.*)", page)
    assert all((ROOT / folder).is_dir() for folder in kept.split())
    assert README.index("## Contributing a result") < README.index("## Building the site")
