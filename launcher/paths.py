"""The folders and files that the launcher and the server share."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: In PINJU_HOME while a server runs: its address and process.
RUNNING = "running.txt"
#: In PINJU_HOME; held by the server, which may outlive a killed launcher by some seconds.
SERVER_LOCK = "server.lock"
