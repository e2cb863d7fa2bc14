"""Which servers of a bundle are set beside each other: the release series an upgrade leads between.

Of one product an older and a newer series. Of two products one of each, and the one that readers
come from more often is the baseline: MySQL before Percona Server before MariaDB.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import cast, get_args

from sysbench_archive.derive.servers import version_key
from sysbench_archive.derive.upgrades.releases import release_order
from sysbench_archive.model.result import ServerRecord
from sysbench_archive.model.upgrade import Regime

Series = tuple[str, str]
"""A product and its release series."""
BASELINES = ("mysql", "percona-server", "mariadb")
"""Of two products the one named first is the baseline."""
_RELATIVES = {"mysql", "percona-server"}
"""Products whose series have the same numbers for the same code."""


def server_pairs(servers: Iterable[ServerRecord]) -> Iterator[tuple[ServerRecord, ServerRecord]]:
    """Every pair of release series of one host and regime, of plain `servers`.

    Of one product an older and a newer series: the newest release speaks for the newer one, and for
    the older one its last release that existed by then. Of two products the newest release of each,
    in the order of `BASELINES`. Regimes are never mixed.
    """
    groups: dict[tuple[str, Regime], dict[Series, list[ServerRecord]]] = {}
    for server in sorted(servers, key=lambda s: (version_key(s.version), s.id)):
        group = groups.setdefault((server.host, regime_of(server)), {})
        group.setdefault((server.product, server.series), []).append(server)
    for group in groups.values():
        for first, second in combinations(sorted(group, key=_series_order), 2):
            if first[0] == second[0]:
                yield _last_before(group[first], group[second][-1]), group[second][-1]
            elif not _is_older_relative(first, second):
                yield group[first][-1], group[second][-1]


def _series_order(series: Series) -> tuple[int, object]:
    product, name = series
    return BASELINES.index(product), version_key(name)


def _is_older_relative(first: Series, second: Series) -> bool:
    """Whether nobody asks for the way from one to the other: Percona Server of an older series."""
    return {first[0], second[0]} == _RELATIVES and version_key(second[1]) < version_key(first[1])


def _last_before(releases: Sequence[ServerRecord], newer: ServerRecord) -> ServerRecord:
    """The last of a series' releases that is not known to have come out after `newer`.

    Its last one where all are: points say then that they go backwards in time.
    """
    existing = [
        older
        for older in releases
        if release_order(newer.product, older.version, newer.version) != "backward"
    ]
    return (existing or releases)[-1]


def regime_of(server: ServerRecord) -> Regime:
    """`defaults`, `pinned`, or `other` where nobody recorded which."""
    return cast("Regime", server.regime) if server.regime in get_args(Regime) else "other"
