"""The real bundles whose site the tests of pages look at.

The archive grows, and a test that looks at every page of it takes longer with each bundle. So most
look at the site of these: all kinds of evidence, page, chart and machine, curated comparisons with
their bundles, and large pages of the kinds that grow. `tests/archive/` looks at the records of
all bundles, and tests marked `whole_archive` at all pages.
"""

from __future__ import annotations

SELECTED = {
    "2011-10-mysql-5-5-and-5-1-dl380-g7": "differences of which only a text tells",
    "2012-12-connections-per-second": "connections, drawn as bars",
    "2013-02-mysql-5-6-and-5-5-default-settings": "figures in a text, defaults",
    "2013-02-schwenke-mariadb-and-mysql-5-5-to-10-0-longer": "linked, old sysbench, two products",
    "2016-04-mysql-5-7-5-6-5-5-read-only-local": "a published table",
    "2016-04-mysql-5-7-5-6-5-5-read-only-network": "a published table, over a network",
    "2016-05-percona-oltp-read-write-network": "linked, with a series of intervals",
    "2017-05-intel-nuc-io-bound": "a text, no matrix comparison",
    "2017-10-intel-nuc-i3-io-bound": "sixteen workloads on one machine",
    "2017-10-intel-nuc-i5-io-bound": "the same workloads on another",
    "2018-03-percona-tpcc-myrocks-ec2-600gb": "instances of a cloud, sysbench-tpcc, two engines",
    "2021-03-percona-oltp-read-write-myrocks-nvme": "containers",
    "2025-11-mdcallag-mysql-5-6-to-9-5-8-cpus": "many workloads at one thread count",
    "2026-03-percona-interactive-local-read-only-12gb": "Percona Server, one run a side",
    "2026-04-hikaru2003-spin-wait-delay-c220g5": "ten runs a side, variants",
    "2026-04-hikaru2003-spin-wait-multiplier-c220g5": "an effect that reservations cite",
    "2026-04-percona-mariadb-thread-pool-host-1-12gb": "another such effect, thread pools",
    "2026-04-mdcallag-mariadb-10-2-to-13-0-8-cpus": "a line over releases, candidates at its end",
    "2026-11-instructions-per-transaction-noise-floor": "counted instructions, repeated",
    "2026-11-mariadb-10-11-noise-floor-small-vm": "raw output, a server against itself",
    "2026-11-mariadb-11-8-and-10-11-debian-vm": "raw output, in blocks",
    "2026-11-mariadb-instructions-per-transaction-defaults": "counted instructions, nine releases",
    "2026-11-mysql-5-5-34-point-select-on-one-processor-and-two": "bound to processors",
    "2026-11-mysql-8-0-log-writer-threads-in-slices-small-vm": "slices in turn",
    "2026-11-mysql-8-0-log-writer-threads-until-resolved-small-vm": "slices, until resolved",
    "2026-11-mysql-8-0-log-writer-threads-small-vm": "raw output, variants of one server",
    "2026-11-mysql-and-mariadb-beyond-the-pool-pinned-small-vm": "a dataset beyond the pool",
    "2026-11-mysql-and-mariadb-defaults-read-connect-small-vm": "eight servers, connections",
    "2026-11-mysql-and-mariadb-defaults-read-write-small-vm": "many servers at their defaults",
    "2026-11-mysql-and-mariadb-defaults-small-vm": "eight servers, repeated in blocks",
    "2026-11-mysql-and-mariadb-pinned-in-slices-small-vm": "eight servers in slices; supersedes",
    "2026-11-mysql-and-mariadb-pinned-insert-until-resolved-small-vm": "inserts, until resolved",
    "2026-11-mysql-and-mariadb-pinned-point-select-until-resolved-small-vm": "until resolved",
    "2026-11-mysql-and-mariadb-pinned-read-only-until-resolved-small-vm": "and slowly",
    "2026-11-mysql-and-mariadb-pinned-read-write-until-resolved-small-vm": "within 8 %",
    "2026-11-mysql-and-mariadb-pinned-write-only-until-resolved-small-vm": "an hour of it",
    "2026-11-mysql-and-mariadb-pinned-read-write-small-vm": "the same servers, pinned",
    "2026-11-mysql-and-mariadb-pinned-small-vm": "the largest curated comparison",
    "2026-11-mysql-beyond-the-pool-defaults-small-vm": "beyond the pool, at defaults",
}
"""Bundle to what it stands for."""
