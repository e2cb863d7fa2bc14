"""`python -m sysbench_archive`: the same as the command `sysbench-archive`."""

from __future__ import annotations

import sys

from sysbench_archive.cli import main

sys.exit(main())
