"""python -m docs.pictures [FOLDER [NAME …]]: take all pictures of the guides again, or the named ones.

PINJU_HOME must be an empty folder of its own; `pinju.py pictures` gives one. FOLDER: where the pictures go, with a
folder for each language (docs/guide/pictures).
"""

import argparse
import http.client
import os
import shutil
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from launcher.addresses import port_problem
from launcher.paths import ROOT
from launcher.processes import GRACE, end_child, start_child

FOLDER = ROOT / "docs" / "guide" / "pictures"
SECONDS = 120
USUAL_PORT = 8000
#: The name of the laptop in the hall's network, in the pictures.
HALL = "pinju.local"
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")


def afternoon() -> str:
    """The name of a time zone in which it is between two and three o'clock in the afternoon."""
    ahead = 14 - datetime.now(UTC).hour
    return f"Etc/GMT{-ahead:+d}" if ahead else "UTC"  # in these names, + is west


def free_port() -> int:
    """The usual port if it is free, which pictures show, else any."""
    if not port_problem("127.0.0.1", USUAL_PORT):
        return USUAL_PORT
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def server() -> Iterator[str]:
    """The program on the scratch home, with its worker and the demo event; its address."""
    port = free_port()
    child = start_child(Path(sys.executable), "config.serve", "127.0.0.1", str(port))
    try:
        end = time.monotonic() + SECONDS
        while not _answers(port):
            if child.poll() is not None or time.monotonic() > end:
                sys.exit("The server for the pictures could not be started.")
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}"
    finally:
        end_child(child, GRACE)


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def parse(args: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="pinju.py pictures", description="Takes the pictures of the guides again.")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, help="where they go (default: %(default)s)")
    parser.add_argument("names", nargs="*", metavar="name", help="take only the pictures with these names")
    return parser.parse_args(args)


def main(args: list[str]) -> None:
    """Take the pictures, language by language, step by step."""
    options = parse(args)
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    if chromium is None:
        sys.exit("The pictures need Chromium: install it (on Debian: apt-get install chromium-headless-shell).")
    if not os.environ.get("PINJU_HOME"):
        sys.exit("Start this with `python3 pinju.py pictures`: it needs a folder of its own.")
    os.environ |= {"TZ": afternoon(), "DJANGO_SETTINGS_MODULE": "config.settings", "DJANGO_ALLOW_ASYNC_UNSAFE": "1"}
    os.environ["ALLOWED_HOSTS"] = f"127.0.0.1,{HALL}"
    import django

    django.setup()
    from docs.pictures.taking import take

    with server() as address:
        take(chromium, address, address.replace("127.0.0.1", HALL), options.folder, set(options.names))


if __name__ == "__main__":
    main(sys.argv[1:])
