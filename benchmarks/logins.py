"""Polls during a flood of logins: ``python -m benchmarks.logins [--seconds N] [--clients N] [--phones N]``.

Starts the same as ``pinju.py`` (SQLite, waitress, its worker). The phones poll the standings without a flood, then
while the clients send wrong passwords without a pause: first all from one address, then each request from a different
address. It connects only to 127.0.0.1. Prints the milliseconds of the polls and the answers to the logins.
"""

import argparse
import collections
import contextlib
import http.client
import itertools
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlencode

from benchmarks.phones import parts_in
from benchmarks.scale import FILL, ROOT, SLUG, answer, said, wait_for

LOGIN = "/account/login/"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=12)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--phones", type=int, default=100)
    parser.add_argument("--port", type=int, default=8107)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        # As behind a proxy on this machine, so that the clients can come from any address.
        environment = {**os.environ, "PINJU_HOME": home, "PINJU_PROXIES": "127.0.0.1"}
        said(environment, FILL.format(players=200, sessions=5, tables=1))
        log = Path(home) / "server.log"
        with log.open("w") as output:
            command = [sys.executable, "-m", "config.serve", "127.0.0.1", str(asked.port)]
            server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=output)
        try:
            wait_for(asked.port, server, log)
            measure(asked)
        finally:
            server.terminate()
            server.wait(60)


def measure(asked):
    """Print a line for each kind of flood."""
    parts = parts_in(answer(asked.port, f"/e/{SLUG}/standings/")[1])
    addresses = (f"2001:db8:{at:x}::1" for at in itertools.count(1))
    floods = {
        "no flood": None,
        "one address": itertools.repeat("192.0.2.1"),
        "an address for each request": addresses,
    }
    load = os.getloadavg()[0]
    print(f"{asked.clients} clients, {asked.phones} phones, {asked.seconds} s each, load {load:.1f} before")
    for name, source in floods.items():
        polls, logins = run(asked, parts, source)
        answered = ", ".join(f"{status}: {count}" for status, count in sorted(logins.items()))
        print(f"{name}: {polls['count']} polls, p50 {polls['p50']:.1f} ms, p99 {polls['p99']:.0f} ms", end=", ")
        print(f"most {polls['most']:.0f} ms; logins {answered or 'none'}", flush=True)


def run(asked, parts, source):
    """Return the figures of the polls and the statuses of the logins, while the clients flood from these addresses."""
    order = {
        "host": "127.0.0.1", "port": asked.port, "seconds": asked.seconds, "phones": asked.phones, "pause": 60,
        "tokens": {}, "parts": parts, "address": f"/live/{SLUG}/", "own": False,
    }  # fmt: skip
    phones = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.phones"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    phones.stdin.write(json.dumps(order))
    phones.stdin.close()
    phones.stdout.readline()
    logins, lock = collections.Counter(), threading.Lock()
    end = time.monotonic() + asked.seconds
    threads = [
        threading.Thread(target=flood, args=(asked.port, source, lock, end, logins))
        for _client in range(asked.clients if source else 0)
    ]
    for thread in threads:
        thread.start()
    found = json.loads(phones.stdout.read())
    for thread in threads:
        thread.join()
    phones.wait()
    if found["errors"] or set(found["statuses"]) - {"200", "204"}:
        sys.exit(f"Polls failed: {found['errors']} without an answer, {found['statuses']}")
    return found["polls"], logins


def flood(port, source, lock, end, logins):
    """Send wrong passwords for unknown names without a pause, as one client."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET", LOGIN)
        shown = connection.getresponse()
        shown.read()
        token = shown.headers["Set-Cookie"].partition("csrftoken=")[2].partition(";")[0]
        sent = {
            "Cookie": f"csrftoken={token}", "X-CSRFToken": token, "Content-Type": "application/x-www-form-urlencoded"
        }  # fmt: skip
        while time.monotonic() < end:
            with lock:
                address = next(source)
            body = urlencode({"username": f"name-{time.monotonic_ns()}", "password": "a wrong password"})
            connection.request("POST", LOGIN, body, sent | {"X-Forwarded-For": address})
            response = connection.getresponse()
            response.read()
            with lock:
                logins[response.status] += 1


if __name__ == "__main__":
    main()
