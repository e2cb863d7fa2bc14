"""Rows about the operating system, the server's product and version, and how it was built."""

from __future__ import annotations

from collections.abc import Mapping

from sysbench_archive.receipts.field import Family, Field, Intended, Severity, Subject, weights

_BLOCKER = weights("blocker")
_WARNING = weights("warning")
_INFO = weights("info")


def _row(
    name: str,
    label: str,
    subject: Subject,
    source: str,
    why: str,
    severity: Mapping[Family, Severity],
    needed: bool = True,
    intended: Intended = "",
    missing: str = "",
) -> Field:
    return Field(
        name, label, "software", subject, (source,), why, severity, "text", missing, needed,
        intended,
    )  # fmt: skip


SOFTWARE = (
    _row("os", "Operating system", "host", "os",
         "Its libraries, scheduler and defaults take part in every system call.", _INFO),
    _row("kernel", "Kernel", "host", "kernel",
         "Scheduler, file systems, network and mitigations change between kernels.", _WARNING),
    _row("arch", "Machine architecture", "host", "arch",
         "Code for another architecture is another program.", _BLOCKER),
    _row("transparent_huge_pages", "Transparent huge pages", "host",
         "tuning.transparent_huge_pages",
         "They change what memory costs, more with some allocators than with others.", _WARNING),
    _row("swappiness", "Swappiness", "host", "tuning.swappiness",
         "It decides whether the kernel swaps out a buffer pool to keep file pages.", _INFO),
    _row("selinux", "SELinux or AppArmor", "host", "tuning.selinux",
         "Either checks every file that is opened and every connection.",
         weights("info", connect="warning")),
    _row("product", "Product", "server", "product",
         "MySQL, MariaDB and Percona Server have diverged.", _INFO, intended="always"),
    _row("version", "Version", "server", "version",
         "It is what most comparisons ask about.", _INFO, intended="always"),
    _row("maturity", "Maturity", "server", "maturity",
         "A milestone is not the release it led to.", _INFO, intended="version"),
    _row("variant", "Variant", "server", "variant",
         "A label for a deliberate deviation from the release as it is.", _INFO,
         intended="always", missing="the release as it is"),
    _row("regime", "Configuration", "server", "regime",
         "A server with its defaults and one that was tuned answer two questions.", _WARNING),
    _row("build_vendor", "Who built it", "server", "build.vendor",
         "Builders choose compilers, flags and patches.", _INFO, needed=False,
         intended="product"),
    _row("build_distribution", "How the build was delivered", "server", "build.distribution",
         "Packages, archives and builds from source of one version differ in compiler and flags.",
         _WARNING, needed=False, intended="product"),
    _row("build_package", "Package", "server", "build.package",
         "The exact build, where it has coordinates.", _INFO, needed=False, intended="version"),
    _row("pgo", "Profile-guided optimisation", "server", "build.pgo",
         "It makes the same source several per cent faster.", _WARNING, needed=False,
         intended="variant"),
    _row("stripped", "Symbols removed", "server", "build.stripped",
         "It tells builds apart that are otherwise described alike.", _INFO, needed=False,
         intended="variant"),
    _row("allocator", "Memory allocator", "server", "allocator",
         "With many threads allocators differ by several per cent, and by more on old versions.",
         _WARNING, intended="variant"),
)  # fmt: skip
