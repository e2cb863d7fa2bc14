"""A browser narrows, counts, sorts and searches the rows of /explore/, and keeps its address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from browser_programs import run_program
from msgspec import to_builtins

from sysbench_archive.publish.explore import batches, text_column

FACETS = ("product", "year", "family")
LABELS = ("MySQL 8.0.36", "MySQL 8.0.4", "MariaDB 10.11.6", "MySQL 5.7.44")
ROWS = [
    {
        "product": "mariadb" if label.startswith("Maria") else "mysql",
        "year": str(2020 + number % 3),
        "family": ("point", "write")[number % 2],
        "label": label,
        "work": f"OLTP read_only {number % 2}",
        "machine": f"Box, {2 ** (number % 4)} cores",
        "count": number % 5 + 1,
        "peak": float(number * 7 % 11),
    }
    for number, label in enumerate(LABELS * 3)
]


def batched() -> list[list[dict[str, Any]]]:
    return list(batches(ROWS, 2, 3))


def pieces() -> list[dict[str, Any]]:
    """The rows as `/explore/` loads them, in several pieces."""
    return [
        {"rows": len(batch), "columns": {name: column(batch, name) for name in batch[0]}}
        for batch in batched()
    ]


def index(names: Sequence[str] = FACETS) -> dict[str, Any]:
    """What the index says of the pieces."""
    values = {name: sorted({row[name] for row in ROWS}) for name in names}
    return {
        "series": {
            "rows": len(ROWS),
            "pieces": [
                {
                    "path": "",
                    "rows": len(batch),
                    "runs": sum(row["count"] for row in batch),
                    "values": {
                        name: sorted({values[name].index(row[name]) for row in batch})
                        for name in names
                    },
                }
                for batch in batched()
            ],
        },
        "facets": [
            {
                "name": name,
                "title": name,
                "values": [
                    {
                        "value": value,
                        "label": value,
                        "series": len(rows_where(**{name: value})),
                        "runs": sum(ROWS[n]["count"] for n in rows_where(**{name: value})),
                    }
                    for value in values[name]
                ],
            }
            for name in names
        ],
    }


def column(rows: list[dict[str, Any]], name: str) -> Any:
    values = [row[name] for row in rows]
    return to_builtins(text_column(values)) if isinstance(values[0], str) else values


def listed(*searches: str) -> list[Any]:
    """The answers to addresses, of rows that came in several pieces."""
    given = {"pieces": pieces(), "index": index(), "asked": searches}
    answers: list[Any] = run_program("list", given)["results"]
    return answers


def rows_where(**wanted: str) -> list[int]:
    """Numbers of the rows that have these values."""
    return [n for n, row in enumerate(ROWS) if wanted.items() <= row.items()]


def test_rows_come_out_of_their_pieces_as_they_went_in() -> None:
    given = {"pieces": pieces(), "index": index(), "asked": []}
    texts = run_program("list", given)["texts"]
    for name, values in texts.items():
        assert values == [row[name] for row in ROWS]


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
    for family in ("point", "write"):
        wanted = rows_where(product="mysql", year="2020", family=family)
        assert counts["family"][family] == len(wanted)


NARROWED = [
    "?" + "&".join(f"{name}={value}" for name, value in chosen + words)
    for chosen in (
        [],
        [("product", "mariadb")],
        [("product", "mariadb"), ("product", "mysql")],
        [("product", "mysql"), ("year", "2021")],
        [("year", "2020"), ("year", "2022"), ("family", "point")],
        [("year", "2021"), ("family", "write"), ("product", "mariadb")],
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
    answers = listed("?product=mariadb", "?product=mariadb&year=2020&family=point", "?q=mysql")
    held = [n for n, batch in enumerate(batched()) if any(r["product"] == "mariadb" for r in batch)]
    assert len(held) < len(batched()), "some hold none"
    assert answers[0]["needed"] == sorted({0, *held})
    assert 0 < len(answers[1]["needed"]) < len(batched())
    assert answers[2]["needed"] == [*range(len(batched()))]


NUMBERS = {"MySQL 8.0.36": 2.0, "MySQL 8.0.4": 0.5, "MariaDB 10.11.6": 2.0, "MySQL 5.7.44": 7.0}
"""What the rows of each label are sorted by; two labels have the same."""


def test_a_part_of_a_sorted_list_needs_only_the_values_it_shows() -> None:
    parts = [(at, min(at + 2, len(ROWS))) for at in range(0, len(ROWS), 2)]
    given = {"by": "label", "numbers": NUMBERS, "parts": parts}
    given |= {"pieces": pieces(), "index": index(("label",)), "asked": []}
    found = run_program("list", given)["sorted"]
    assert [answer["some"] for answer in found] == [answer["rows"] for answer in found]
    assert [row for answer in found for row in answer["rows"]] == sorted(
        range(len(ROWS)), key=lambda n: (NUMBERS[str(ROWS[n]["label"])], n)
    )
    assert min(len(answer["needed"]) for answer in found) < len(batched())


def test_single_runs_are_counted_as_runs() -> None:
    (answer,) = listed("?show=runs&product=mariadb")
    wanted = rows_where(product="mariadb")
    assert sum(answer["counts"]["family"].values()) == sum(ROWS[n]["count"] for n in wanted)


FINDS: dict[str, Callable[[Any], bool]] = {
    "mysql 8.0": lambda row: row["label"].startswith("MySQL 8.0"),
    "8.0.4 mysql": lambda row: row["label"] == "MySQL 8.0.4",
    "oltp_read_only": lambda row: "OLTP" in row["work"],
    "MARIA": lambda row: row["label"].startswith("MariaDB"),
    "box, 8": lambda row: " 8 " in row["machine"] or "8." in row["label"],
    "5.6": lambda row: "5.6" in row["label"],
}


@pytest.mark.parametrize("query", FINDS)
def test_every_word_begins_a_word_of_a_row(query: str) -> None:
    (answer,) = listed(f"?q={query.replace(' ', '+')}")
    assert answer["rows"] == [n for n, row in enumerate(ROWS) if FINDS[query](row)]


@pytest.mark.parametrize(
    ("sort", "key"),
    [
        ("peak", lambda n: (-float(str(ROWS[n]["peak"])), n)),
        ("runs", lambda n: (-int(str(ROWS[n]["count"])), n)),
        ("new", lambda n: n),
    ],
)
def test_rows_are_sorted_and_stay_in_order_among_equals(sort: str, key: Any) -> None:
    (answer,) = listed(f"?sort={sort}")
    assert answer["rows"] == sorted(range(len(ROWS)), key=key)


def test_names_are_sorted_with_versions_as_numbers() -> None:
    (answer,) = listed("?sort=name")
    labels = list(dict.fromkeys(ROWS[n]["label"] for n in answer["rows"]))
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
