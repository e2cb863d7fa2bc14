"""A form as somebody fills it in, and as the forge writes it into an issue."""

from pathlib import Path

from sysbench_archive.intake.form import CONSENT, FIELDS, NO_ANSWER

RAW = Path(__file__).parent / "rules/file-mode/pass/2026-01-raw-output/raw"
REPORT, SECOND = (RAW.joinpath(name).read_text() for name in ("t1.txt", "t2.txt"))
FENCES = {"machine": "yaml", "commands": "shell", "output": "text", "facts": "ini"}
GOOD = {
    "name": "Ada Example",
    "server": "MariaDB 10.11.6",
    "machine": "kind: vm\ncpu: AMD EPYC 7302P\ncpu_threads: 4\nmemory_gib: 15.5\nos: Debian 12",
    "commands": "sysbench oltp_read_only --table-size=1000 --time=10 --threads=1 run",
    "output": REPORT,
    "facts": "settings: defaults\nplacement: same-host\nsource: Debian package",
    "disclosure": "none",
    "consent": "\n".join(f"- [X] {sentence}" for sentence in CONSENT),
}


def body(**answers: str) -> str:
    """The issue's text; every answer may be another one."""
    parts = []
    for field in FIELDS:
        text = (GOOD | answers)[field.id]
        shown = text or NO_ANSWER
        if field.id in FENCES and text:
            shown = f"```{FENCES[field.id]}\n{text}\n```"
        parts.append(f"### {field.heading}\n\n{shown}\n")
    return "\n".join(parts)
