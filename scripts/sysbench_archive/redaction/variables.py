"""Settings and variables whose name says that their value must not be published.

Owns which names hold a password, and which single out a machine or an account.
"""

from __future__ import annotations

import re

_SECRET = re.compile(r".{0,60}(?:password|passwd|passphrase|_pwd|_auth)", re.IGNORECASE)
_IDENTITY = re.compile(
    r"hostname|report_host|report_user|server_uid|feedback_(?:server_uid|user_info)"
    r"|wsrep_cluster_address|wsrep_node_.{0,40}|.{0,40}_uuid",
    re.IGNORECASE,
)
_SWITCHES = frozenset(
    ("", "0", "1", "on", "off", "true", "false", "yes", "no", "automatic", "unrecorded")
)
"""Values that give nothing away, whatever the name."""


def hidden(name: str, value: str) -> str:
    """What stands for the value of a setting: `<password>`, `<host>`, or "" where it may stay."""
    if value.lower() in _SWITCHES:
        return ""
    if _SECRET.fullmatch(name):
        return "<password>"
    return "<host>" if _IDENTITY.fullmatch(name) else ""
