"""The time that a repeated start adds to the plain server: ``python -m benchmarks.start``.

Starts the server alone (waitress) and ``pinju.py``, several times each with the same data. Prints the seconds until
each answers and until ``pinju.py`` has everything running (the best run, because other work on the machine only adds
time).
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.start.processes import Started, free_port, healthy, run, started, wait_until

RUNS = 5


def seconds(home: Path, command: list[str], ready: Callable[[Started, int], bool]) -> float:
    """Return the least time from the start of the command until it is ready."""
    spent = []
    for _run in range(RUNS):
        port = free_port()
        begun = time.perf_counter()
        filled = [word.format(port=port) for word in command]
        with started(*filled, home=home, output=home.parent / "output") as program:
            wait_until(lambda program=program, port=port: ready(program, port))
            spent.append(time.perf_counter() - begun)
    return min(spent)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        if run("manage.py", "prepare", home=home).returncode:
            sys.exit("manage.py prepare failed")
        plain = ["-m", "waitress", "--listen=127.0.0.1:{port}", "config.wsgi:application"]
        whole = ["pinju.py", "--port={port}"]
        alone = seconds(home, plain, lambda _program, port: healthy(port))
        answers = seconds(home, whole, lambda _program, port: healthy(port))
        complete = seconds(home, whole, lambda program, _port: "Ctrl-C ends it" in program.output)
    print(f"server alone, until it answers     {alone:.2f} s")
    print(f"pinju.py again, until it answers   {answers:.2f} s  (adds {answers - alone:.2f} s)")
    print(f"pinju.py again, with its worker    {complete:.2f} s  (adds {complete - alone:.2f} s)")


if __name__ == "__main__":
    main()
