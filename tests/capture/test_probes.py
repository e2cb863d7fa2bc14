"""Every probe on texts of systems that differ: a value, or what was asked and answered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from sysbench_archive.capture.host import probes as machine
from sysbench_archive.capture.host import storage
from sysbench_archive.capture.host.probes import PROBES, probe_facts
from sysbench_archive.capture.host.reading import SilentError
from sysbench_archive.hardware.processors import generation_named

XEON = """\
Architecture:        x86_64
CPU(s):              80
Thread(s) per core:  2
Core(s) per socket:  20
Socket(s):           2
NUMA node(s):        2
Vendor ID:           GenuineIntel
CPU family:          6
Model:               85
Model name:          Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz
Stepping:            7
BogoMIPS:            4200.00
Flags:               fpu constant_tsc
Vulnerability Mds:               Mitigation; Clear CPU buffers
Vulnerability Meltdown:          Not affected
Vulnerability Retbleed:          Not affected
"""
GUEST = """\
CPU(s):              2
Thread(s) per core:  1
Socket(s):           1
Vendor ID:           AuthenticAMD
CPU family:          26
Model:               2
Model name:          AMD EPYC
BogoMIPS:            5192.19
Flags:               constant_tsc hypervisor
Hypervisor vendor:   KVM
"""
METAL_MOUNTS = "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
BOX_MOUNTS = "500 400 0:50 / / rw,relatime - overlay overlay rw,lowerdir=/l\n"


def reader(texts: Mapping[str, str]) -> Any:
    """A system that exposes these texts and nothing else."""

    def read(source: str) -> str:
        if source not in texts:
            raise SilentError(f"{source} does not exist")
        return texts[source]

    return read


def test_a_system_that_exposes_nothing_is_unavailable_everywhere() -> None:
    found = probe_facts(reader({}))
    flat = {**found, **found.pop("cpu"), **found.pop("memory"), **found.pop("tuning")}
    values = [v for k, v in flat.items() if k not in {"cpu", "memory", "tuning"}]
    assert values
    assert all(set(value) == {"unavailable"} for value in values)
    assert all(value["unavailable"].endswith("does not exist") for value in values)
    # Where absence says it, there is no field.
    assert not {"limit_cpus", "limit_mib", "hypervisor", "dirty_bytes"} & flat.keys()


def test_no_text_makes_a_probe_raise() -> None:
    for text in ("", "\0", "max", "[", "Model: x\nCPU family: y\nVendor ID: z", "-1 -1", "🐬" * 99):
        sources = {source for probe in PROBES for source in probe.sources}
        probe_facts(reader(dict.fromkeys(sources, text)))


def test_the_first_probe_that_says_something_counts() -> None:
    boost = "/sys/devices/system/cpu/cpufreq/boost"
    assert probe_facts(reader({boost: "1"}))["cpu"]["turbo"] is True
    turbo = "/sys/devices/system/cpu/intel_pstate/no_turbo"
    assert probe_facts(reader({turbo: "1", boost: "1"}))["cpu"]["turbo"] is False


def test_processors() -> None:
    assert machine.microarchitecture(XEON) == "Cascade Lake"
    assert (
        machine.microarchitecture(XEON.replace("Stepping:            7", "Stepping: 4"))
        == "Skylake"
    )
    assert machine.microarchitecture(GUEST) == "Zen 5"
    assert machine.microarchitecture(GUEST.replace("26", "99")) is None
    found = probe_facts(reader({"lscpu": XEON}))["cpu"]
    assert (found["cores"], found["threads"], found["sockets"]) == (40, 80, 2)
    assert (found["numa_nodes"], found["model"]) == (2, "Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz")
    assert (machine.smt(XEON), machine.smt(GUEST)) == (True, False)
    assert (machine.clock_mhz(XEON), machine.clock_mhz(GUEST)) == (2100, 2596)
    assert machine.clock_mhz("BogoMIPS: 5000") is None
    assert (
        machine.mitigations(XEON)
        == "mds: Mitigation; Clear CPU buffers; meltdown, retbleed: Not affected"
    )


def arm(implementer: str, *parts: str) -> str:
    """/proc/cpuinfo of a machine with these cores."""
    return "".join(
        f"processor\t: {n}\nCPU implementer\t: {implementer}\nCPU part\t: {part}\n\n"
        for n, part in enumerate(parts)
    )


@pytest.mark.parametrize(
    ("cpuinfo", "name"),
    [
        (arm("0x41", "0xd0c", "0xd0c"), "Neoverse N1"),
        (arm("0x41", "0xd40"), "Neoverse V1"),
        (arm("0x41", "0xd4f"), "Neoverse V2"),
        (arm("0x6d", "0xd49"), "Neoverse N2"),
        (arm("0xc0", "0xac4"), "AmpereOne"),
        (arm("0x48", "0xd01"), "TaiShan v110"),
        (arm("0x61", "0x022", "0x023"), "Apple M1"),
        (arm("0x41", "0xd03", "0xd08", "0xd03"), "Cortex-A53 and Cortex-A72"),
        (arm("0x41", "0xd0c", "0xfff"), None),
        ("processor\t: 0\ncpu\t\t: POWER9 (architected), altivec supported\n", "POWER9"),
        ("processor\t: 0\ncpu\t\t: POWER7+\n", "POWER7+"),
        ("vendor_id\t: GenuineIntel\n", None),
    ],
)
def test_cores_of_arm_and_power(cpuinfo: str, name: str | None) -> None:
    assert machine.other_microarchitecture(cpuinfo) == name


def test_every_core_that_has_a_generation_is_named_as_it_is() -> None:
    """Names of cores lead to generations of the table of processors, spelt as it spells them."""
    named = (machine.other_microarchitecture(arm("0x41", f"0x{part:x}")) for part in range(0xFFF))
    known = [generation_named(name) for name in named if name and name.startswith("Neoverse")]
    assert {g.label for g in known if g and g.vendor} >= {
        "Neoverse N1", "Neoverse V1", "Neoverse N2", "Neoverse V2"
    }  # fmt: skip


def test_states_that_are_forbidden_are_marked() -> None:
    assert machine.idle_states("intel_idle\n", "POLL\nC1\nC6", "0\n0\n1") == (
        "intel_idle: POLL, C1, C6 (off)"
    )


def test_settings_of_dirty_pages() -> None:
    vm = "/proc/sys/vm"
    texts = {f"{vm}/dirty_ratio": "0", f"{vm}/dirty_bytes": "1073741824",
             f"{vm}/dirty_background_bytes": "0", f"{vm}/dirty_expire_centisecs": "3000",
             "/proc/sys/kernel/numa_balancing": "2"}  # fmt: skip
    tuning = probe_facts(reader(texts))["tuning"]
    assert tuning["dirty_ratio"] == 0
    assert tuning["dirty_bytes"] == 1 << 30
    assert "dirty_background_bytes" not in tuning
    assert tuning["dirty_expire_s"] == 30
    # 2 is memory tiering, without balancing between nodes.
    assert tuning["numa_balancing"] is False
    meminfo = "HugePages_Total:     512\nHugePages_Free:      12\n"
    assert probe_facts(reader({"/proc/meminfo": meminfo}))["memory"]["huge_pages_in_use"] == 500


def test_queues_of_disks() -> None:
    queue = "/sys/block/{}/queue/{}"
    texts = {
        queue.format("sda", "scheduler"): "none [mq-deadline] kyber",
        queue.format("sdb", "scheduler"): "none [mq-deadline] kyber",
        queue.format("sda", "nr_requests"): "256",
        queue.format("sdb", "nr_requests"): "64",
    }
    both = {"name": "md0", "type": "raid1", "children": [disk("sda"), disk("sdb")]}
    found = storage.describe_device(both, reader(texts))
    assert found["io_scheduler"] == "mq-deadline"
    assert found["queue_depth"]["unavailable"].startswith("the disks differ: ")
    alone = storage.describe_device(disk("sda"), reader(texts))
    assert (alone["io_scheduler"], alone["queue_depth"]) == ("mq-deadline", 256)
    assert "unavailable" in storage.describe_device(disk("vda"), reader({}))["io_scheduler"]


@pytest.mark.parametrize(
    ("lscpu", "mounts", "kind", "hypervisor"),
    [
        (XEON, METAL_MOUNTS, "bare-metal", None),
        (GUEST, METAL_MOUNTS, "vm", "KVM"),
        (GUEST, BOX_MOUNTS, "container", "a container engine (overlay root) in KVM"),
    ],
)
def test_kinds_of_machines(lscpu: str, mounts: str, kind: str, hypervisor: str | None) -> None:
    assert (machine.kind(lscpu, mounts), machine.hypervisor(lscpu, mounts)) == (kind, hypervisor)


def test_rented_machines() -> None:
    rented = machine.cloud(machine.name("Amazon EC2", "m5.large"))
    assert rented
    assert (rented["provider"], rented["instance_type"]) == ("AWS", "m5.large")
    other = machine.cloud("Google Google Compute Engine")
    assert other
    assert "unavailable" in other["instance_type"]
    assert machine.cloud("Dell Inc. PowerEdge R740") is None
    assert machine.cloud({"unavailable": "nothing"}) is None
    assert machine.name("System Product Name", "None") is None


def test_limits() -> None:
    assert (machine.limit_cpus("max 100000"), machine.limit_cpus("150000 100000")) == (None, 1.5)
    assert (machine.limit_mib("max"), machine.limit_mib("1073741824")) == (None, 1024)
    assert machine.limit_mib("9223372036854771712") is None


def test_memory_modules_are_counted_without_their_serial_numbers() -> None:
    module = (
        "Memory Device\n\tSize: 32 GB\n\tType: DDR4\n\tSpeed: 2933 MT/s\n\tSerial Number: 1234\n"
    )
    empty = "Memory Device\n\tSize: No Module Installed\n\tType: Unknown\n"
    assert machine.modules(f"{module}\n{empty}\n{module}") == "2 x 32 GB DDR4 2933 MT/s"
    assert machine.modules(empty) is None


def disk(name: str, **facts: Any) -> dict[str, Any]:
    return {"name": name, "type": "disk", "model": None, "rota": False, "tran": None, **facts}


@pytest.mark.parametrize(
    ("tree", "kind", "count", "raid"),
    [
        (disk("nvme0n1", model="SAMSUNG MZ"), "nvme", 1, "none"),
        (disk("nvme1n1", model="Amazon Elastic Block Store"), "network-block", 1, "none"),
        (disk("sda", tran="sata", rota=True, model="WD"), "hdd", 1, "none"),
        (
            {
                "name": "md0",
                "type": "raid1",
                "children": [
                    {"name": "sda1", "type": "part", "children": [disk("sda", tran="sata")]},
                    {"name": "sdb1", "type": "part", "children": [disk("sdb", tran="sata")]},
                ],
            },
            "ssd",
            2,
            "raid1",
        ),
    ],
)
def test_disks(tree: dict[str, Any], kind: str, count: int, raid: str) -> None:
    found = storage.describe_device(tree, reader({}))
    assert (found["kind"], found["count"], found["raid"]) == (kind, count, raid)
    assert "unavailable" in found["write_cache"]


def test_a_virtual_disk_says_what_it_does_not_say() -> None:
    found = storage.describe_device(
        disk("vda"), reader({"/sys/block/vda/queue/write_cache": "write back"})
    )
    assert found["kind"] == {"unavailable": "lsblk does not say what kind of disk vda is"}
    assert found["write_cache"] == "write back, according to /sys/block"


def test_mount_options_that_name_accounts_or_places_are_left_out() -> None:
    said = {"source": "/dev/sda1", "fstype": "nfs4", "options": "rw,addr=10.0.0.7,noatime,uid=1000"}
    mount = storage.mount_of(json.dumps({"filesystems": [said]}))
    assert storage.filesystem(mount) == "nfs4 rw,noatime"
