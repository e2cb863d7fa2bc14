"""Sources as rows: one each, and that of every bundle that was taken from one."""

from __future__ import annotations

from typing import Annotated

from sysbench_archive.model.base import Record, example


class TableSource(Record):
    """Who wrote what a bundle was taken from; a bundle measured for the archive has no source."""

    source_id: Annotated[str | None, example("mysqlonarm-benchmark")]
    """Id of the source: the last part of its address, and the key of the table of sources."""
    source_title: Annotated[str | None, example("A blog post")]
    """Title of the source."""
    source_author: Annotated[str | None, example("Ada Lovelace")]
    """Who wrote the source. Who brought it into the archive is `submitter`."""
    source_license: Annotated[str | None, example("Apache-2.0")]
    """Licence the source states; `none stated` where somebody looked and found none."""
    source_url: Annotated[str | None, example("https://example.org/benchmark")]
    """Web address of the source."""


class TableSourceRow(Record, kw_only=True):
    """A repository, article or document that results were taken from."""

    source_id: Annotated[str, example("mysqlonarm-benchmark")]
    """Id: the last part of its address."""
    source_title: Annotated[str, example("A blog post")]
    """Title."""
    source_kind: Annotated[str, example("repository")]
    """What it is: repository, article or document."""
    source_author: Annotated[str | None, example("Ada Lovelace")]
    """Who wrote it."""
    source_license: Annotated[str | None, example("Apache-2.0")]
    """Licence it states; `none stated` where somebody looked and found none."""
    source_license_note: Annotated[str | None, example("LICENSE at the root")]
    """Where the licence stands, or what it covers."""
    source_url: Annotated[str | None, example("https://example.org/benchmark")]
    """Web address."""
    bundles: Annotated[int, example(3, unit="1")]
    """Bundles taken from it."""
    runs: Annotated[int, example(60, unit="1")]
    """Runs of those."""
    refused: Annotated[int, example(4, unit="1")]
    """Results of it that did not enter the archive."""
