"""Gather the facts of this host: a table of probes (field, sources, parser), and storage.

A parser gets texts of lscpu, dmidecode, /proc and /sys, and returns None where they do not say; the
field is then `unavailable` with its sources, or absent where absence has a meaning. The host name
is never read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sysbench_archive.capture.host import reading
from sysbench_archive.capture.host.reading import Reader, SilentError
from sysbench_archive.capture.host.storage import storage
from sysbench_archive.model.base import read_rows

Fact = Any
_LSCPU = ("lscpu",)
_CPUINFO = ("/proc/cpuinfo",)
_MEMINFO = ("/proc/meminfo",)
_KIND = ("lscpu", "/proc/1/mountinfo")
_CPU0 = "/sys/devices/system/cpu/cpu0"
_IDLE = (
    "/sys/devices/system/cpu/cpuidle/current_driver",
    f"{_CPU0}/cpuidle/state*/name",
    f"{_CPU0}/cpuidle/state*/disable",
)
_CGROUP_ROOT = Path("/sys/fs/cgroup")
_ARM = "ARM"
_SKYLAKE_SERVER = ("GenuineIntel", 6, 85)
_CASCADE_LAKE, _COOPER_LAKE = 5, 10
"""Steppings of that model from which on it is another one."""
_CONTAINER_ROOTS = {"overlay": "a container engine (overlay root)", "aufs": "a container engine"}
_CLOUDS = (
    ("Amazon EC2", "AWS"),
    ("Google", "Google Cloud"),
    ("DigitalOcean", "DigitalOcean"),
    ("Hetzner", "Hetzner"),
    ("Alibaba Cloud", "Alibaba Cloud"),
    ("Akamai", "Akamai"),
)
"""(how the maker's name begins, provider)."""
_PLACEHOLDER_NAMES = {"", "to be filled by o.e.m.", "system product name", "default string", "none"}
_NO_LIMIT = 1 << 60
"""cgroup v1 states no limit as a number near 2**63."""


def text_at(pattern: str) -> Callable[[str], str | None]:
    """A parser for what a pattern finds in a line."""

    def parse(text: str) -> str | None:
        match = re.search(pattern, text, re.MULTILINE)
        return (match[1].strip() or None) if match else None

    return parse


def number_at(pattern: str, divisor: int = 1) -> Callable[[str], int | None]:
    """The same for a whole number."""

    def parse(text: str) -> int | None:
        found = text_at(pattern)(text)
        return int(found) // divisor if found else None

    return parse


threads = number_at(r"^CPU\(s\):\s*(\d+)$")
"""Hardware threads of all sockets."""
_threads_a_core = number_at(r"^Thread\(s\) per core:\s*(\d+)$")
_model_name = text_at(r"^Model name:(.+)$")
_hypervisor_vendor = text_at(r"^Hypervisor vendor:(.+)$")
_huge_pages = number_at(r"^HugePages_Total:\s+(\d+)")
line = text_at(r"\A\s*(.+)$")


def cores(lscpu: str) -> int | None:
    """Physical cores of all sockets together."""
    per_core, total = _threads_a_core(lscpu), threads(lscpu)
    return total // per_core if total and per_core else None


def smt(lscpu: str) -> bool | None:
    """Whether a core has more than one thread."""
    per_core = _threads_a_core(lscpu)
    return per_core > 1 if per_core else None


def clock_mhz(lscpu: str) -> float | None:
    """Nominal clock: from the model's name, else half of the time-stamp counter's BogoMIPS."""
    if match := re.search(r"@ ([0-9.]+)\s*GHz", _model_name(lscpu) or ""):
        return round(float(match[1]) * 1000)
    bogus = text_at(r"^BogoMIPS:\s*([0-9.]+)$")(lscpu)
    return round(float(bogus) / 2) if bogus and re.search(r"\bconstant_tsc\b", lscpu) else None


@cache
def _names() -> Mapping[tuple[str, int, int], str]:
    """Processors' names by vendor, family and model; of ARM by implementer and part of the main ID
    register; as Linux's own tables of these numbers name them.
    """
    rows = (row.values() for row in read_rows(Path(__file__).with_name("processors.tsv")))
    return {(vendor, int(one, 0), int(two, 0)): name for vendor, one, two, name in rows}


def microarchitecture(lscpu: str) -> str | None:
    """The microarchitecture of an x86 processor's family and model numbers."""
    family, model, stepping = (
        int(text_at(rf"^{name}:\s*(\d+)$")(lscpu) or -1)
        for name in ("CPU family", "Model", "Stepping")
    )
    key = text_at(r"^Vendor ID:(.+)$")(lscpu) or "", family, model
    if key == _SKYLAKE_SERVER:
        later = "Cooper Lake" if stepping >= _COOPER_LAKE else "Cascade Lake"
        return later if stepping >= _CASCADE_LAKE else "Skylake"
    return _names().get(key)


def other_microarchitecture(cpuinfo: str) -> str | None:
    """The cores of an ARM processor, each kind once, or the generation of a POWER processor."""
    if generation := text_at(r"^cpu\s*: (POWER\d+\+?)")(cpuinfo):
        return generation
    implementers = re.findall(r"^CPU implementer\s*: (0x[0-9a-f]+)", cpuinfo, re.MULTILINE)
    parts = re.findall(r"^CPU part\s*: (0x[0-9a-f]+)", cpuinfo, re.MULTILINE)
    numbers = ((int(i, 16), int(p, 16)) for i, p in zip(implementers, parts, strict=False))
    names = dict.fromkeys(_names().get((_ARM, *number)) for number in numbers)
    return None if None in names else " and ".join(filter(None, names)) or None


def mitigations(lscpu: str) -> str | None:
    """What the kernel says of each vulnerability, those with the same answer together."""
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r"^Vulnerability (.+?):\s*(.+?)\s*$", lscpu, re.MULTILINE):
        found.setdefault(value, []).append(name.lower().replace(" ", "_"))
    return "; ".join(f"{', '.join(names)}: {value}" for value, names in found.items()) or None


def name(vendor: str, product: str) -> str | None:
    """Maker and model, without the words of makers who left them out."""
    words = [word.strip() for word in (vendor, product)]
    return " ".join(word for word in words if word.lower() not in _PLACEHOLDER_NAMES) or None


def kind(lscpu: str, mountinfo: str) -> str:
    """A container by its root file system, else a virtual machine by its processor's answer."""
    if _container_engine(mountinfo):
        return "container"
    return "vm" if _hypervisor_vendor(lscpu) else "bare-metal"


def hypervisor(lscpu: str, mountinfo: str) -> str | None:
    """Container engine and hypervisor; None on bare metal."""
    names = [_container_engine(mountinfo), _hypervisor_vendor(lscpu)]
    return " in ".join(filter(None, names)) or None


def _container_engine(mountinfo: str) -> str | None:
    root = text_at(r"^(?:\S+ ){4}/ .*? - (\S+)")(mountinfo)
    return _CONTAINER_ROOTS.get(root or "")


def cloud(machine: object) -> dict[str, Any] | None:
    """The rented machine, where its maker is a provider: its instance type if it states one."""
    stated = machine if isinstance(machine, str) else ""
    for start, provider in _CLOUDS:
        if stated.startswith(start):
            product = stated.removeprefix(start).strip()
            typed = bool(re.fullmatch(r"[a-z0-9-]+\.[a-z0-9]+", product))
            silent = {"unavailable": "the machine itself does not say; its provider does"}
            return {
                "provider": provider,
                "instance_type": product if typed else dict(silent),
                "provisioned_iops": dict(silent),
                "burst_credits": dict(silent),
            }
    return None


def modules(dmidecode: str) -> str | None:
    """Count, size, type and speed of memory modules; no serial or part number is looked at."""
    found: dict[str, int] = {}
    for device in re.split(r"\n(?=Memory Device)", dmidecode):
        values = dict(re.findall(r"^\s+(Size|Type|Speed): (.+)$", device, re.MULTILINE))
        if values.get("Size", "No")[0].isdigit():
            text = " ".join(values[key] for key in ("Size", "Type", "Speed") if key in values)
            found[text] = found.get(text, 0) + 1
    return ", ".join(f"{count} x {text}" for text, count in found.items()) or None


def on(text: str) -> bool:
    """1 is on."""
    return text.strip() in {"1", "Y"}


def huge_pages_in_use(meminfo: str) -> int | None:
    """Huge pages of those reserved that somebody holds."""
    total, free = _huge_pages(meminfo), number_at(r"^HugePages_Free:\s+(\d+)")(meminfo)
    return None if total is None or free is None else total - free


def idle_states(driver: str, names: str, disabled: str) -> str:
    """The driver and its states in their order; `names` and `disabled` have a line a state."""
    flags = disabled.splitlines()
    states = [
        f"{name} (off)" if flags[number : number + 1] == ["1"] else name
        for number, name in enumerate(names.splitlines())
    ]
    return f"{driver.strip()}: {', '.join(states)}"


def seconds(centiseconds: str) -> float:
    """Seconds out of hundredths of seconds."""
    return int(centiseconds) / 100


def positive(text: str) -> int | None:
    """A whole number, None for the 0 by which the kernel says that another setting counts."""
    return int(text) or None


def limit_cpus(cpu_max: str) -> float | None:
    """Processors of `quota period`, None where the quota is `max` or -1."""
    quota, period = cpu_max.split()[:2]
    return None if quota in {"max", "-1"} else round(int(quota) / int(period), 2)


def limit_mib(memory_max: str) -> int | None:
    """MiB of a limit in bytes, None where there is none."""
    text = memory_max.strip()
    return None if text == "max" or int(text) >= _NO_LIMIT else int(text) >> 20


def os_name(os_release: str) -> str | None:
    """The distribution's own name for the release."""
    values = dict(re.findall(r'^([A-Z_]+)="?([^"\n]*)"?$', os_release, re.MULTILINE))
    return values.get("PRETTY_NAME") or values.get("NAME")


def no_security_module(filesystems: str) -> str | None:
    """A kernel that lists its file systems and not SELinux's has no SELinux."""
    return None if "selinuxfs" in filesystems else "neither SELinux nor AppArmor"


@dataclass(frozen=True, slots=True)
class Probe:
    """How one field of a host is found. `field` is dotted; `absent`: no value means no field."""

    field: str
    sources: tuple[str, ...]
    parse: Callable[..., Fact]
    absent: bool = False


PROBES: tuple[Probe, ...] = (
    Probe("machine", ("/sys/class/dmi/id/sys_vendor", "/sys/class/dmi/id/product_name"), name),
    Probe("kind", _KIND, kind),
    Probe("hypervisor", _KIND, hypervisor, absent=True),
    Probe("cpu.model", _LSCPU, _model_name),
    Probe("cpu.microarchitecture", _LSCPU, microarchitecture),
    Probe("cpu.microarchitecture", _CPUINFO, other_microarchitecture),
    # On ARM, clusters are what lscpu counts where it has no sockets.
    Probe("cpu.sockets", _LSCPU, number_at(r"^(?:Socket|Cluster)\(s\):\s*(\d+)$")),
    Probe("cpu.numa_nodes", _LSCPU, number_at(r"^NUMA node\(s\):\s*(\d+)$")),
    Probe("cpu.cores", _LSCPU, cores),
    Probe("cpu.threads", _LSCPU, threads),
    Probe("cpu.clock_mhz", _LSCPU, clock_mhz),
    Probe("cpu.governor", (f"{_CPU0}/cpufreq/scaling_governor",), line),
    Probe("cpu.turbo", ("/sys/devices/system/cpu/intel_pstate/no_turbo",), lambda t: not on(t)),
    Probe("cpu.turbo", ("/sys/devices/system/cpu/cpufreq/boost",), on),
    Probe("cpu.idle_states", _IDLE, idle_states),
    Probe("cpu.smt", ("/sys/devices/system/cpu/smt/active",), on),
    Probe("cpu.smt", _LSCPU, smt),
    Probe("cpu.microcode", _CPUINFO, text_at(r"^microcode\s*: (\S+)")),
    Probe("cpu.mitigations", _LSCPU, mitigations),
    Probe("cpu.limit_cpus", ("cgroup cpu.max",), limit_cpus, absent=True),
    # What the kernel keeps for itself is left out.
    Probe("memory.size_mib", _MEMINFO, number_at(r"^MemTotal:\s+(\d+)", 1024)),
    Probe("memory.modules", ("dmidecode -q -t memory",), modules),
    Probe("memory.huge_pages", _MEMINFO, _huge_pages),
    Probe("memory.huge_pages_in_use", _MEMINFO, huge_pages_in_use),
    Probe("memory.limit_mib", ("cgroup memory.max",), limit_mib, absent=True),
    Probe("os", ("/etc/os-release",), os_name),
    Probe("kernel", ("/proc/sys/kernel/osrelease",), line),
    Probe("arch", ("uname -m",), line),
    Probe(
        "tuning.transparent_huge_pages",
        ("/sys/kernel/mm/transparent_hugepage/enabled",),
        text_at(r"\[(\S+)\]"),
    ),
    *(
        Probe(f"tuning.{field}", (f"/proc/sys/vm/{file}",), parse, absent=parse is positive)
        for field, file, parse in (
            ("swappiness", "swappiness", int),
            ("dirty_ratio", "dirty_ratio", int),
            ("dirty_background_ratio", "dirty_background_ratio", int),
            ("dirty_bytes", "dirty_bytes", positive),
            ("dirty_background_bytes", "dirty_background_bytes", positive),
            ("dirty_expire_s", "dirty_expire_centisecs", seconds),
            ("dirty_writeback_s", "dirty_writeback_centisecs", seconds),
        )
    ),
    Probe("tuning.numa_balancing", ("/proc/sys/kernel/numa_balancing",), on),
    Probe(
        "tuning.selinux",
        ("/sys/fs/selinux/enforce",),
        lambda text: f"SELinux {'enforcing' if on(text) else 'permissive'}",
    ),
    Probe(
        "tuning.selinux",
        ("/sys/module/apparmor/parameters/enabled",),
        lambda text: "AppArmor enabled" if on(text) else None,
    ),
    Probe("tuning.selinux", ("/proc/filesystems",), no_security_module),
)
"""Of several probes of a field the first that says something counts."""


def probe_facts(read: Reader) -> dict[str, Any]:
    """The facts of a host, in groups as the schema has them."""
    found: dict[str, Any] = {}
    for probe in PROBES:
        group, _, name = probe.field.rpartition(".")
        facts = found.setdefault(group, {}) if group else found
        if name not in facts or _is_unavailable(facts[name]):
            fact = run_probe(probe, read)
            if fact is not None and not (name in facts and _is_unavailable(fact)):
                facts[name] = fact
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
    if rented := cloud(found["machine"]):
        found |= {"kind": "cloud-instance", "cloud": rented}
    unknown: Any = {"unavailable": "the server's data folder cannot be looked at from here"}
    found["storage"] = storage(folder, reading.read) if folder else unknown
    first = ("machine", "kind", "hypervisor", "cloud", "cpu", "memory", "storage")
    return {"id": name} | {key: found[key] for key in first if key in found} | found


def _read_source(source: str, process: str) -> str:
    """A source's text; limits of control groups are in version 2's form."""
    if not source.startswith("cgroup "):
        return reading.read(source)
    name = source.removeprefix("cgroup ")
    lines = (line.split(":", 2) for line in reading.read(f"/proc/{process}/cgroup").splitlines())
    groups = {controllers: path.lstrip("/") for _, controllers, path in lines}
    unified = _CGROUP_ROOT / groups.get("", "") / name
    if unified.is_file():
        return reading.read(str(unified))
    controller = name.partition(".")[0]
    key = next((k for k in groups if controller in k.split(",")), None)
    if key is None:
        raise SilentError(f"no control group of {controller}")
    folder = _CGROUP_ROOT / controller / groups[key]
    if controller == "memory":
        return reading.read(str(folder / "memory.limit_in_bytes"))
    parts = ("cpu.cfs_quota_us", "cpu.cfs_period_us")
    return " ".join(reading.read(str(folder / part)).strip() for part in parts)
