"""Describe the storage below a folder with findmnt and lsblk, and time its fsync.

Serial numbers are never asked for.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sysbench_archive.capture.host.reading import Reader, SilentError

FSYNC_WRITES = 200
_NETWORK_FILESYSTEMS = {"nfs", "nfs4", "cifs", "ceph", "glusterfs", "9p", "virtiofs"}
_MEMORY_FILESYSTEMS = {"tmpfs", "ramfs"}
_CLOUD_DISKS = ("Amazon Elastic Block Store", "PersistentDisk", "Virtual Disk")
_OF_DEVICES = ("model", "count", "raid", "write_cache", "io_scheduler", "queue_depth")
_PRIVATE_OPTIONS = (
    "resuid=",
    "resgid=",
    "uid=",
    "gid=",
    "addr=",
    "clientaddr=",
    "lowerdir=",
    "upperdir=",
    "workdir=",
)


def storage(folder: Path, read: Reader) -> list[dict[str, Any]]:
    """One entry for the storage that holds `folder`."""
    try:
        mount = mount_of(read(f"findmnt -J -T {folder} -o SOURCE,FSTYPE,OPTIONS"))
    except (SilentError, ValueError, KeyError, IndexError) as error:
        mount = {"source": "", "fstype": "", "options": "", "fault": str(error)}
    entry: dict[str, Any] = {"role": "data and redo log", **_device_of_mount(mount, read)}
    return [entry | {"filesystem": filesystem(mount), "fsync_us": fsync_us(folder)}]


def mount_of(findmnt: str) -> dict[str, str]:
    """Source, type and options of the mount."""
    found: dict[str, str] = json.loads(findmnt)["filesystems"][0]
    return found


def filesystem(mount: dict[str, str]) -> Any:
    """Type and options, without those that name accounts, addresses or folders."""
    options = mount["options"].split(",")
    kept = ",".join(o for o in options if not o.startswith(_PRIVATE_OPTIONS))
    fault = mount.get("fault", "findmnt names no file system")
    return f"{mount['fstype']} {kept}" if mount["fstype"] else {"unavailable": fault}


def _device_of_mount(mount: dict[str, str], read: Reader) -> dict[str, Any]:
    if mount["fstype"] in _MEMORY_FILESYSTEMS:
        nothing = {"unavailable": f"{mount['fstype']} has no device"}
        return {
            "kind": "memory",
            "model": nothing,
            "count": 1,
            "raid": "none",
            "write_cache": nothing,
            "io_scheduler": nothing,
            "queue_depth": nothing,
        }
    source = mount["source"].partition("[")[0]
    try:
        tree = json.loads(read(f"lsblk -J -s -o NAME,TYPE,MODEL,ROTA,TRAN {source}"))
        return describe_device(tree["blockdevices"][0], read)
    except (SilentError, ValueError, KeyError, IndexError) as error:
        unknown = {"unavailable": f"no block device behind {mount['fstype'] or 'it'}: {error}"}
        kind: Any = "other" if mount["fstype"] in _NETWORK_FILESYSTEMS else unknown
        return {"kind": kind, **dict.fromkeys(_OF_DEVICES, unknown)}


def describe_device(tree: dict[str, Any], read: Reader) -> dict[str, Any]:
    """Kind, model, count, layout and write cache of the disks below a block device."""
    disks, layers = _disks_and_layers(tree)
    first = disks[0]
    model = (first.get("model") or "").strip()
    unknown = {"unavailable": f"lsblk names no model for {first['name']}"}
    return {
        "kind": _disk_kind(first, model),
        "model": model or unknown,
        "count": len(disks),
        "raid": ", ".join(layers) or "none",
        "write_cache": _write_cache(first["name"], read),
        "io_scheduler": _of_queue(disks, "scheduler", read),
        "queue_depth": _of_queue(disks, "nr_requests", read),
    }


def _disks_and_layers(tree: dict[str, Any]) -> tuple[list[dict[str, Any]], list[str]]:
    """Disks at the bottom, each once, and the layers between that combine or transform them."""
    disks: dict[str, dict[str, Any]] = {}
    layers: dict[str, None] = {}
    pending = [tree]
    while pending:
        node = pending.pop()
        pending += node.get("children", [])
        if not node.get("children"):
            disks[node["name"]] = node
        elif node["type"] not in {"part", "disk"}:
            layers[node["type"]] = None
    return list(disks.values()), list(layers)


def _disk_kind(disk: dict[str, Any], model: str) -> Any:
    if model.startswith(_CLOUD_DISKS):
        return "network-block"
    if disk["name"].startswith("nvme"):
        return "nvme"
    if disk.get("tran") in {"sata", "sas", "ata"}:
        return "hdd" if disk.get("rota") in {True, "1"} else "ssd"
    return {"unavailable": f"lsblk does not say what kind of disk {disk['name']} is"}


def _write_cache(name: str, read: Reader) -> Any:
    try:
        return f"{read(f'/sys/block/{name}/queue/write_cache').strip()}, according to /sys/block"
    except SilentError as silence:
        return {"unavailable": str(silence)}


def _of_queue(disks: Sequence[Mapping[str, Any]], name: str, read: Reader) -> Any:
    """A setting of the disks' queues: the scheduler in brackets, or a number."""
    try:
        texts = dict.fromkeys(read(f"/sys/block/{d['name']}/queue/{name}").strip() for d in disks)
    except SilentError as silence:
        return {"unavailable": str(silence)}
    found = list(dict.fromkeys(map(_chosen, texts)))
    if len(found) > 1:
        return {"unavailable": f"the disks differ: {', '.join(found)}"[:300]}
    return int(found[0]) if found[0].isdecimal() else found[0]


def _chosen(text: str) -> str:
    """The word in brackets, else the whole text."""
    match = re.search(r"\[(\S+)\]", text)
    return match[1] if match else text


def fsync_us(folder: Path, writes: int = FSYNC_WRITES) -> Any:
    """Median of `writes` 4 KiB writes, each followed by fsync, in a file that is then removed."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            times = [_seconds_of_write(file.fileno()) for _ in range(writes)]
    except OSError as error:
        return {"unavailable": f"no file can be written beside the data: {error.strerror}"}
    return round(statistics.median(times) * 1e6, 1)


def _seconds_of_write(descriptor: int) -> float:
    started = time.perf_counter()
    os.write(descriptor, b"\0" * 4096)
    os.fsync(descriptor)
    return time.perf_counter() - started
