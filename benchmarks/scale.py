"""1,000 phones poll while 250 tables write: ``python -m benchmarks.scale [laptop|servers] [--phones N] [--own]``.

An event of 1,000 players with ten played sessions; the eleventh is being played. "laptop" is what ``pinju.py`` starts
(SQLite, waitress, its worker); "servers" is PostgreSQL, Redis and gunicorn, with a database of its own in the servers
that --postgres and --redis name. Halfway the tenth session is released, which changes the standings on every phone.
Prints requests a second, milliseconds, the seconds from the release until half, 99 % and all phones had it, and the
processor time of the server. It connects only to 127.0.0.1 and ends after --limit seconds.
"""

import argparse
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from http.client import HTTPConnection
from pathlib import Path

from benchmarks.phones import parts_in

ROOT = Path(__file__).resolve().parent.parent
SLUG = "event-1"
TICKS = os.sysconf("SC_CLK_TCK")
FILL = """
from benchmarks.scale import fill
fill({players}, {sessions}, {tables})
"""
RELEASE = f"""
from common.actions.permissions import system_actor
from scoring.releases.services.releasing import release_session
from tournament.models import Session
import time
session = Session.objects.get(event__slug={SLUG!r}, number=NUMBER)
start = time.time()
release_session(system_actor("benchmark"), session)
print(start, time.time())
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("where", nargs="?", choices=["laptop", "servers", "both"], default="both")
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--sessions", type=int, default=10)
    parser.add_argument("--phones", type=int, default=1000)
    own = "every phone shows the next seat of its own reader and follows another player"
    parser.add_argument("--own", action="store_true", help=own)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=int, default=40)
    parser.add_argument("--limit", type=int, default=240)
    parser.add_argument("--port", type=int, default=8104)
    parser.add_argument("--postgres", default="postgres://postgres@127.0.0.1:5432")
    parser.add_argument("--redis", default="redis://127.0.0.1:6379")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the server it started ends with it
    signal.signal(signal.SIGALRM, lambda *_call: sys.exit(f"Not done in {asked.limit} seconds."))
    for name, setup in (("laptop", laptop), ("servers", servers)):
        if asked.where in (name, "both"):
            signal.alarm(asked.limit)
            with tempfile.TemporaryDirectory() as home, setup(asked, home) as (environment, command):
                measure(name, asked, environment, command)


@contextlib.contextmanager
def laptop(asked, home):
    """Return environment and command of a laptop."""
    environment = {**os.environ, "PINJU_HOME": home}
    yield environment, ["-m", "config.serve", "127.0.0.1", str(asked.port)]


@contextlib.contextmanager
def servers(asked, home):
    """Return environment and command of a federation's machine; its database is dropped at the end."""
    import psycopg

    name = f"pinju_scale_{os.getpid()}"
    with psycopg.connect(asked.postgres.replace("postgres://", "postgresql://", 1), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            environment = {**os.environ, "PINJU_HOME": home, "DATABASE_URL": f"{asked.postgres}/{name}"}
            environment |= {"CACHE_URL": f"{asked.redis}/7?KEY_PREFIX={name}", "CELERY_BROKER_URL": f"{asked.redis}/8"}
            gunicorn = ["-m", "gunicorn", "config.wsgi", "-k", "gthread", "--workers", "2", "--threads", "4"]
            yield environment, [*gunicorn, "--bind", f"127.0.0.1:{asked.port}", "--log-level", "error"]
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def measure(name, asked, environment, command):
    """Fill the database, start the server, run the phones, print the figures."""
    code = FILL.format(players=asked.players, sessions=asked.sessions, tables=asked.tables)
    told = json.loads(said(environment, code))
    log = Path(environment["PINJU_HOME"]) / "server.log"
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", asked.port), timeout=1):
        sys.exit(f"Port {asked.port} is taken: choose another with --port.")
    with log.open("w") as output:
        server = subprocess.Popen(
            [sys.executable, *command], cwd=ROOT, env=environment, stdout=output, stderr=output, start_new_session=True
        )
    try:
        wait_for(asked.port, server, log)
        cookie = {"Cookie": "me=1; followed=2"} if asked.own else {}
        page = answer(asked.port, f"/e/{SLUG}/standings/", cookie)[1]
        run_phones(name, asked, environment, told | {"parts": parts_in(page)}, server)
    finally:
        server.terminate()
        server.wait(60)


def run_phones(name, asked, environment, told, server):
    order = {
        "host": "127.0.0.1", "port": asked.port, "seconds": asked.seconds, "phones": asked.phones, "pause": 60,
        "tokens": told["tokens"], "parts": told["parts"], "address": f"/live/{SLUG}/",
    }  # fmt: skip
    released = []
    timer = threading.Timer(
        asked.seconds / 2,
        lambda: released.extend(map(float, said(environment, RELEASE.replace("NUMBER", str(asked.sessions))).split())),
    )
    load = os.getloadavg()[0]
    phones = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.phones"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    phones.stdin.write(json.dumps(order))
    phones.stdin.close()
    if phones.stdout.readline() != "ready\n":
        sys.exit("The tables could not be opened.")
    before, start = processor(server.pid), time.perf_counter()
    timer.start()
    found = json.loads(phones.stdout.read())
    spent, took = processor(server.pid) - before, time.perf_counter() - start
    timer.join()
    phones.wait()
    if not released:
        sys.exit("The session could not be released.")
    show(name, asked, found, released, spent / took, took, load)


def show(name, asked, found, released, cpu, took, load):
    polls, fetches, writes = found["polls"], found["fetches"], found["writes"]
    begun, done = released  # a phone may have it before the releasing process says that it is done
    firsts = [next((at for at in reached if at >= begun), None) for reached in found["reached"]]
    late = sorted(max(0.0, at - done) for at in firsts if at is not None)
    print(f"{name}: {asked.phones} phones, {asked.tables} tables, {took:.0f} s, load {load:.1f} before")
    print(f"  requests a second {(polls['count'] + fetches['count'] + writes['count']) / took:.0f}", end="; ")
    print(f"without an answer {found['errors']}; answers {found['statuses']}")
    for what, spent in (("poll", polls), ("fetch", fetches), ("hand", writes)):
        if "p50" in spent:
            print(f"  {what}: {spent['count']}, p50 {spent['p50']:.1f} ms", end=", ")
            print(f"p99 {spent['p99']:.0f} ms, most {spent['most']:.0f} ms")
    if late:
        half, most, last = late[len(late) // 2], late[int(len(late) * 0.99)], late[-1]
        print(f"  release: {len(late)} of {asked.phones} phones had the new standings", end=", ")
        print(f"half after {half:.2f} s, 99 of a hundred after {most:.2f} s, all after {last:.2f} s")
    print(f"  processors: server {cpu:.2f}, phones {found['cpu'] / took:.2f}", flush=True)


def said(environment, code):
    """Return the output of a piece of code run inside the program."""
    command = [sys.executable, "manage.py", "shell", "-v", "0", "--no-imports", "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def fill(players, sessions, tables):
    """Run inside the program: import the event, release all but two sessions, print the data for the phones."""
    from django.core.management import call_command

    from common.actions.permissions import system_actor
    from common.files.json_files import dump
    from scoring.event_file.selectors.reading import read_event
    from scoring.event_file.services.importing import import_event
    from scoring.releases.services.releasing import release_session
    from scoring.sheets.rules.codes import new_table_access
    from scoring.sheets.services.codes.cards import issue_table_codes
    from tests.support.event_draws import with_released_draw
    from tests.support.event_generator import make_event
    from tournament.events.models.events import Event

    call_command("migrate", verbosity=0)
    actor = system_actor("benchmark")
    document = with_released_draw(with_a_session_more(make_event(1, players, sessions, odd=False)))
    import_event(actor, document=read_event(dump(document)))
    event = Event.objects.get()
    for session in event.sessions.filter(released_at=None, number__lt=sessions).order_by("number"):
        release_session(actor, session)
    codes = new_table_access(range(1, tables + 1))
    issue_table_codes(actor, event, codes=codes)
    print(json.dumps({"tokens": {number: access.token for number, access in codes.items()}}))


def with_a_session_more(document):
    """Add an unplayed session with shuffled seats to the event; remove days and releases."""
    last = document["sessions"][-1]
    numbers = [number for table in last["tables"] for number in table["seats"].values()]
    random.Random(1).shuffle(numbers)
    fours = [numbers[at : at + 4] for at in range(0, len(numbers), 4)]
    tables = [{"number": at, "seats": dict(zip("ESWN", four, strict=True))} for at, four in enumerate(fours, start=1)]
    document["sessions"].append({"number": last["number"] + 1, "tables": tables})
    document["event"]["sessions"] = last["number"] + 1
    for part in (document["event"], *document["sessions"]):
        for key in ("starts", "ends", "released"):
            part.pop(key, None)
    return document


def processor(pid):
    """Return the processor seconds of the process and all its children."""
    found, parents = 0.0, {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with contextlib.suppress(OSError):
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                parents[int(folder.name)] = (int(fields[1]), (int(fields[11]) + int(fields[12])) / TICKS)
    for child, (_parent, spent) in parents.items():
        ancestor = child
        while ancestor in parents and ancestor != pid:
            ancestor = parents[ancestor][0]
        found += spent if ancestor == pid else 0
    return found


def answer(port, path, headers=None):
    """Return status and content of a page."""
    with contextlib.closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET", path, headers=headers or {})
        response = connection.getresponse()
        return response.status, response.read()


def wait_for(port, server, log):
    """Wait until the server answers."""
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline and server.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            if answer(port, "/healthz")[0] == 200:
                return
        time.sleep(0.2)
    sys.exit(log.read_text()[-2000:])


if __name__ == "__main__":
    main()
