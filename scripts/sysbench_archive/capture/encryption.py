"""Encrypted connections: what was asked for, and how PyMySQL and sysbench are told.

Modes are those of MySQL's clients. sysbench 1.0 takes no paths of certificates: it reads three
files of fixed names in the folder it is started in, and does not connect without them. Where no
certificate of a client is stated it gets one that TLS 1.3 has no signature for and never sends;
where no authority is stated it trusts what the server shows, as `required` asks for no more.
"""

from __future__ import annotations

import re
import ssl
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from sysbench_archive.capture.host.reading import SilentError, read_or_empty, run_command
from sysbench_archive.capture.plan import MODES, Access, RefusalError, Tls

PROGRAM, OPENSSL = "sysbench", "openssl"
_FILES = ("ssl-ca", "ssl-cert", "ssl-key")
TLS_OPTIONS = ("ssl-mode", *_FILES)
SWITCHES = ("ssl", "skip-ssl", "ssl-verify-server-cert")
"""Options of MariaDB's clients that are on where they have no value."""
_NO = {"0", "off", "false", "no"}
_FIXED_NAMES = {"ca": "cacert.pem", "cert": "client-cert.pem", "key": "client-key.pem"}
"""What sysbench 1.0 calls its files."""
_PEM = re.compile(r"-----BEGIN CERTIFICATE-----\n.*?\n-----END CERTIFICATE-----\n", re.DOTALL)
_NEVER_SENT = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:secp256k1", "-subj", "/CN=none")
"""TLS 1.3 knows no signature of this curve, so that a client that has no other key sends none."""


def stated_tls(options: Mapping[str, str | None]) -> Tls | None:
    """What options named as in an option file ask for, None where they say nothing of it.

    RefusalError where a mode is unknown or a file is not there.
    """
    stated = {name: value for name, value in options.items() if value is not None}
    files = {name: stated[name] for name in _FILES if stated.get(name)}
    mode = _mode_of(stated, files)
    if not mode:
        return None
    for name, path in files.items():
        if not Path(path).expanduser().is_file():
            raise RefusalError(f"--{name}", "no such file", got=path)
    if ("ssl-cert" in files) != ("ssl-key" in files):
        raise RefusalError("--ssl-cert", "goes with --ssl-key", expected="both, or neither")
    ca, cert, key = (
        str(Path(files[name]).expanduser().absolute()) if name in files else None for name in _FILES
    )
    return Tls(mode, ca, cert, key)


def _mode_of(stated: Mapping[str, str], files: Mapping[str, str]) -> str:
    """The mode by name, else what MariaDB's options and the files imply, as its clients take it."""
    if "ssl-mode" in stated:
        mode = stated["ssl-mode"].lower().replace("-", "_")
        if mode not in MODES:
            names = ", ".join(MODES).replace("_", "-")
            raise RefusalError("--ssl-mode", "unknown", repr(stated["ssl-mode"]), f"one of {names}")
        return mode
    if "skip-ssl" in stated or stated.get("ssl", "").lower() in _NO:
        return "disabled"
    if stated.get("ssl-verify-server-cert", "off").lower() not in _NO:
        return "verify_identity"
    if "ssl-ca" in files:
        return "verify_ca"
    return "required" if files or "ssl" in stated else ""


def client_context(tls: Tls) -> ssl.SSLContext:
    """How PyMySQL encrypts. RefusalError where a certificate cannot be read."""
    try:
        context = ssl.create_default_context(cafile=tls.ca)
        # In this order: a context that looks at no certificate cannot compare its name.
        context.check_hostname = tls.mode == "verify_identity"
        context.verify_mode = ssl.CERT_REQUIRED if "verify" in tls.mode else ssl.CERT_NONE
        if tls.cert:
            context.load_cert_chain(tls.cert, tls.key)
    except OSError as error:
        raise RefusalError(
            "--ssl-ca, --ssl-cert, --ssl-key", f"a certificate cannot be read: {error}"
        ) from None
    return context


@cache
def takes_paths() -> bool:
    """Whether this sysbench takes paths of certificates, as 1.1 does and 1.0 does not."""
    return "--mysql-ssl-ca" in read_or_empty(f"{PROGRAM} --help")


def tls_words(tls: Tls | None) -> list[str]:
    """sysbench's options of an encrypted connection."""
    if tls is None or not tls.encrypts:
        return []
    if not takes_paths():
        return ["--mysql-ssl=on"]
    files = {"ca": tls.ca, "cert": tls.cert, "key": tls.key}
    named = [f"--mysql-ssl-{name}={path}" for name, path in files.items() if path]
    return [f"--mysql-ssl={tls.mode}", *named]


@cache
def certificate_folder(access: Access) -> tempfile.TemporaryDirectory[str] | None:
    """The folder to start sysbench 1.0 in for encrypted connections; None where it needs none.

    It goes when this program ends. RefusalError where certificates cannot be had.
    """
    tls = access.tls
    if tls is None or not tls.encrypts or takes_paths():
        return None
    folder = tempfile.TemporaryDirectory(prefix="sysbench-tls-")
    places = {name: Path(folder.name, file) for name, file in _FIXED_NAMES.items()}
    if tls.ca:
        places["ca"].symlink_to(tls.ca)
    else:
        places["ca"].write_text(_shown_certificates(access), encoding="ascii")
    if tls.cert and tls.key:
        places["cert"].symlink_to(tls.cert)
        places["key"].symlink_to(tls.key)
    else:
        out = ("-keyout", str(places["key"]), "-out", str(places["cert"]))
        _openssl(["req", "-x509", "-nodes", "-days", "30", *_NEVER_SENT, *out])
    return folder


def _shown_certificates(access: Access) -> str:
    """What the server shows of itself, in PEM. A server's own authority is in it, or itself."""
    host = f"[{access.host}]" if ":" in (access.host or "") else access.host
    place = ["-connect", f"{host}:{access.port}"]
    if access.socket:
        place = ["-unix", access.socket]
    said = _openssl(["s_client", *place, "-starttls", "mysql", "-showcerts"])
    return "".join(_PEM.findall(said))


def _openssl(words: Sequence[str]) -> str:
    """What openssl prints. RefusalError where it fails, or is not installed."""
    try:
        return run_command([OPENSSL, *words])
    except SilentError as silence:
        raise RefusalError(
            "sysbench 1.0 needs --ssl-ca, --ssl-cert and --ssl-key, or openssl to do without",
            str(silence),
            hint="does the server encrypt? `show variables like 'have_ssl'` says so;"
            " if not, `--ssl-mode disabled`",
        ) from None
