"""Model names as operating systems print them, and the generation each must be filed under."""

import re

import pytest

from sysbench_archive.hardware.processors import (
    GENERATIONS,
    TABLES,
    generation_named,
    generation_of,
    vendor_of,
)

TOLD = {
    "Intel Xeon X5660": "westmere",
    "Intel(R) Xeon(R) CPU E5335 @ 2.00GHz": "core",
    "Intel(R) Xeon(R) CPU           X5570  @ 2.93GHz": "nehalem",
    "Intel(R) Xeon(R) CPU E5-2680 0 @ 2.70GHz": "sandy-bridge",
    "AWS Graviton2": "neoverse-n1",
    "Intel(R) Xeon(R) CPU E5-2670 v2 @ 2.50GHz": "ivy-bridge",
    "Intel(R) Xeon(R) CPU E5-2683 v3 @ 2.00GHz": "haswell",
    "Intel(R) Xeon(R) CPU E7-8890 v4 @ 2.20GHz": "broadwell",
    "Intel(R) Xeon(R) CPU E3-1270 v5 @ 3.60GHz": "skylake",
    "Intel(R) Xeon(R) Platinum 8175M CPU @ 2.50GHz": "skylake",
    "Intel(R) Xeon(R) Silver 4114 CPU @ 2.20GHz": "skylake",
    "Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz": "cascade-lake",
    "Intel(R) Xeon(R) Platinum 8380H CPU @ 2.90GHz": "cooper-lake",
    "Intel(R) Xeon(R) Platinum 8375C CPU @ 2.90GHz": "ice-lake",
    "Intel(R) Xeon(R) Platinum 8488C": "sapphire-rapids",
    "INTEL(R) XEON(R) GOLD 6548Y+": "emerald-rapids",
    "Intel(R) Xeon(R) 6972P-C": "granite-rapids",
    "Intel Xeon Processor (Skylake, IBRS)": "skylake",
    "Intel Xeon Processor (Icelake)": "ice-lake",
    "Intel Core Processor (Haswell, no TSX)": "haswell",
    "Intel(R) Core(TM) i7-6700 CPU @ 3.40GHz": "skylake",
    "Intel(R) Core(TM) i5-7260U CPU @ 2.20GHz": "kaby-lake",
    "Intel(R) Core(TM) i9-9900K CPU @ 3.60GHz": "coffee-lake",
    "Intel(R) Core(TM) i9-9980XE CPU @ 3.00GHz": "skylake",
    "11th Gen Intel(R) Core(TM) i7-1165G7 @ 2.80GHz": "tiger-lake",
    "13th Gen Intel(R) Core(TM) i9-13900K": "raptor-lake",
    "Intel(R) Core(TM) Ultra 7 258V": "lunar-lake",
    "Intel(R) Core(TM) Ultra 9 285K": "arrow-lake",
    "AMD EPYC 7601 32-Core Processor": "zen",
    "AMD EPYC 7R32": "zen-2",
    "AMD EPYC-Rome Processor": "zen-2",
    "AMD EPYC 7763 64-Core Processor": "zen-3",
    "AMD EPYC 7R13 Processor": "zen-3",
    "AMD EPYC 9R14": "zen-4",
    "AMD EPYC 9V74 80-Core Processor": "zen-4",
    "AMD EPYC 9965 192-Core Processor": "zen-5",
    "AMD Ryzen 9 5950X 16-Core Processor": "zen-3",
    "AMD Ryzen 9 7950X3D 16-Core Processor": "zen-4",
    "AMD Ryzen 7 7840HS with Radeon 780M Graphics": "zen-4",
    "AMD Ryzen 7 7735HS with Radeon Graphics": "zen-3",
    "AMD Opteron(tm) Processor 6376": "piledriver",
    "Neoverse-N1": "neoverse-n1",
    "Neoverse-V2": "neoverse-v2",
    "Apple M2 Pro": "apple-m2",
}
UNTOLD = (
    "AMD EPYC",
    "AMD Ryzen 7 3700U with Radeon Vega Mobile Gfx",
    "AMD Ryzen 5 5500U with Radeon Graphics",
    "Intel(R) Pentium(R) CPU G4560 @ 3.50GHz",
    "QEMU Virtual CPU version 2.5+",
    "",
)


@pytest.mark.parametrize(("model", "told"), TOLD.items())
def test_a_model_name_tells_its_generation(model: str, told: str) -> None:
    found = generation_of(model)
    assert found
    assert found.id == told
    assert found.vendor == vendor_of(model)


@pytest.mark.parametrize("model", UNTOLD)
def test_a_name_that_tells_no_generation_is_not_guessed(model: str) -> None:
    assert generation_of(model) is None


def test_every_pattern_tells_a_known_generation_in_words_a_browser_has_too() -> None:
    assert {*TABLES.processors.values()} <= GENERATIONS.keys()
    for pattern in (*TABLES.processors, *TABLES.vendors):
        re.compile(pattern)
        # Look-behind, named groups, possessive or atomic ones differ between the two.
        assert not re.search(r"\(\?[^:]|[*+?}]\+", pattern), pattern


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ("Zen 5", "zen-5"),
        ("ZEN3", "zen-3"),
        ("Ice Lake", "ice-lake"),
        ("Icelake", "ice-lake"),
        ("Sandy-Bridge", "sandy-bridge"),
        ("Harpertown", "penryn"),
    ],
)
def test_a_stated_name_is_found_however_it_is_spelt(stated: str, told: str) -> None:
    assert generation_named(stated) == GENERATIONS[told]


def test_a_name_nobody_listed_keeps_its_words_and_has_no_year() -> None:
    found = generation_named("Some <b>New</b> Core 9")
    assert found
    assert (found.id, found.year, found.vendor) == ("some-b-new-b-core-9", None, "")


@pytest.mark.parametrize("stated", ["", "---", "<>", "«»"])
def test_a_name_without_a_letter_is_no_name(stated: str) -> None:
    assert generation_named(stated) is None


def test_a_long_model_name_is_answered_at_once() -> None:
    assert generation_of("xeon " * 20_000) is None
