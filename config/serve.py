"""The server on one machine, started by pinju.py: pages by waitress, long tasks by a worker as its child process.

python -m config.serve HOST PORT [LAST_LINE]
"""

import io
import logging
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, cast

import segno
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import OperationalError, connections
from waitress.server import TcpWSGIServer

from config import logs
from launcher.addresses import hosts_reached, port_problem
from launcher.console import say
from launcher.locks import take_lock
from launcher.paths import SERVER_LOCK
from launcher.processes import GRACE, end_child, start_child
from launcher.texts import follow_system
from launcher.texts import gettext as _

logger = logging.getLogger(__name__)

# Django's checks, for developers, would import all pages: a third of the worker's start and memory.
WORKER = ["-A", "config", "--skip-checks", "worker", "-P", "threads", "-c", "2", "--loglevel", "INFO"]
QUIET = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
SECONDS_BETWEEN_SWEEPS = 60
#: A worker that ends within this many seconds is restarted with growing pauses.
SHORT_LIFE = 60.0
#: Maximum bytes of a request, buffered in a file; pages check their own smaller limits.
MOST_BODY = 100_000_000
#: A connection ends with an unchanged poll, and stays after other answers; waitress' default limit of 100 would block a
#: hall. On Windows the loop waits with ``select``, which raises an error for more than 512.
CONNECTIONS = 500 if sys.platform == "win32" else 4_000
#: ``channel_timeout``: seconds after which a silent connection is closed; the loop asks each open one every time.
HALL = {"threads": 8, "connection_limit": CONNECTIONS, "asyncore_use_poll": True, "channel_timeout": 30}
#: Maximum bytes of a line of the worker's log; longer lines are split.
LONGEST_LINE = 100_000


class Server(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """Waitress, accepting all waiting connections at once: it accepts one a round, and a round asks all open ones."""

    def handle_accept(self) -> None:
        open_before = 0
        while open_before < len(self._map) and self.readable():
            open_before = len(self._map)
            super().handle_accept()


class Worker:
    """The Celery worker as a child process; only this process writes its log file."""

    def __init__(self, log: Path) -> None:
        self.log = logs.Rotating(log)
        self.child = self._start()

    def _start(self) -> "subprocess.Popen[bytes]":
        child = start_child(
            Path(sys.executable), "celery", *WORKER, *QUIET, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        assert child.stdout is not None
        threading.Thread(target=self._keep, args=(child.stdout,), daemon=True).start()
        return child

    def _keep(self, output: IO[bytes]) -> None:
        """Write the child's output to the log until it ends."""
        with output:
            while line := output.readline(LONGEST_LINE):
                self.log.handle(logging.makeLogRecord({"msg": line.decode(errors="replace").rstrip("\r\n")}))

    def has_ended(self) -> bool:
        return self.child.poll() is not None

    def start_again(self) -> None:
        logger.warning("the worker has ended (%s) and is started again", self.child.returncode)
        self.child = self._start()

    def end(self) -> None:
        """End the worker after a grace period for its current task."""
        end_child(self.child, GRACE)


def keep_running(worker: Worker, ending: threading.Event) -> None:
    """Restart an ended worker until the server ends: at once, with growing pauses if it ends again quickly."""
    pause, started = 1.0, time.monotonic()
    while not ending.wait(1.0):
        if not worker.has_ended():
            continue
        lived = time.monotonic() - started
        pause = 1.0 if lived > SHORT_LIFE else min(2 * pause, SHORT_LIFE)
        if ending.wait(pause - 1.0):
            return
        started = time.monotonic()
        try:
            worker.start_again()
        except OSError:  # no memory or too many processes: the next round tries again
            logger.exception("the worker could not be started")


def keep_tidy(ending: threading.Event) -> None:
    """Sweep every minute until the server ends."""
    from common.jobs.sweeps import sweep  # needs Django, which the application sets up

    while not ending.wait(SECONDS_BETWEEN_SWEEPS):
        try:
            sweep()
        except Exception:  # any error: the next minute tries again
            logger.exception("the sweep failed")
        finally:
            connections.close_all()


def watch_jobs(ending: threading.Event) -> None:
    """Watch for jobs of lost workers."""
    from common import jobs  # needs Django, which the application sets up

    jobs.watch(ending)


def allow_connections() -> None:
    """Raise the limit of open files to the number of connections, if the system allows it."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = CONNECTIONS + 500
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard == -1 else min(wanted, hard), hard))


def _start_metrics(address: tuple[str, int]) -> None:
    """Serve the metrics too; a port that is taken is reported and stops nothing else."""
    from common.doctor.metrics import serve_metrics  # needs Django, which the application sets up

    try:
        serve_metrics(address)
    except OSError as error:
        where = "{}:{}".format(*address)
        say(_("The metrics cannot be served at %(address)s: %(error)s") % {"address": where, "error": error.strerror})


def address_code(address: str) -> str:
    """Return the address as a QR code of letters; empty if this process cannot print them."""
    picture = io.StringIO()
    segno.make_qr(address).terminal(picture, border=2, compact=True)
    try:
        picture.getvalue().encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return ""
    return picture.getvalue()


def serve(host: str, port: int, last_line: str = "") -> None:
    """Prepare the database, then serve until interrupted (Ctrl-C, or the end of pinju.py).

    A window gives ``last_line``, which tells it that the server is ready; it shows addresses and QR code itself.
    """
    from config.wsgi import application

    try:
        server = Server(
            application, host=host, port=port, ident="", max_request_body_size=MOST_BODY, **HALL,
            # With a proxy in the settings, ClientAddress and Django decide which of its headers to trust.
            clear_untrusted_proxy_headers=not (settings.PROXIES or settings.HTTPS),
        )  # fmt: skip
    except OSError as error:
        sys.exit(port_problem(host, port) or str(error))
    # Take the lock after the port: the next start uses it to know that the port is free.
    lock = take_lock(settings.HOME / SERVER_LOCK)
    if lock is None:
        sys.exit(_("Another server is running with the data in %s.") % settings.HOME)
    allow_connections()
    call_command("prepare")
    connections.close_all()
    logs.to_file(settings.HOME / "server.log")
    worker, ending = Worker(settings.HOME / "worker.log"), threading.Event()
    threading.Thread(target=keep_running, args=(worker, ending), daemon=True).start()
    threading.Thread(target=keep_tidy, args=(ending,), daemon=True).start()
    threading.Thread(target=watch_jobs, args=(ending,), daemon=True).start()
    if settings.METRICS_ADDRESS:
        _start_metrics(settings.METRICS_ADDRESS)
    local, *network = [f"http://{reached}:{port}/" for reached in hosts_reached(host)]
    if not last_line:
        say(f"Pinju is running at {local}")
        for address in network:
            say(f"  for others on this network: {address}")
        for address in network[:1]:
            say(address_code(address))
    if network:
        say(_("The network is plain http: others on it can read what is sent, passwords too."))
    say(_("Errors are written to %s.") % (settings.HOME / "server.log"))
    say(last_line or "Ctrl-C ends it.")
    try:
        server.run()
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is ending already
        ending.set()
        server.task_dispatcher.shutdown()
        server.close()
        worker.end()


def main() -> None:
    """Serve; an external cause of failure is printed as one sentence."""
    if sys.argv[3:]:  # a window shows what is printed
        follow_system()
        for stream in (sys.stdout, sys.stderr):
            cast(io.TextIOWrapper, stream).reconfigure(encoding="utf-8")
    try:
        serve(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
    except CommandError as error:
        sys.exit(_("Pinju could not be prepared: %s") % error)
    except OperationalError as error:
        sys.exit(_("The database does not answer as it should: %s") % error)
    except KeyboardInterrupt:
        sys.exit(0)


if __name__ == "__main__":
    main()
