"""Counted instructions: of releases over time, and of the servers of a panel."""

from __future__ import annotations

from collections.abc import Sequence

from sysbench_archive.derive.path_length import path_length, path_length_page
from sysbench_archive.model.counted import (
    CountedPanel,
    CountedRelease,
    CountedRow,
    GroupStack,
    PathLengthPage,
    StackBar,
    StackPart,
)
from sysbench_archive.model.result_page import ResultPage

from .shared import TEST, Text


def releases(bundle: str, run: str, text: Text) -> list[CountedRelease]:
    """Three releases whose instructions were counted."""
    return [
        CountedRelease(
            product="mysql",
            version=version,
            series=version.rpartition(".")[0],
            label=text(f"MySQL {version}"),
            plain=True,
            general=True,
            bundle=bundle,
            path=f"/results/{bundle}/{run}/",
            comparison=f"/comparisons/{bundle}--{TEST}/",
            test=TEST,
            title=text("Read-only"),
            tool="callgrind",
            regime="defaults",
            setting="defaults",
            instructions=instructions,
            agrees=True,
        )
        for version, instructions in (("5.6.24", 40_000.0), ("8.0.36", 50_000.0), ("8.4.0", 44_000))
    ]


def path_lengths(result: ResultPage, text: Text) -> PathLengthPage:
    """The page of path length."""
    counts = releases(result.id, result.runs[0].id, text)
    return path_length_page(counts, {result.id: text("Title of counts")})


def counted_panel(bundle: str, run: str, labels: Sequence[str], text: Text) -> CountedPanel:
    """What counts say of a panel's servers."""
    values = [1000.0, 800.0]
    parts = [
        StackPart(group=0, x=0.0, width=60.0, percent=75.0),
        StackPart(group=1, x=60.0, width=20.0, percent=25.0),
    ]
    return CountedPanel(
        note=text("What is not in the counts."),
        repeat=text("sysbench-archive reproduce"),
        lengths=path_length(releases(bundle, run, text)),
        stack=GroupStack(
            groups=[text("InnoDB"), text("Everything else")],
            bars=[
                StackBar(label=label, path=f"/results/{bundle}/{run}/", total=total, parts=parts)
                for label, total in zip(labels, values, strict=True)
            ],
        ),
        rows=[CountedRow(label="Instructions per transaction", decimals=0, values=values)],
        groups=[CountedRow(label="InnoDB", decimals=0, values=values)],
    )
