"""A browser classes machines and tells how near they are as the build does."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from browser_programs import run_program

from machines import class_of
from sysbench_archive.hardware import processors
from sysbench_archive.hardware.classes import (
    HardwareClass,
    class_record,
    places_of,
)

TABLES = msgspec.to_builtins(processors.TABLES)
EPYC = """Architecture:            x86_64
CPU(s):                  64
Vendor ID:               AuthenticAMD
Model name:              AMD EPYC 7543 32-Core Processor
Thread(s) per core:      2
Core(s) per socket:      32
Socket(s):               1
"""
XEON = """Architecture:        x86_64
CPU(s):              4
Model name:          Intel(R) Xeon(R) Platinum 8175M CPU @ 2.50GHz
Thread(s) per core:  2
Core(s) per socket:  2
Socket(s):           1
Hypervisor vendor:   KVM
"""
ARM = """Architecture:             aarch64
CPU(s):                   16
Model name:               Neoverse-N1
Thread(s) per core:       1
Core(s) per cluster:      16
Socket(s):                -
Cluster(s):               1
"""
MACHINES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "bare metal": (
        EPYC,
        256,
        {
            "kind": "bare-metal",
            "cpu": {
                "model": "AMD EPYC 7543 32-Core Processor",
                "cores": 32,
                "threads": 64,
                "smt": True,
                "sockets": 1,
            },
            "memory": {"size_mib": 262144},
        },
    ),
    "virtual": (
        XEON,
        0,
        {
            "kind": "vm",
            "cpu": {
                "model": "Intel(R) Xeon(R) Platinum 8175M CPU @ 2.50GHz",
                "cores": 2,
                "sockets": 1,
            },
        },
    ),
    "clusters in place of sockets": (
        ARM,
        31,
        {
            "kind": "bare-metal",
            "cpu": {"model": "Neoverse-N1", "cores": 16, "smt": False, "sockets": 1},
            "memory": {"size_mib": 31 * 1024},
        },
    ),
    "counts alone": ("CPU(s): 6\n", 0, {"kind": "bare-metal", "cpu": {"threads": 6}}),
}


def answer(**given: Any) -> Any:
    """What the browser's modules say."""
    nothing = {"texts": [], "pairs": [], "machine": None, "classes": []}
    return run_program("near", {"tables": TABLES, **nothing, **given})


@pytest.mark.parametrize("name", MACHINES)
def test_lscpu_is_classed_like_recorded_facts(name: str) -> None:
    text, memory, facts = MACHINES[name]
    (machine,) = answer(texts=[{"text": text, "memory": memory}])["machines"]
    assert machine["values"] == places_of(class_of(**facts))


HOSTILE = {
    "nothing": "",
    "prose": "I have a fast machine.",
    "binary": "\x00\x01\ufffd" * 1000,
    "names of prototypes": "__proto__: 1\nconstructor: 2\ntoString: 3\n",
    "huge": "x" * 5_000_000,
    "many lines": "\n" * 1_000_000 + "CPU(s): 4\n",
    "numbers that are none": "CPU(s): 1e9\nSocket(s): -1\nCore(s) per socket: 0x10\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_lscpu_output_is_no_machine(name: str) -> None:
    assert answer(texts=[{"text": HOSTILE[name], "memory": 0}])["machines"] == [None]


def test_a_hostile_model_is_named_in_no_label() -> None:
    text = "Model name: <img src=x onerror=alert(1)>\nCPU(s): 4\n"
    (machine,) = answer(texts=[{"text": text, "memory": 0}])["machines"]
    assert machine["label"] == "processor not known here, bare metal, 4 CPUs"


def cpu(**more: Any) -> dict[str, Any]:
    """The places of a machine of eight cores with a known processor."""
    return places_of(class_of(kind="bare-metal", cpu=KNOWN | more))


KNOWN = {"microarchitecture": "Zen 3", "cores": 8}
DISTANCES: dict[str, tuple[dict[str, Any], dict[str, Any], float | None, list[str]]] = {
    "of the same class": (cpu(), cpu(cores=5), 0, []),
    "the largest difference comes first": (
        *(cpu(), cpu(cores=32, microarchitecture="Zen 4"), 1.7),
        ["4 times the cores", "another microarchitecture", "1-year newer processor"],
    ),
    "fewer cores": (cpu(cores=32), cpu(), 1.2, ["1/4 of the cores"]),
    "processors where cores are not recorded": (
        *(cpu(smt=False), places_of(class_of(cpu={"threads": 64})), 4.3),
        [
            "8 times the CPUs",
            *("processor generation not recorded", "bare metal or virtual not recorded"),
            "cores not recorded",
        ],
    ),
    "what is not recorded costs": (cpu(), cpu(cores="unrecorded"), 0.8, ["cores not recorded"]),
    "what the reader does not know counts nothing": (cpu(cores="unrecorded"), cpu(), 0, []),
    "nothing is known of either": ({}, {}, None, []),
    "nothing is known of the other": (cpu(), {}, None, []),
    "nothing is known of the reader's": ({}, cpu(), None, []),
}


@pytest.mark.parametrize("name", DISTANCES)
def test_a_distance_is_the_weighted_sum_of_what_differs(name: str) -> None:
    own, other, total, words = DISTANCES[name]
    (found,) = answer(pairs=[(own, other)])["distances"]
    # JSON has no infinity.
    assert found["total"] == (None if total is None else pytest.approx(total))
    assert found["words"] == words


OWN = class_of(
    kind="bare-metal", cpu={"microarchitecture": "Zen 3", "cores": 32, "sockets": 1, "smt": True}
)
LESS_KNOWN = class_of(kind="bare-metal", cpu={"microarchitecture": "Zen 3", "cores": 32})
SAME_PLACES = class_of(kind="vm", cpu={"model": "Intel(R) Unheard Of", "cores": 2})
SAME_PLACES_TOO = class_of(kind="vm", cpu={"model": "AMD Unheard Of", "cores": 2})
NOTHING = class_of()


def ranked(own: HardwareClass, *others: HardwareClass) -> list[tuple[float | None, str]]:
    """What the page says of series on these machines to a reader who chose a class."""
    on_file = [msgspec.to_builtins(class_record(one)) for one in (own, *others)]
    machine = {"id": own.id, "label": own.label, "values": places_of(own)}
    given = {"tables": TABLES | {"classes": on_file}, "machine": machine}
    return [(n, text) for n, text in answer(**given, classes=[c.id for c in others])["ranking"]]


def test_only_a_machine_of_the_chosen_class_is_of_the_same_class() -> None:
    (own, less) = ranked(OWN, OWN, LESS_KNOWN)
    assert own == (0, "A machine of the same class as yours")
    assert less[0] is not None
    assert less[0] > 0
    assert "CPUs not recorded" in less[1]


def test_classes_alike_in_all_that_is_sorted_by_are_not_called_the_same() -> None:
    assert SAME_PLACES.id != SAME_PLACES_TOO.id
    ((total, words),) = ranked(SAME_PLACES, SAME_PLACES_TOO)
    assert total == 0
    assert words.startswith("Nothing recorded differs: ")


def test_a_pasted_machine_is_of_no_class() -> None:
    on_file = [msgspec.to_builtins(class_record(OWN))]
    given = {"tables": TABLES | {"classes": on_file}, "classes": [OWN.id]}
    machine = {"label": "pasted", "values": places_of(OWN)}
    ((total, words),) = answer(**given, machine=machine)["ranking"]
    assert total == 0
    assert "same class" not in words


def test_a_machine_of_which_nothing_is_recorded_sorts_last() -> None:
    far = class_of(kind="vm", cpu={"microarchitecture": "Haswell", "cores": 1, "sockets": 8})
    (unknown, other) = ranked(OWN, NOTHING, far)
    assert unknown == (None, "Nothing that can be compared is recorded of this machine")
    assert other[0] is not None, "only infinity has no place in JSON"
    assert ranked(NOTHING, NOTHING)[0][1] == unknown[1], "nor is a reader who chose it near it"
