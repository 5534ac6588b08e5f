"""The faults: each lets one happen and end, and returns its name."""

import os
import random
import signal
import time
from contextlib import suppress

from benchmarks.faults.servers import wait_until


def kill_web(place):
    place.web.kill()
    place.start_program()
    return "kill -9 of all web processes"


def kill_web_process(place):
    wait_until(place.web.children)
    for pid in random.sample(place.web.children(), k=1):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return "kill -9 of one web process"


def kill_worker(place):
    place.worker.kill()
    place.worker.start()
    return "kill -9 of the worker"


def kill_postgres(place):
    os.kill(place.postgres.process.pid, signal.SIGKILL)
    place.postgres.process.wait()
    wait_until(place.database_answers)
    return "kill -9 of PostgreSQL"


def kill_backend(place):
    """Kill one of PostgreSQL's processes: it ends all others and recovers."""
    for pid in random.sample(place.postgres.children(), k=1):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    wait_until(place.database_answers)
    return "kill -9 of a process of PostgreSQL"


def kill_redis(place):
    place.redis.kill()
    place.redis.start()
    return "kill -9 of Redis, which loses its data"


def full_disk(place):
    ballast = place.fill_disk()
    time.sleep(1)
    ballast.unlink()
    wait_until(place.database_answers)
    return "a full disk of PostgreSQL"


def wrong_clock(place):
    """Put the clock of one kind of process right or wrong; it stays so after a restart, until it is put again."""
    name, seconds = random.choice(list(place.clocks)), random.choice([-3600, 0, 3600])
    place.clocks[name].put(seconds)
    return f"clock of {name} wrong by {seconds:+} s" if seconds else f"clock of {name} right"


FAULTS = {
    fault.__name__: fault
    for fault in (
        kill_web,
        kill_web_process,
        kill_worker,
        kill_postgres,
        kill_backend,
        kill_redis,
        full_disk,
        wrong_clock,
    )
}


def possible(place, names):
    """Return the faults of these names that this machine can try."""
    missing = {"full_disk": not place.is_own_disk, "wrong_clock": not place.clocks}
    return [FAULTS[name] for name in names if not missing.get(name)]
