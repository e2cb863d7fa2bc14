"""The kinds of pages that span bundles: a module a kind, each declared in this table.

A new kind is a module with its record, what makes it, and a row here. What its pages are called is
recorded from then on: no address of theirs is lost.
"""

from __future__ import annotations

from typing import Any

from sysbench_archive.pages.filed import VERSIONS, WORKLOADS
from sysbench_archive.pages.glossary import GLOSSARY
from sysbench_archive.pages.hardware import HARDWARE
from sysbench_archive.pages.held import HELD
from sysbench_archive.pages.kinds import PageKind
from sysbench_archive.pages.latency import LATENCY
from sysbench_archive.pages.listing import LISTS
from sysbench_archive.pages.path_length import PATH_LENGTHS
from sysbench_archive.pages.reference import CONDITIONS, RULES, SCHEMAS
from sysbench_archive.pages.release_lines import RELEASE_LINES
from sysbench_archive.pages.settings import SETTINGS
from sysbench_archive.pages.site import SITE
from sysbench_archive.pages.upgrades import UPGRADES

KINDS: tuple[PageKind[Any], ...] = (
    SITE,
    UPGRADES,
    VERSIONS,
    RELEASE_LINES,
    PATH_LENGTHS,
    SETTINGS,
    WORKLOADS,
    HARDWARE,
    HELD,
    LATENCY,
    LISTS,
    GLOSSARY,
    CONDITIONS,
    RULES,
    SCHEMAS,
)
"""In the order in which the search has them."""
