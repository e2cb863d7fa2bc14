"""Which processors imply an architecture, and which do not."""

from typing import Any

import pytest
from msgspec.structs import replace

from sysbench_archive.hardware.processors import implied_architecture
from sysbench_archive.model.bundle import Host


@pytest.mark.parametrize(
    ("stated", "implied"),
    [
        ({"cpu_model": "Intel(R) Xeon(R) CPU E5-2683 v3 @ 2.00GHz"}, ("x86_64", "the processor")),
        ({"cpu_model": "AMD EPYC 9454P 48-Core Processor"}, ("x86_64", "the processor")),
        ({"cpu_model": "Neoverse-N1"}, ("aarch64", "the processor")),
        ({"microarchitecture": "Ice Lake"}, ("x86_64", "the microarchitecture")),
        ({"name": "Intel NUC NUC5i3ryh"}, ("x86_64", "the machine")),
        ({"cpu_model": "POWER8 (raw), altivec supported"}, ("", "the processor")),
        ({"cpu_model": "AMD EPYC"}, ("", "")),
        ({"microarchitecture": "something new"}, ("", "the microarchitecture")),
        ({"name": "A machine of the NUC kind"}, ("", "")),
        ({}, ("", "")),
    ],
)
def test_what_is_stated_of_a_machine_implies(
    stated: dict[str, Any], implied: tuple[str, str]
) -> None:
    assert implied_architecture(replace(Host("h", {}).machine, **stated)) == implied
