"""The folders and files that the launcher and the server share, and the name of the program."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: Whether this is the one-file program (launcher/bundle.py) and no checkout.
BUNDLED = hasattr(sys, "_MEIPASS")
#: What a person types to run it.
PROGRAM = Path(sys.executable).name if BUNDLED else "python3 pinju.py"
#: In PINJU_HOME while a server runs: its address and process.
RUNNING = "running.txt"
#: In PINJU_HOME; held by the server, which may outlive a killed launcher by some seconds.
SERVER_LOCK = "server.lock"
