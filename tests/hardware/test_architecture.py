"""Which processors imply an architecture, and which do not."""

from typing import Any

import pytest

from sysbench_archive.hardware.processors import implied_architecture


@pytest.mark.parametrize(
    ("stated", "implied"),
    [
        (
            {"cpu": {"model": "Intel(R) Xeon(R) CPU E5-2683 v3 @ 2.00GHz"}},
            ("x86_64", "the processor"),
        ),
        ({"cpu": {"model": "AMD EPYC 9454P 48-Core Processor"}}, ("x86_64", "the processor")),
        ({"cpu": {"model": "Neoverse-N1"}}, ("aarch64", "the processor")),
        ({"cpu": {"microarchitecture": "Ice Lake"}}, ("x86_64", "the microarchitecture")),
        ({"machine": "Intel NUC NUC5i3ryh"}, ("x86_64", "the machine")),
        ({"cpu": {"model": "POWER8 (raw), altivec supported"}}, ("", "the processor")),
        ({"cpu": {"model": "AMD EPYC"}}, ("", "")),
        ({"cpu": {"microarchitecture": "something new"}}, ("", "the microarchitecture")),
        ({"machine": "A machine of the NUC kind"}, ("", "")),
        ({}, ("", "")),
    ],
)
def test_what_is_stated_of_a_machine_implies(
    stated: dict[str, Any], implied: tuple[str, str]
) -> None:
    assert implied_architecture(stated) == implied
