"""The scale of scripts after TPC-C is warehouses and sets of tables."""

from __future__ import annotations

import pytest

from sysbench_archive.derive.workloads import scale_words, warehouses_of
from sysbench_archive.sysbench.command import effective_parameters, parse_command


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (
            "./tpcc.lua --tables=10 --scale=100 --use_fk=0 --trx_level=RR run",
            "1,000 warehouses: 10 sets of tables with 100 each",
        ),
        ("./tpcc.lua --scale=50 run", "50 warehouses in one set of tables"),
        ("sysbench tpcc.lua --scale=50 run", "50 warehouses in one set of tables"),
        ("sysbench oltp_read_only --tables=10 run", ""),
    ],
)
def test_the_scale_is_read_from_the_command(command: str, words: str) -> None:
    effective = effective_parameters(parse_command(command), "1.0.20")
    values = {name: known.value for name, known in effective.items() if known.value is not None}
    assert scale_words(values) == words
    assert (warehouses_of(values) is None) == (words == "")
