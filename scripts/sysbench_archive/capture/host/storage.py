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
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sysbench_archive.capture.host.reading import Reader, SilentError

FSYNC_WRITES = 200
_NETWORK_FILESYSTEMS = {"nfs", "nfs4", "cifs", "ceph", "glusterfs", "9p", "virtiofs"}
_MEMORY_FILESYSTEMS = {"tmpfs", "ramfs"}
_CLOUD_DISKS = ("Amazon Elastic Block Store", "PersistentDisk", "Virtual Disk")
_OF_DEVICES = ("model", "count", "raid", "write_cache", "io_scheduler", "queue_depth")
_PRIVATE_OPTIONS = (
    "resuid=", "resgid=", "uid=", "gid=", "addr=", "clientaddr=", "lowerdir=", "upperdir=",
    "workdir=",
)  # fmt: skip


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
        silent = f"{mount['fstype']} has no device"
        nothing = {name: {"unavailable": silent} for name in _OF_DEVICES}
        return {"kind": "memory", **nothing, "count": 1, "raid": "none"}
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
    queues = [f"/sys/block/{disk['name']}/queue" for disk in disks]
    model = (first.get("model") or "").strip()
    unknown = {"unavailable": f"lsblk names no model for {first['name']}"}
    return {
        "kind": _disk_kind(first, model),
        "model": model or unknown,
        "count": len(disks),
        "raid": ", ".join(layers) or "none",
        "write_cache": _of_queues(queues[:1], "write_cache", read, "{}, according to /sys/block"),
        "io_scheduler": _of_queues(queues, "scheduler", read),
        "queue_depth": _of_queues(queues, "nr_requests", read),
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


def _of_queues(queues: Sequence[str], name: str, read: Reader, form: str = "{}") -> Any:
    """A setting of the disks' queues: the word in brackets, where there are some, or a number."""
    try:
        texts = [read(f"{queue}/{name}").strip() for queue in queues]
    except SilentError as silence:
        return {"unavailable": str(silence)}
    chosen = (re.search(r"\[(\S+)\]", text) for text in texts)
    found = dict.fromkeys(c[1] if c else text for c, text in zip(chosen, texts, strict=True))
    if len(found) > 1:
        return {"unavailable": f"the disks differ: {', '.join(found)}"[:300]}
    (text,) = found
    return int(text) if text.isdecimal() else form.format(text)


def fsync_us(folder: Path, writes: int = FSYNC_WRITES) -> Any:
    """Median of `writes` 4 KiB writes, each followed by fsync, in a file that is then removed."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            times = []
            for _ in range(writes):
                started = time.perf_counter()
                os.write(file.fileno(), b"\0" * 4096)
                os.fsync(file.fileno())
                times.append(time.perf_counter() - started)
    except OSError as error:
        return {"unavailable": f"no file can be written beside the data: {error.strerror}"}
    return round(statistics.median(times) * 1e6, 1)
