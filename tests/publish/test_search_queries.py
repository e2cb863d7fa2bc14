"""What readers type leads to the page that answers it, on the search of the whole archive."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from browser_programs import run_program

from surveyed_archive import ARCHIVE, Surveyed
from sysbench_archive.build.archive import read_saved_copies
from sysbench_archive.build.campaigns import WrittenCampaigns, campaign_pages
from sysbench_archive.build.steps import run_steps
from sysbench_archive.build.write_archive import STEPS
from sysbench_archive.build.write_lists import read_prose
from sysbench_archive.model.base import read_rows
from sysbench_archive.pages.home import read_home
from sysbench_archive.publish.output import Output

FIRST = 3
NEEDED = ("remaining", "results", "comparisons", "pairs", "effects", "mentions", "sources")
QUERIES = {
    row["query"]: row["path"] for row in read_rows(Path(__file__).with_name("search_queries.tsv"))
}


def searched(surveyed: Surveyed, folder: Path) -> Path:
    """The folder of the files that a browser searches, as a build writes them."""
    checked = surveyed.checked
    gathered = campaign_pages(ARCHIVE, surveyed.surveys, checked.records)
    given = {
        "surveys": surveyed.surveys,
        "store": surveyed.store,
        "derived": folder,
        "curated": checked.curated,
        "records": checked.records,
        "files": checked.sources,
        "saved": read_saved_copies(ARCHIVE),
        "home": read_home(ARCHIVE.root),
        "prose": read_prose(ARCHIVE),
        "gathered": gathered,
        "campaigns": WrittenCampaigns(Output(folder), [""] * len(gathered.campaigns), {}),
    }
    names = (*NEEDED, "drawn", "appearances", "lists")
    run_steps([step for step in STEPS if step.makes in names], given, {}, {})
    return folder / "static"


def answers(files: Path, *questions: str) -> list[dict[str, Any]]:
    index = json.loads((files / "search/documents.json").read_bytes())
    found: list[dict[str, Any]] = run_program(
        "found",
        {
            "index": index,
            "pieces": [
                [kind, json.loads((files / path).read_bytes())]
                for kind, paths in index["pieces"].items()
                for path in paths
            ],
            "questions": questions,
            "first": FIRST,
        },
    )
    return found


@pytest.fixture(scope="module")
def files(surveyed: Surveyed, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return searched(surveyed, tmp_path_factory.mktemp("searched"))


def test_the_page_that_answers_stands_in_the_first_three(files: Path) -> None:
    assert len(QUERIES) >= 40
    found = dict(zip(QUERIES, answers(files, *QUERIES), strict=True))
    missed = {q: found[q]["paths"] for q, path in QUERIES.items() if path not in found[q]["paths"]}
    assert missed == {}


def test_a_release_nobody_ran_names_those_beside_it(files: Path) -> None:
    (found,) = answers(files, "MariaDB 10.6.16")
    assert found["titles"][0] == "No run of MariaDB 10.6.16; 10.6.12 and 10.6.23 are here"


def test_a_result_stands_with_the_comparisons_it_is_in(files: Path) -> None:
    (found,) = answers(files, "proxysql")
    assert [path.split("/")[1] for path in found["paths"]] == ["comparisons", "sources"]
