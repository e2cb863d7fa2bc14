"""Somebody submits a bundle: who has not said so yet is reminded."""

from __future__ import annotations

from collections.abc import Iterator

from sysbench_archive.model import Bundle
from sysbench_archive.problems import Problem, Rule, got_expected
from sysbench_archive.rules.places import in_document

ANONYMOUS = "Anonymous contributor"
"""What `capture` and `new` write where nobody was there to ask."""

PLACEHOLDER = Rule(
    "submitter-placeholder",
    "The submitter is the name a program filled in.",
    "Whoever has a question about a result looks for somebody who can answer it. It is a warning"
    " because a pseudonym is a name as well, and this one may be meant.",
    "state a name or a pseudonym in submitter, and what could colour the result in disclosure",
    "warning",
)
RULES = (PLACEHOLDER,)


def check(bundle: Bundle) -> Iterator[Problem]:
    """Complain of a submitter nobody chose."""
    name = bundle.facts["submitter"]["name"]
    if name == ANONYMOUS:
        message = got_expected("nobody says who submits this", name, "a name or a pseudonym")
        yield in_document(bundle, PLACEHOLDER, "/submitter/name", message)
