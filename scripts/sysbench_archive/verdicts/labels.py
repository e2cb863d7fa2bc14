"""What readers call directions and evidence statuses, as badges say it.

Owns the two axes by name, in the order in which pages list them.
"""

DIRECTIONS: dict[str, str] = {
    "faster": "Faster",
    "slower": "Slower",
    "equivalent": "Equivalent",
    "mixed": "Mixed",
    "none": "No resolvable difference",
    "cannot-tell": "Cannot tell",
    "not-comparable": "Not comparable",
}
STATUSES: dict[str, str] = {
    "measured": "Measured",
    "indicative": "Indicative",
    "reported": "Reported",
}
"""Strongest first."""
