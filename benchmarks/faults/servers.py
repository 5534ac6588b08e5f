"""The processes of a small installation, each of which can be killed and started again; all on this machine."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

from benchmarks.faults import clocks

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 180
#: Of the memory disk that holds PostgreSQL's data, so that it can be filled.
DISK = "600m"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(holds):
    deadline = time.monotonic() + SECONDS
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError("a server did not come back")
        time.sleep(0.05)


class Process:
    """A command in a process group of its own, with its output in a file."""

    def __init__(self, name, command, log, environment=None):
        self.name, self.command, self.log, self.environment = name, command, log, environment
        self.process = None

    def start(self):
        with self.log.open("ab") as file:
            self.process = subprocess.Popen(
                self.command, cwd=ROOT, env=self.environment, stdin=subprocess.DEVNULL, stdout=file, stderr=file,
                start_new_session=True,
            )  # fmt: skip

    def kill(self):
        """Kill the whole group, as a machine that loses its power."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def children(self):
        found = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=False)
        return [int(line) for line in found.stdout.split()]


class Installation:
    """PostgreSQL, Redis, gunicorn with two processes, and a worker, in ``folder``."""

    def __init__(self, folder, own_disk=True, has_clocks=False):
        """``own_disk``: put PostgreSQL's data on a small disk in memory that can be filled, if this user may.

        ``has_clocks``: give each kind of process a clock that can be put wrong.
        """
        self.folder = folder
        self.postgres_port, self.redis_port, self.web_port = free_port(), free_port(), free_port()
        self.data = folder / "postgres"
        self.data.mkdir()
        self.is_own_disk = own_disk and self._make_disk()
        home = folder / "home"
        home.mkdir(mode=0o700)
        self.environment = os.environ | {
            "PINJU_HOME": str(home),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": f"postgres://postgres@127.0.0.1:{self.postgres_port}/postgres",
            "CELERY_BROKER_URL": f"redis://127.0.0.1:{self.redis_port}/0",
            "CACHE_URL": f"redis://127.0.0.1:{self.redis_port}/1",
            "ALLOWED_HOSTS": "127.0.0.1",
        }
        bind = f"127.0.0.1:{self.web_port}"
        web = ["-m", "gunicorn", "config.wsgi", "-k", "gthread", "--workers", "2", "--threads", "8", "--bind", bind]
        self.clocks = {}
        if has_clocks:
            self.clocks = {name: clocks.Clock(folder, name) for name in ("web", "worker", "postgres", "redis")}
        self.redis = self._process("redis", ["redis-server", "--port", str(self.redis_port), "--save", ""])
        self.web = self._process("web", [sys.executable, *web])
        worker = ["-m", "celery", "-A", "config", "worker", "-c", "1", "--loglevel", "WARNING"]
        self.worker = self._process("worker", [sys.executable, *worker])

    def _process(self, name, command):
        clock = self.clocks[name].environment if name in self.clocks else {}
        return Process(name, command, self.folder / f"{name}.log", self.environment | clock)

    def _make_disk(self):
        """Mount a disk of its own for PostgreSQL's data; return whether this user may."""
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(self.data)]
        return os.getuid() == 0 and subprocess.run(mount, check=False).returncode == 0

    def start(self):
        """Make the database and start everything but web and worker, which need its tables."""
        programs = max(Path("/usr/lib/postgresql").glob("*/bin"))
        as_postgres = []
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            as_postgres = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
            self.folder.chmod(0o711)
            shutil.chown(self.data, "postgres")
        cluster = self.data / "cluster"
        create = [programs / "initdb", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "-D", cluster]
        subprocess.run([*as_postgres, *create], check=True, stdout=subprocess.DEVNULL)
        serve = [programs / "postgres", "-D", cluster, "-p", str(self.postgres_port), "-k", cluster]
        serve += ["-c", "listen_addresses=127.0.0.1"]
        serve += ["-c", "max_wal_size=64MB"] if self.is_own_disk else []
        self.postgres = self._process("postgres", [*as_postgres, *serve])
        self.postgres.start()
        self.redis.start()
        wait_until(self.database_answers)

    def start_program(self):
        """Start the web processes."""
        self.web.start()
        wait_until(lambda: answers(self.web_port))

    def is_served(self):
        """Whether the program answers, which it does some time after its port."""
        with suppress(OSError), urlopen(f"http://127.0.0.1:{self.web_port}/healthz", timeout=5) as answer:
            return answer.status == 200

    def database_answers(self):
        """Whether PostgreSQL answers; it is started again if it has ended."""
        import psycopg

        if self.postgres.process.poll() is not None:
            self.postgres.start()
        try:
            with psycopg.connect(self.environment["DATABASE_URL"], connect_timeout=2) as connection:
                return connection.execute("SELECT NOT pg_is_in_recovery()").fetchone()[0]
        except psycopg.OperationalError:
            return False

    def fill_disk(self):
        """Fill the disk of PostgreSQL; return the file to delete."""
        ballast = self.data / "ballast"
        with suppress(OSError), ballast.open("wb") as file:
            while True:
                file.write(b"\0" * 1_000_000)
        return ballast

    def manage(self, *command):
        """Run a command of manage.py to its end; return it."""
        return subprocess.run(
            [sys.executable, "manage.py", *command], cwd=ROOT, env=self.environment, capture_output=True, text=True,
            check=False,
        )  # fmt: skip

    def end(self):
        for process in (self.web, self.worker, self.redis, self.postgres):
            if process.process is not None:
                process.kill()
        if self.is_own_disk:
            time.sleep(1)  # PostgreSQL's other processes notice that it is gone
            subprocess.run(["umount", "-l", str(self.data)], check=False)
