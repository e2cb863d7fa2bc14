"""What tests of verdicts share: samples, written briefly."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
