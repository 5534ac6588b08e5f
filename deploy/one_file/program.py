"""What the one-file program runs first."""

import sys

from launcher.bundle import run

sys.exit(run(sys.argv[1:]))
