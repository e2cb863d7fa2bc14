"""Archives as sources: what is read of them, and that hostile ones are refused with a sentence."""

import gzip
import io
import os
import stat
import tarfile
import time
import warnings
import zipfile
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.importers import archives
from sysbench_archive.importers.archives import (
    ArchiveError,
    fault_of_name,
    is_archive,
    open_archive,
)

Write = Callable[[zipfile.ZipFile], None]
LOG = b"sysbench 1.0.20\n" * 20
NOISE = ("noise.log", b"".join(i.to_bytes(4, "big") for i in range(1 << 16)))


def zipped(*members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(packed, "w", method) as archive:
        warnings.simplefilter("ignore")
        for name, data in members:
            archive.writestr(name, data)
    return packed.getvalue()


def tarred(*members: tuple[str, bytes] | tarfile.TarInfo) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for member in members:
            if isinstance(member, tarfile.TarInfo):
                archive.addfile(member)
            else:
                info = tarfile.TarInfo(member[0])
                info.size = len(member[1])
                archive.addfile(info, io.BytesIO(member[1]))
    return packed.getvalue()


def read_all(path: str, data: bytes) -> dict[str, bytes]:
    """Every sound member; nothing where the archive or a member is refused."""
    try:
        opened = open_archive(path, data)
        return {name: opened.read(name) for name in opened.members}
    except ArchiveError:
        return {}


def special(name: str, kind: bytes, link: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    return info


def with_mode(name: str, mode: int) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        info = zipfile.ZipInfo(name)
        info.external_attr = mode << 16
        archive.writestr(info, b"/etc/passwd")
        archive.writestr("good.log", LOG)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("a.zip", zipped(("run/good.log", LOG))),
        ("a.ZIP", zipped(("run/good.log", LOG), method=zipfile.ZIP_STORED)),
        ("a.tar", tarred(special("run", tarfile.DIRTYPE), ("run/good.log", LOG))),
        ("a.tar.gz", gzip.compress(tarred(("run/good.log", LOG)))),
        ("a.tgz", gzip.compress(tarred(("run/good.log", LOG)))),
    ],
)
def test_a_member_is_read_as_it_was_packed(path: str, data: bytes) -> None:
    opened = open_archive(path, data)
    assert dict(opened.members) == {"run/good.log": len(LOG)}
    assert opened.read("run/good.log") == LOG
    assert opened.refused == ()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("../etc/passwd", "leaves the archive"),
        ("a/../../b", "leaves the archive"),
        ("/etc/passwd", "absolute path"),
        ("C:/windows", "absolute path"),
        ("a\\b.log", "absolute path"),
        ("./a.log", "not plain"),
        ("a//b.log", "not plain"),
        ("a/" * 30 + "b.log", "not plain"),
        ("a\x1b[31m.log", "not printable"),
        ("x" * 500, "too long"),
        ("a.zip!b.log", "part archive, member and report"),
        ("a.log#1", "part archive, member and report"),
    ],
)
@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_a_member_of_such_a_name_is_refused_and_the_others_stay(
    kind: str, name: str, words: str
) -> None:
    members = (name, b"x"), ("good.log", LOG)
    opened = open_archive(f"a.{kind}", zipped(*members) if kind == "zip" else tarred(*members))
    assert set(opened.members) == {"good.log"}
    assert opened.read("good.log") == LOG
    assert [fault for _, fault in opened.refused if words in fault]


GOOD = ("good.log", LOG)
PIPE = "is no ordinary file: a device or a pipe"
ENCRYPTED = bytearray(zipped(GOOD, ("a.log", b"x"), method=zipfile.ZIP_STORED))
ENCRYPTED[ENCRYPTED.rindex(b"PK\x01\x02") + 8] |= 1
OTHER_METHOD = bytearray(zipped(GOOD, ("a.log", b"x"), method=zipfile.ZIP_STORED))
OTHER_METHOD[OTHER_METHOD.rindex(b"PK\x01\x02") + 10] = zipfile.ZIP_LZMA


@pytest.mark.parametrize(
    ("path", "data", "words"),
    [
        # A name with a NUL is not cut to another member's.
        (
            "a.zip",
            zipped(GOOD, ("good.logXhidden", b"x")).replace(b"logXhid", b"log\0hid"),
            "not printable",
        ),
        ("a.zip", zipped(("a.log", b"1"), ("a.log", b"2"), GOOD), "more than once"),
        ("a.tar", tarred(("a.log", b"1"), ("a.log", b"2"), GOOD), "more than once"),
        *(
            ("a.zip", with_mode("odd.log", kind | 0o777), "is no ordinary file: a link or a device")
            for kind in (stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO)
        ),
        *(
            ("a.tar", tarred(special("odd", kind, "../../x"), GOOD), words)
            for kind, words in (
                (tarfile.SYMTYPE, "is a link"),
                (tarfile.LNKTYPE, "is a link"),
                (tarfile.CHRTYPE, PIPE),
                (tarfile.FIFOTYPE, PIPE),
            )
        ),
        ("a.zip", bytes(ENCRYPTED), "is encrypted"),
        ("a.zip", bytes(OTHER_METHOD), "compressed by a method that is not read"),
        ("a.zip", zipped(("bomb.log", b"\0" * (2 << 20)), GOOD, NOISE), "50 times"),
    ],
)
def test_such_a_member_is_refused_and_the_others_stay(path: str, data: bytes, words: str) -> None:
    opened = open_archive(path, data)
    assert set(opened.members) - {NOISE[0]} == {"good.log"}
    assert opened.read("good.log") == LOG
    ((_, fault),) = opened.refused
    assert words in fault


def test_a_member_that_expands_too_far_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "RATIO_FROM", 1000)
    noise = bytes(range(256)) * 40
    data = zipped(("bomb.log", b"\0" * 100_000))
    with pytest.raises(ArchiveError, match="more than 50 times its size"):
        open_archive("a.zip", data)
    stored = zipped(("noise.log", noise), method=zipfile.ZIP_STORED)
    assert open_archive("a.zip", stored).read("noise.log") == noise


SHARED = bytearray(zipped(("a.log", LOG), ("b.log", LOG), method=zipfile.ZIP_STORED))
FIRST = SHARED.index(b"PK\x01\x02")
SECOND = SHARED.index(b"PK\x01\x02", FIRST + 4)
SHARED[SECOND + 42 : SECOND + 46] = SHARED[FIRST + 42 : FIRST + 46]
WRONG = bytearray(gzip.compress(tarred(GOOD)))
WRONG[-8] ^= 1
NEGATIVE = bytearray(tarred(GOOD, ("b.log", LOG)))
NEGATIVE[124:136] = b"\xff" * 11 + b"\x00"
NEGATIVE[148:156] = b" " * 8
NEGATIVE[148:156] = f"{sum(NEGATIVE[:512]):06o}\0 ".encode()


@pytest.mark.parametrize(
    ("path", "data", "words"),
    [
        ("a.tar.gz", gzip.compress(b"\0" * (8 << 20)), "more than 50 times its size"),
        ("a.zip", SHARED, "share bytes"),
        ("a.tar.gz", WRONG, "no archive that can be read: CRC check failed"),
        ("a.tar", NEGATIVE, "negative|no archive"),
    ],
    ids=["bomb", "overlap", "checksum", "negative"],
)
def test_such_an_archive_is_refused_as_a_whole(path: str, data: bytes, words: str) -> None:
    with pytest.raises(ArchiveError, match=words):
        open_archive(path, bytes(data))


def test_too_large_and_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    members = [(f"{n}.log", bytes([n]) * 100) for n in range(8)]
    monkeypatch.setattr(archives, "MAX_MEMBERS", 7)
    for path, data in (("a.zip", zipped(*members)), ("a.tar", tarred(*members))):
        with pytest.raises(ArchiveError, match="more than 7 members"):
            open_archive(path, data)
    monkeypatch.setattr(archives, "MAX_MEMBERS", 8)
    monkeypatch.setattr(archives, "MAX_MEMBER", 50)
    for path, data in (("a.zip", zipped(*members)), ("a.tar", tarred(*members))):
        assert not open_archive(path, data).members
    for path, data in (("a.zip", zipped(*members)), ("a.tar", tarred(*members))):
        with pytest.raises(ArchiveError, match=r"would expand to more than .*; unpack it first"):
            open_archive(path, data, 700)
    with pytest.raises(ArchiveError, match="would expand to more than"):
        open_archive("a.tgz", gzip.compress(tarred(*members)), 700)


def test_a_wrong_checksum_is_refused_and_the_others_stay() -> None:
    members = ("bad.log", LOG), ("good.log", LOG + b"end")
    data = bytearray(zipped(*members, method=zipfile.ZIP_STORED))
    data[data.index(LOG)] ^= 1
    opened = open_archive("a.zip", bytes(data))
    with pytest.raises(ArchiveError, match="is damaged in its archive: Bad CRC-32"):
        opened.read("bad.log")
    assert opened.read("good.log") == LOG + b"end"


@pytest.mark.parametrize("cut", [1, 100, 511, 700])
@pytest.mark.parametrize("path", ["a.zip", "a.tar", "a.tar.gz"])
def test_a_truncated_archive_is_refused_or_its_members_are(path: str, cut: int) -> None:
    whole = tarred(("a.log", LOG))[:1536]
    data = {"a.zip": zipped(("a.log", LOG)), "a.tar": whole, "a.tar.gz": gzip.compress(whole)}[path]
    try:
        opened = open_archive(path, data[: max(len(data) - cut, 10)])
    except ArchiveError:
        return
    for name in opened.members:
        if path != "a.tar" or cut > 1536 - 512 - len(LOG):
            with pytest.raises(ArchiveError):
                opened.read(name)


def test_bytes_behind_the_last_member_are_told() -> None:
    data = bytearray(tarred(("a.log", LOG), ("b.log", LOG)))
    data[1024 + 148] ^= 1
    opened = open_archive("a.tar", bytes(data))
    assert opened.refused[-1][1] == "is followed by bytes that are no member"
    assert opened.read("a.log") == LOG


@given(data=st.binary(max_size=400), path=st.sampled_from(["a.zip", "a.tar", "a.tar.gz"]))
def test_any_bytes_are_an_archive_or_a_sentence(data: bytes, path: str) -> None:
    assert not read_all(path, data) or is_archive(path)


@given(
    at=st.integers(0, 100_000),
    byte=st.integers(0, 255),
    path=st.sampled_from(["a.zip", "a.tar", "a.tar.gz"]),
)
def test_an_archive_with_a_changed_byte_never_surprises(at: int, byte: int, path: str) -> None:
    members = ("a.log", LOG), ("b/c.log", LOG[::-1])
    plain = tarred(*members)
    whole = {"a.zip": zipped(*members), "a.tar": plain, "a.tar.gz": gzip.compress(plain)}[path]
    data = bytearray(whole)
    data[at % len(data)] = byte
    for name, content in read_all(path, bytes(data)).items():
        assert not fault_of_name(name)
        assert len(content) < 1000


def extended(kind: bytes, body: bytes) -> bytes:
    """A header of a tar archive that says more of members than has a place in theirs."""
    info = tarfile.TarInfo("x")
    info.type, info.size = kind, len(body)
    return info.tobuf(tarfile.USTAR_FORMAT) + body + b"\0" * (-len(body) % 512)


MEMBER = tarred(("a.log", b"x"))[:1024]
LONG_HEADERS = {
    "digits": extended(b"x", b"1" * 200_000) + MEMBER,
    "more digits": extended(b"x", b"1" * (20 << 20)) + MEMBER,
    "digits about all": extended(b"g", b"1" * 50_000) + MEMBER,
    "digits of Solaris": extended(b"X", b"1" * 50_000) + MEMBER,
    "many headers": (extended(b"x", b"35 k=" + b"1" * 29 + b"\n") + MEMBER) * 9_000,
    "long headers": (extended(b"x", (b"35 k=" + b"1" * 29 + b"\n") * 400) + MEMBER) * 900,
    "headers about all": extended(b"g", b"6 a=b\n") * 9_000 + MEMBER * 9_000,
    "headers of headers": extended(b"x", b"6 a=b\n") * 20_000 + MEMBER,
    "long names": (extended(b"L", b"n" * 5_000) + MEMBER) * 2_000,
    "names of names": extended(b"L", b"n" * 100) * 20_000,
    "holes": extended(b"x", b"22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n") + MEMBER,
    "members": MEMBER * 19_000,
}


@pytest.mark.parametrize("name", LONG_HEADERS)
def test_no_header_takes_more_time_than_its_length(name: str) -> None:
    """Of an archive below 1 MB, with enough in it that it does not expand too far."""
    data = gzip.compress(LONG_HEADERS[name] + tarred(NOISE, ("more.log", os.urandom(500_000))))
    assert len(data) < 1_000_000
    began = time.process_time()
    read_all("a.tar.gz", data)
    assert time.process_time() - began < 2


def test_headers_of_real_archives_are_read() -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", pax_headers={"comment": "ab" * 20}) as archive:
        info = tarfile.TarInfo("a-folder-of-a-long-name/" * 10 + "a.log")
        info.size, info.mtime = len(LOG), 1700000000.123456789  # type: ignore[assignment]
        info.pax_headers = {"LIBARCHIVE.xattr.com.apple.quarantine": "MDA4MTs2" * 20}
        archive.addfile(info, io.BytesIO(LOG))
    assert read_all("a.tar", packed.getvalue()) == {info.name: LOG}
