"""How colours of a screen look: contrast, difference, and with cones that are missing.

Contrast is that of WCAG 2.2, difference the distance in CIELAB under D65 or CIEDE2000, and cones
are missing as in Machado, Oliveira and Fernandes (2009) at full severity.
"""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Triple = tuple[float, float, float]
Lab = tuple[float, float, float]

VISIONS: dict[str, tuple[Triple, Triple, Triple]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
"""Kind of vision to what it makes of linear red, green and blue."""
_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def _linear(colour: str) -> Triple:
    """Linear red, green and blue of `#rrggbb`."""
    red, green, blue = (_decoded(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


def _decoded(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _dot(row: Triple, values: Triple) -> float:
    return sum(a * b for a, b in zip(row, values, strict=True))


def contrast(one: str, other: str) -> float:
    """Ratio of contrast of two colours, from 1 to 21."""
    lights = (_dot((0.2126, 0.7152, 0.0722), _linear(colour)) + 0.05 for colour in (one, other))
    low, high = sorted(lights)
    return high / low


def lab(colour: str, vision: str) -> Lab:
    """Lightness and the two axes of colour, as somebody with a kind of vision sees it."""
    light = _linear(colour)
    seen = [min(1.0, max(0.0, _dot(row, light))) for row in VISIONS[vision]]
    x, y, z = (
        _curved(_dot(row, (seen[0], seen[1], seen[2])) / white)
        for row, white in zip(_TO_XYZ, _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Lab, other: Lab) -> float:
    """Difference of two colours, with its three weights at 1; as in Sharma, Wu and Dalal (2005)."""
    mean = (hypot(*one[1:]) + hypot(*other[1:])) / 2
    grey = 1.5 - sqrt(mean**7 / (mean**7 + 25**7)) / 2
    (c1, h1), (c2, h2) = (
        (hypot(grey * a, b), degrees(atan2(b, grey * a)) % 360) for _, a, b in (one, other)
    )
    turn = (h2 - h1 + 180) % 360 - 180
    light, chroma = (one[0] + other[0]) / 2 - 50, (c1 + c2) / 2
    hue = h1 + turn / 2
    weight = 1 + sum(
        share * cos(radians(times * hue + shift))
        for share, times, shift in ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    )
    parts = (
        (other[0] - one[0]) / (1 + 0.015 * light**2 / sqrt(20 + light**2)),
        (c2 - c1) / (1 + 0.045 * chroma),
        2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * weight),
    )
    bend = 60 * exp(-((((hue % 360) - 275) / 25) ** 2))
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(bend))
    return sqrt(sum(part**2 for part in parts) + rotation * parts[1] * parts[2])


def _curved(part: float) -> float:
    return float(part ** (1 / 3)) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
