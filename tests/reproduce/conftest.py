"""Published records small enough to check by hand, and bundles that ran them again."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
