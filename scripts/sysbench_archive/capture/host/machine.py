"""Parse what Linux says of a machine: processors, virtualization, memory, system settings.

Pure functions: texts of lscpu, dmidecode, /proc and /sys in, values out, None where they do not
say.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

_MICROARCHITECTURES = {
    ("GenuineIntel", 6, 60): "Haswell",
    ("GenuineIntel", 6, 63): "Haswell",
    ("GenuineIntel", 6, 79): "Broadwell",
    ("GenuineIntel", 6, 86): "Broadwell",
    ("GenuineIntel", 6, 94): "Skylake",
    ("GenuineIntel", 6, 106): "Ice Lake",
    ("GenuineIntel", 6, 143): "Sapphire Rapids",
    ("GenuineIntel", 6, 173): "Granite Rapids",
    ("GenuineIntel", 6, 207): "Emerald Rapids",
    ("AuthenticAMD", 23, 1): "Zen",
    ("AuthenticAMD", 23, 8): "Zen+",
    ("AuthenticAMD", 23, 49): "Zen 2",
    ("AuthenticAMD", 23, 113): "Zen 2",
    ("AuthenticAMD", 25, 1): "Zen 3",
    ("AuthenticAMD", 25, 33): "Zen 3",
    ("AuthenticAMD", 25, 17): "Zen 4",
    ("AuthenticAMD", 25, 97): "Zen 4",
    ("AuthenticAMD", 25, 160): "Zen 4c",
    ("AuthenticAMD", 26, 2): "Zen 5",
    ("AuthenticAMD", 26, 17): "Zen 5c",
}
"""(vendor, family, model): microarchitecture, as Linux's own tables of these numbers name it."""
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
_KIB_PER_MIB = 1024
_NO_LIMIT = 1 << 60
"""cgroup v1 states no limit as a number near 2**63."""


def lscpu_values(lscpu: str) -> dict[str, str]:
    """`lscpu`'s lines, name to value."""
    pairs = (line.split(":", 1) for line in lscpu.splitlines() if ":" in line)
    return {name.strip(): value.strip() for name, value in pairs}


def named(name: str) -> Callable[[str], str | None]:
    """A parser for one line."""
    return lambda lscpu: lscpu_values(lscpu).get(name) or None


def counted(*names: str) -> Callable[[str], int | None]:
    """A parser for a whole number in the first of these lines that has one."""

    def parse(lscpu: str) -> int | None:
        values = lscpu_values(lscpu)
        texts = (values.get(name, "") for name in names)
        return next((int(text) for text in texts if text.isdecimal()), None)

    return parse


sockets = counted("Socket(s)", "Cluster(s)")
"""Processor packages; on ARM, clusters are what `lscpu` counts where it has no sockets."""
numa_nodes = counted("NUMA node(s)")
threads = counted("CPU(s)")
"""Hardware threads of all sockets."""
_threads_a_core = counted("Thread(s) per core")


def cores(lscpu: str) -> int | None:
    """Physical cores of all sockets together."""
    per_core = _threads_a_core(lscpu)
    total = threads(lscpu)
    return total // per_core if total and per_core else None


def smt(lscpu: str) -> bool | None:
    """Whether a core has more than one thread."""
    per_core = _threads_a_core(lscpu)
    return per_core > 1 if per_core else None


def clock_mhz(lscpu: str) -> float | None:
    """Nominal clock: from the model's name, else half of the time-stamp counter's BogoMIPS."""
    values = lscpu_values(lscpu)
    match = re.search(r"@ ([0-9.]+)\s*GHz", values.get("Model name", ""))
    if match:
        return round(float(match[1]) * 1000)
    constant = "constant_tsc" in values.get("Flags", "")
    return round(float(values["BogoMIPS"]) / 2) if constant and "BogoMIPS" in values else None


def microarchitecture(lscpu: str) -> str | None:
    """The microarchitecture of an x86 processor's family and model numbers."""
    values = lscpu_values(lscpu)
    key = values.get("Vendor ID", ""), int(values["CPU family"]), int(values["Model"])
    if key == _SKYLAKE_SERVER:
        stepping = int(values["Stepping"])
        later = "Cooper Lake" if stepping >= _COOPER_LAKE else "Cascade Lake"
        return later if stepping >= _CASCADE_LAKE else "Skylake"
    return _MICROARCHITECTURES.get(key)


_ARM_DESIGNS = {
    (0x41, 0xD03): "Cortex-A53",
    (0x41, 0xD05): "Cortex-A55",
    (0x41, 0xD07): "Cortex-A57",
    (0x41, 0xD08): "Cortex-A72",
    (0x41, 0xD09): "Cortex-A73",
    (0x41, 0xD0A): "Cortex-A75",
    (0x41, 0xD0B): "Cortex-A76",
    (0x41, 0xD0C): "Neoverse N1",
    (0x41, 0xD0D): "Cortex-A77",
    (0x41, 0xD40): "Neoverse V1",
    (0x41, 0xD41): "Cortex-A78",
    (0x41, 0xD42): "Cortex-A78AE",
    (0x41, 0xD44): "Cortex-X1",
    (0x41, 0xD49): "Neoverse N2",
    (0x41, 0xD4A): "Neoverse E1",
    (0x41, 0xD4F): "Neoverse V2",
    (0x41, 0xD83): "Neoverse V3AE",
    (0x41, 0xD84): "Neoverse V3",
    (0x41, 0xD8E): "Neoverse N3",
    (0x42, 0x516): "ThunderX2",
    (0x43, 0x0A1): "ThunderX",
    (0x43, 0x0AF): "ThunderX2",
    (0x43, 0x0B8): "ThunderX3",
    (0x46, 0x001): "A64FX",
    (0x48, 0xD01): "TaiShan v110",
    (0x4E, 0x004): "Carmel",
    (0x50, 0x000): "X-Gene",
    (0x51, 0xC00): "Falkor",
    (0x61, 0x022): "Apple M1",
    (0x61, 0x023): "Apple M1",
    (0x61, 0x032): "Apple M2",
    (0x61, 0x033): "Apple M2",
    (0x6D, 0xD49): "Neoverse N2",
    (0xC0, 0xAC3): "AmpereOne",
    (0xC0, 0xAC4): "AmpereOne",
}
"""(implementer, part) of the main ID register: its core, as Linux's own tables name it."""
_POWER = re.compile(r"^cpu\s*: (POWER\d+\+?)", re.MULTILINE)


def other_microarchitecture(cpuinfo: str) -> str | None:
    """The cores of an ARM processor, each kind once, or the generation of a POWER processor."""
    generation = _POWER.search(cpuinfo)
    if generation:
        return generation[1]
    implementers = re.findall(r"^CPU implementer\s*: (0x[0-9a-f]+)", cpuinfo, re.MULTILINE)
    parts = re.findall(r"^CPU part\s*: (0x[0-9a-f]+)", cpuinfo, re.MULTILINE)
    numbers = {(int(i, 16), int(p, 16)): None for i, p in zip(implementers, parts, strict=False)}
    names = dict.fromkeys(_ARM_DESIGNS.get(number) for number in numbers)
    return None if None in names else " and ".join(filter(None, names)) or None


def microcode(cpuinfo: str) -> str | None:
    """The microcode revision of the first processor."""
    match = re.search(r"^microcode\s*: (\S+)", cpuinfo, re.MULTILINE)
    return match[1] if match else None


def mitigations(lscpu: str) -> str | None:
    """What the kernel says of each vulnerability, those with the same answer together."""
    found: dict[str, list[str]] = {}
    for name, value in lscpu_values(lscpu).items():
        if name.startswith("Vulnerability "):
            key = name.removeprefix("Vulnerability ").lower().replace(" ", "_")
            found.setdefault(value, []).append(key)
    return "; ".join(f"{', '.join(names)}: {value}" for value, names in found.items()) or None


def name(vendor: str, product: str) -> str | None:
    """Maker and model, without the words of makers who left them out."""
    words = [word.strip() for word in (vendor, product)]
    return " ".join(word for word in words if word.lower() not in _PLACEHOLDER_NAMES) or None


def kind(lscpu: str, mountinfo: str) -> str:
    """A container by its root file system, else a virtual machine by its processor's answer."""
    if _container_engine(mountinfo):
        return "container"
    return "vm" if lscpu_values(lscpu).get("Hypervisor vendor") else "bare-metal"


def hypervisor(lscpu: str, mountinfo: str) -> str | None:
    """Container engine and hypervisor; None on bare metal."""
    names = [_container_engine(mountinfo), lscpu_values(lscpu).get("Hypervisor vendor")]
    return " in ".join(filter(None, names)) or None


def _container_engine(mountinfo: str) -> str | None:
    for line in mountinfo.splitlines():
        ahead, _, behind = line.partition(" - ")
        if ahead.split()[4:5] == ["/"]:
            return _CONTAINER_ROOTS.get(behind.split()[0])
    return None


def cloud(machine: object) -> dict[str, Any] | None:
    """The rented machine, where its maker is a provider: its instance type if it states one."""
    if not isinstance(machine, str):
        return None
    for start, provider in _CLOUDS:
        if machine.startswith(start):
            product = machine.removeprefix(start).strip()
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


def line(text: str) -> str | None:
    """The first line."""
    return text.strip().partition("\n")[0].strip() or None


def number(text: str) -> int:
    """A whole number alone on its line."""
    return int(text)


def on(text: str) -> bool:
    """1 is on."""
    return text.strip() in {"1", "Y"}


def off(text: str) -> bool:
    """1 is off."""
    return not on(text)


def chosen(text: str) -> str | None:
    """The word in brackets."""
    match = re.search(r"\[(\S+)\]", text)
    return match[1] if match else None


def _meminfo(text: str, name: str) -> int | None:
    match = re.search(rf"^{name}:\s+([0-9]+)", text, re.MULTILINE)
    return int(match[1]) if match else None


def memory_mib(meminfo: str) -> int | None:
    """Size of main memory in MiB, what the kernel keeps for itself left out."""
    size = _meminfo(meminfo, "MemTotal")
    return size // _KIB_PER_MIB if size else None


def huge_pages(meminfo: str) -> int | None:
    """Huge pages reserved."""
    return _meminfo(meminfo, "HugePages_Total")


def huge_pages_in_use(meminfo: str) -> int | None:
    """Huge pages of those reserved that somebody holds."""
    total, free = _meminfo(meminfo, "HugePages_Total"), _meminfo(meminfo, "HugePages_Free")
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


def selinux(enforce: str) -> str:
    """SELinux's mode."""
    return "SELinux enforcing" if on(enforce) else "SELinux permissive"


def apparmor(enabled: str) -> str | None:
    """AppArmor, where it is the module that is on."""
    return "AppArmor enabled" if on(enabled) else None


def no_security_module(filesystems: str) -> str | None:
    """A kernel that lists its file systems and not SELinux's has no SELinux."""
    return None if "selinuxfs" in filesystems else "neither SELinux nor AppArmor"
