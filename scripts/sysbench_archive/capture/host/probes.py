"""Gather the facts of this host: a table of probes (field, sources, parser), and storage.

A parser returns None where its texts do not say; the field is then `unavailable` with its sources,
or absent where absence has a meaning. The host name is never read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sysbench_archive.capture.host import machine, reading
from sysbench_archive.capture.host.reading import Reader, SilentError
from sysbench_archive.capture.host.storage import storage

Fact = Any
_LSCPU = ("lscpu",)
_DMI = ("/sys/class/dmi/id/sys_vendor", "/sys/class/dmi/id/product_name")
_KIND = ("lscpu", "/proc/1/mountinfo")
_CPU0 = "/sys/devices/system/cpu/cpu0"
_VM = "/proc/sys/vm"
_IDLE = (
    "/sys/devices/system/cpu/cpuidle/current_driver",
    f"{_CPU0}/cpuidle/state*/name",
    f"{_CPU0}/cpuidle/state*/disable",
)
_CGROUP_ROOT = Path("/sys/fs/cgroup")


@dataclass(frozen=True, slots=True)
class Probe:
    """How one field of a host is found. `field` is dotted; `absent`: no value means no field."""

    field: str
    sources: tuple[str, ...]
    parse: Callable[..., Fact]
    absent: bool = False


PROBES: tuple[Probe, ...] = (
    Probe("machine", _DMI, machine.name),
    Probe("kind", _KIND, machine.kind),
    Probe("hypervisor", _KIND, machine.hypervisor, absent=True),
    Probe("cpu.model", _LSCPU, machine.named("Model name")),
    Probe("cpu.microarchitecture", _LSCPU, machine.microarchitecture),
    Probe("cpu.microarchitecture", ("/proc/cpuinfo",), machine.other_microarchitecture),
    Probe("cpu.sockets", _LSCPU, machine.sockets),
    Probe("cpu.numa_nodes", _LSCPU, machine.numa_nodes),
    Probe("cpu.cores", _LSCPU, machine.cores),
    Probe("cpu.threads", _LSCPU, machine.threads),
    Probe("cpu.clock_mhz", _LSCPU, machine.clock_mhz),
    Probe("cpu.governor", (f"{_CPU0}/cpufreq/scaling_governor",), machine.line),
    Probe("cpu.turbo", ("/sys/devices/system/cpu/intel_pstate/no_turbo",), machine.off),
    Probe("cpu.turbo", ("/sys/devices/system/cpu/cpufreq/boost",), machine.on),
    Probe("cpu.idle_states", _IDLE, machine.idle_states),
    Probe("cpu.smt", ("/sys/devices/system/cpu/smt/active",), machine.on),
    Probe("cpu.smt", _LSCPU, machine.smt),
    Probe("cpu.microcode", ("/proc/cpuinfo",), machine.microcode),
    Probe("cpu.mitigations", _LSCPU, machine.mitigations),
    Probe("cpu.limit_cpus", ("cgroup cpu.max",), machine.limit_cpus, absent=True),
    Probe("memory.size_mib", ("/proc/meminfo",), machine.memory_mib),
    Probe("memory.modules", ("dmidecode -q -t memory",), machine.modules),
    Probe("memory.huge_pages", ("/proc/meminfo",), machine.huge_pages),
    Probe("memory.huge_pages_in_use", ("/proc/meminfo",), machine.huge_pages_in_use),
    Probe("memory.limit_mib", ("cgroup memory.max",), machine.limit_mib, absent=True),
    Probe("os", ("/etc/os-release",), machine.os_name),
    Probe("kernel", ("/proc/sys/kernel/osrelease",), machine.line),
    Probe("arch", ("uname -m",), machine.line),
    Probe(
        "tuning.transparent_huge_pages",
        ("/sys/kernel/mm/transparent_hugepage/enabled",),
        machine.chosen,
    ),
    Probe("tuning.swappiness", (f"{_VM}/swappiness",), machine.number),
    Probe("tuning.dirty_ratio", (f"{_VM}/dirty_ratio",), machine.number),
    Probe("tuning.dirty_background_ratio", (f"{_VM}/dirty_background_ratio",), machine.number),
    Probe("tuning.dirty_bytes", (f"{_VM}/dirty_bytes",), machine.positive, absent=True),
    Probe(
        "tuning.dirty_background_bytes",
        (f"{_VM}/dirty_background_bytes",),
        machine.positive,
        absent=True,
    ),
    Probe("tuning.dirty_expire_s", (f"{_VM}/dirty_expire_centisecs",), machine.seconds),
    Probe("tuning.dirty_writeback_s", (f"{_VM}/dirty_writeback_centisecs",), machine.seconds),
    Probe("tuning.numa_balancing", ("/proc/sys/kernel/numa_balancing",), machine.on),
    Probe("tuning.selinux", ("/sys/fs/selinux/enforce",), machine.selinux),
    Probe("tuning.selinux", ("/sys/module/apparmor/parameters/enabled",), machine.apparmor),
    Probe("tuning.selinux", ("/proc/filesystems",), machine.no_security_module),
)
"""In the order of the schema; of several probes of a field the first that says something counts."""


def probe_facts(read: Reader) -> dict[str, Any]:
    """The facts of a host, in groups as the schema has them."""
    found: dict[str, Any] = {}
    for probe in PROBES:
        group, _, name = probe.field.rpartition(".")
        group_facts = found.setdefault(group, {}) if group else found
        if name not in group_facts or _is_unavailable(group_facts[name]):
            fact = run_probe(probe, read)
            if fact is not None and not (name in group_facts and _is_unavailable(fact)):
                group_facts[name] = fact
    return found


def _is_unavailable(fact: Fact) -> bool:
    return isinstance(fact, Mapping) and "unavailable" in fact


def run_probe(probe: Probe, read: Reader) -> Fact:
    """What a probe finds: a value, `{unavailable: …}`, or None where absence says it."""
    try:
        value = probe.parse(*(read(source) for source in probe.sources))
    except SilentError as silence:
        return None if probe.absent else {"unavailable": str(silence)}
    except (ValueError, IndexError, KeyError):
        value = None
    if value is None and not probe.absent:
        return {"unavailable": f"{' and '.join(probe.sources)} does not say"}
    return value


def host_facts(name: str, folder: Path | None, process: str = "self") -> dict[str, Any]:
    """The host entry `name`; storage is that of `folder`, limits those of a process' group."""
    found = probe_facts(lambda source: _read_source(source, process))
    rented = machine.cloud(found["machine"])
    if rented:
        found |= {"kind": "cloud-instance", "cloud": rented}
    unknown: Any = {"unavailable": "the server's data folder cannot be looked at from here"}
    found["storage"] = storage(folder, reading.read) if folder else unknown
    order = (
        "machine",
        "kind",
        "hypervisor",
        "cloud",
        "cpu",
        "memory",
        "storage",
        "os",
        "kernel",
        "arch",
        "tuning",
    )
    return {"id": name} | {key: found[key] for key in order if key in found}


def _read_source(source: str, process: str) -> str:
    if not source.startswith("cgroup "):
        return reading.read(source)
    groups = reading.read(f"/proc/{process}/cgroup").splitlines()
    paths = {line.split(":", 2)[1]: line.split(":", 2)[2] for line in groups}
    return _read_cgroup_limit(source.partition(" ")[2], paths)


def _read_cgroup_limit(name: str, groups: dict[str, str]) -> str:
    """The text of `cpu.max` or `memory.max`; version 1's files are put into the same form."""
    unified = _CGROUP_ROOT / groups.get("", "/").lstrip("/") / name
    if unified.is_file():
        return reading.read(str(unified))
    controller = name.partition(".")[0]
    key = next((k for k in groups if controller in k.split(",")), None)
    if key is None:
        raise SilentError(f"no control group of {controller}")
    folder = _CGROUP_ROOT / controller / groups[key].lstrip("/")
    if controller == "memory":
        return reading.read(str(folder / "memory.limit_in_bytes"))
    parts = ("cpu.cfs_quota_us", "cpu.cfs_period_us")
    return " ".join(reading.read(str(folder / part)).strip() for part in parts)
