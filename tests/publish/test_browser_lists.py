"""A browser narrows, counts, sorts and searches the rows of /explore/, and keeps its address."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from browser_programs import run_program

FACETS = ("product", "year", "load")
LABELS = ("MySQL 8.0.36", "MySQL 8.0.4", "MariaDB 10.11.6", "MySQL 5.7.44")
ROWS: list[dict[str, Any]] = [
    {
        "product": "mariadb" if label.startswith("Maria") else "mysql",
        "year": str(2020 + number % 3),
        "load": ("point", "write")[number % 2],
        "server_label": label,
        "workload_label": f"OLTP read_only {number % 2}",
        "machine_label": f"Box, {2 ** (number % 4)} cores",
        "run_count": number % 5 + 1,
        "peak": float(number * 7 % 11),
    }
    for number, label in enumerate(LABELS * 3)
]


PIECES = [ROWS[:2], ROWS[2:5], ROWS[5:8], ROWS[8:11], ROWS[11:]]


def index() -> dict[str, Any]:
    """What the index says of the pieces."""
    values = {name: sorted({str(row[name]) for row in ROWS}) for name in FACETS}
    return {
        "pieces": [
            {
                "path": "",
                "series": len(piece),
                "runs": sum(row["run_count"] for row in piece),
                "values": {
                    name: sorted({values[name].index(row[name]) for row in piece})
                    for name in FACETS
                },
            }
            for piece in PIECES
        ],
        "facets": [
            {
                "name": name,
                "title": name,
                "values": [
                    {
                        "value": value,
                        "label": value,
                        "series": len(rows_where(**{name: value})),
                        "runs": sum(ROWS[n]["run_count"] for n in rows_where(**{name: value})),
                    }
                    for value in values[name]
                ],
            }
            for name in FACETS
        ],
    }


def listed(*searches: str) -> list[Any]:
    """The answers to addresses, of rows that came in several pieces."""
    given = {"pieces": PIECES, "index": index(), "asked": searches}
    answers: list[Any] = run_program("list", given)
    return answers


def rows_where(**wanted: str) -> list[int]:
    """Numbers of the rows that have these values."""
    return [n for n, row in enumerate(ROWS) if wanted.items() <= row.items()]


def test_values_of_one_facet_add_and_facets_narrow() -> None:
    search = "?product=mysql&year=2020&year=2021"
    (answer,) = listed(search)
    wanted = rows_where(product="mysql", year="2020") + rows_where(product="mysql", year="2021")
    assert answer["rows"] == sorted(wanted)


def test_a_count_says_what_a_further_choice_would_leave() -> None:
    (answer,) = listed("?product=mysql&year=2020")
    counts = answer["counts"]
    for year in ("2020", "2021", "2022"):
        assert counts["year"][year] == len(rows_where(product="mysql", year=year))
    for product in ("mysql", "mariadb"):
        assert counts["product"][product] == len(rows_where(product=product, year="2020"))
    for load in ("point", "write"):
        wanted = rows_where(product="mysql", year="2020", load=load)
        assert counts["load"][load] == len(wanted)


NARROWED = [
    "?" + "&".join(f"{name}={value}" for name, value in chosen + words)
    for chosen in (
        [],
        [("product", "mariadb")],
        [("product", "mariadb"), ("product", "mysql")],
        [("product", "mysql"), ("year", "2021")],
        [("year", "2020"), ("year", "2022"), ("load", "point")],
        [("year", "2021"), ("load", "write"), ("product", "mariadb")],
        [("product", "nothing-of-it")],
    )
    for words in ([], [("q", "mysql")], [("q", "8.0.4"), ("sort", "peak")], [("show", "runs")])
]


@pytest.mark.parametrize("search", NARROWED)
def test_the_pieces_an_address_needs_answer_like_all_of_them(search: str) -> None:
    (answer,) = listed(search)
    assert answer["some"]["rows"] == answer["rows"]
    assert answer["some"]["counts"] == answer["counts"]


def test_a_choice_loads_only_the_pieces_that_hold_it() -> None:
    answers = listed("?product=mariadb", "?product=mariadb&year=2020&load=point", "?q=mysql")
    held = [n for n, piece in enumerate(PIECES) if any(r["product"] == "mariadb" for r in piece)]
    assert len(held) < len(PIECES), "some hold none"
    assert answers[0]["needed"] == held
    assert 0 < len(answers[1]["needed"]) < len(PIECES)
    assert answers[2]["needed"] == [*range(len(PIECES))]


def test_single_runs_are_counted_as_runs() -> None:
    (answer,) = listed("?show=runs&product=mariadb")
    wanted = rows_where(product="mariadb")
    assert sum(answer["counts"]["load"].values()) == sum(ROWS[n]["run_count"] for n in wanted)


FINDS: dict[str, Callable[[Any], bool]] = {
    "mysql 8.0": lambda row: row["server_label"].startswith("MySQL 8.0"),
    "8.0.4 mysql": lambda row: row["server_label"] == "MySQL 8.0.4",
    "oltp_read_only": lambda row: "OLTP" in row["workload_label"],
    "MARIA": lambda row: row["server_label"].startswith("MariaDB"),
    "box, 8": lambda row: " 8 " in row["machine_label"] or "8." in row["server_label"],
    "5.6": lambda row: "5.6" in row["server_label"],
}


@pytest.mark.parametrize("query", FINDS)
def test_every_word_begins_a_word_of_a_row(query: str) -> None:
    (answer,) = listed(f"?q={query.replace(' ', '+')}")
    assert answer["rows"] == [n for n, row in enumerate(ROWS) if FINDS[query](row)]


@pytest.mark.parametrize(
    ("sort", "key"),
    [
        ("peak", lambda n: (-float(str(ROWS[n]["peak"])), n)),
        ("runs", lambda n: (-int(str(ROWS[n]["run_count"])), n)),
        ("new", lambda n: n),
    ],
)
def test_rows_are_sorted_and_stay_in_order_among_equals(sort: str, key: Any) -> None:
    (answer,) = listed(f"?sort={sort}")
    assert answer["rows"] == sorted(range(len(ROWS)), key=key)


def test_names_are_sorted_with_versions_as_numbers() -> None:
    (answer,) = listed("?sort=name")
    labels = list(dict.fromkeys(ROWS[n]["server_label"] for n in answer["rows"]))
    assert labels == ["MariaDB 10.11.6", "MySQL 5.7.44", "MySQL 8.0.4", "MySQL 8.0.36"]


ADDRESSES = {
    "?q=read+only&product=mysql&sort=peak&show=runs&page=3&s=a/b/c&r=a/d": None,
    "?page=-4&sort=__proto__&show=x&unknown=1": "",
    "?page=1e99": "",
    "?s=<b>/b/c&s=a/b&r=a/b/c&r=../x&s=a/b/c": "s=a/b/c",
    "?" + "&".join(f"r=a/run-{n}" for n in range(12)): "&".join(f"r=a/run-{n}" for n in range(8)),
    f"?q={'x' * 500}": f"q={'x' * 200}",
}


@pytest.mark.parametrize("search", ADDRESSES)
def test_an_address_keeps_what_is_sound_and_nothing_else(search: str) -> None:
    (answer,) = listed(search)
    wanted = ADDRESSES[search]
    assert answer["address"] == (search[1:] if wanted is None else wanted)
