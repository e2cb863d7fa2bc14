"""Shapes that more than one room looks for."""

from __future__ import annotations

import re

from sysbench_archive.redaction.redactor import Shape

PASSWORD_OPTION = Shape(
    re.compile(
        r"(?P<name>--?(?:[a-z]{2,10}-){0,3}pass(?:word|wd)?(?:=|[ \t]+(?!-))|\bMYSQL_PWD=)"
        r"(?P<value>'[^'\n]*'|\"[^\"\n]*\"|(?![<$])[^\s'\"]+)",
        re.IGNORECASE,
    ),
    lambda _, match: f"{match['name']}<password>",
)
"""A password among the words of a command, of which everything else stays."""
