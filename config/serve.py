"""The server of one machine, started by pinju.py: the pages by waitress, long tasks by a worker that is its child.

python -m config.serve HOST PORT
"""

import signal
import subprocess
import sys
import threading
import traceback
from pathlib import Path

import waitress
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import OperationalError, connections
from waitress.wasyncore import dispatcher

import pinju
from config.many_connections import Watch

WORKER = ["-A", "config", "worker", "-P", "threads", "-c", "2", "--loglevel", "INFO"]
QUIET = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
SECONDS_BETWEEN_SWEEPS = 60
#: Bytes of a request, which wait in a file until they are complete; what a page takes is less, and it says so.
MOST_BODY = 100_000_000
#: Every phone in a hall keeps its connection open; with waitress' own limit of 100 the others would wait for ever.
CONNECTIONS = 4_000
HALL = {"threads": 8, "connection_limit": CONNECTIONS}


class Worker:
    """The Celery worker as a child process; what it says goes to worker.log in PINJU_HOME."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self.child = self._start()

    def _start(self) -> "subprocess.Popen[bytes]":
        if self.log.exists():
            self.log.replace(self.log.with_suffix(".log.1"))
        with self.log.open("wb") as output:
            return pinju.start_child(
                Path(sys.executable), "celery", *WORKER, *QUIET, stdout=output, stderr=subprocess.STDOUT
            )

    def revive(self) -> None:
        """Start it again if it has ended."""
        if self.child.poll() is not None:
            self.child = self._start()

    def end(self) -> None:
        """Let it finish what it is at, for some seconds."""
        pinju.end_child(self.child, pinju.GRACE)


def look_after(worker: Worker, ending: threading.Event) -> None:
    """Every minute until the end: queue stale jobs again, start a dead worker again."""
    while not ending.wait(SECONDS_BETWEEN_SWEEPS):
        try:
            worker.revive()
            call_command("sweep")
        except Exception:  # whatever it was, the next minute tries again
            traceback.print_exc()
        finally:
            connections.close_all()


def allow_connections() -> None:
    """Let this process have as many open files as there may be connections, where the system lets it."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = CONNECTIONS + 500
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard == -1 else min(wanted, hard), hard))


def serve(host: str, port: int) -> None:
    """Prepare the database, then serve until interrupted (Ctrl-C, or pinju.py's end)."""
    from config.wsgi import application

    dispatchers: dict[int, dispatcher] = {}
    try:
        server = waitress.create_server(
            application, dispatchers, host=host, port=port, ident="", max_request_body_size=MOST_BODY, **HALL,
            # Where settings name a proxy, ClientAddress and Django decide which of its headers they believe.
            clear_untrusted_proxy_headers=not (settings.PROXIES or settings.HTTPS),
        )  # fmt: skip
    except OSError as error:
        sys.exit(pinju.port_problem(host, port) or str(error))
    allow_connections()
    call_command("prepare")
    connections.close_all()
    worker, ending = Worker(settings.HOME / "worker.log"), threading.Event()
    threading.Thread(target=look_after, args=(worker, ending), daemon=True).start()
    here, *network = pinju.hosts_reached(host)
    pinju.say(f"Pinju is running at http://{here}:{port}/")
    for address in network:
        pinju.say(f"  for others on this network: http://{address}:{port}/")
    if network:
        pinju.say("The network is plain http: others on it can read what is sent, passwords too.")
    pinju.say("Ctrl-C ends it.")
    try:
        Watch(dispatchers).run()
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is ending already
        ending.set()
        server.task_dispatcher.shutdown()
        server.close()
        worker.end()


def main() -> None:
    """Serve; what is wrong from outside is one sentence."""
    try:
        serve(sys.argv[1], int(sys.argv[2]))
    except CommandError as error:
        sys.exit(f"Pinju could not be prepared: {error}")
    except OperationalError as error:
        sys.exit(f"The database does not answer as it should: {error}")
    except KeyboardInterrupt:
        sys.exit(0)


if __name__ == "__main__":
    main()
