"""Tables and readers of a federation in one process: ``python -m benchmarks.federation.clients``.

It reads its orders as JSON and prints figures. A reader does what an open page does (static/js/live.js), but polls only
every ``pause`` seconds. A kept connection stands for several readers of one hall, each with its own versions and its
own moment. All times count from when the request was due, so waiting for a slow server counts.
"""

import asyncio
import heapq
import json
import random
import resource
import statistics
import sys
import time
from collections import Counter, defaultdict
from urllib.parse import urlencode

from benchmarks.phones import BROWSER, VERSION, Hall, Phone, unpacked


class Federation(Hall):
    """All tables that write and all readers of a run, and their answers."""

    def __init__(self, order):
        super().__init__(order)
        self.milliseconds, self.answers = defaultdict(list), defaultdict(Counter)
        #: Of each change that a reader has fetched completely: the hall, and when.
        self.changes = []
        self.acknowledged = []

    async def run(self):
        turns = asyncio.Semaphore(4)
        tables = self.order["tables"]  # of those that write during this run: address of the card
        opened = await asyncio.gather(*(self.open(token, turns) for token in tables))
        print("ready", flush=True)
        self.end = time.perf_counter() + self.order["seconds"]
        spent = time.process_time()
        writes = [self.write(*table) for table in opened]
        reads = [self.read(slug, parts, readers) for slug, parts, readers in self.order["connections"]]
        await asyncio.gather(*writes, *reads)
        return {
            "milliseconds": {kind: summary(found) for kind, found in self.milliseconds.items()},
            "answers": {kind: dict(found) for kind, found in self.answers.items()},
            "changes": self.changes,
            "acknowledged": self.acknowledged,
            "cpu": time.process_time() - spent,
        }

    async def ask(self, kind, due, phone, method, path, body="", **headers):
        """Ask and count; return headers and content of an answer 200, else None."""
        try:
            status, found, content = await phone.ask(method, path, body, **headers)
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            phone.writer = None
            self.answers[kind]["none"] += 1
            return None
        self.milliseconds[kind].append((time.perf_counter() - due) * 1000)
        self.answers[kind][f"{status} {found.get('x-cache', '')}".strip()] += 1
        if status == 302 and kind == "fragment":
            return await self.ask(kind, due, phone, method, found["location"], **headers)
        return (found, content) if status == 200 else None

    async def write(self, phone, address):
        """Write the first hand of a table at some moment of the run."""
        due = self.end - random.uniform(0, self.order["seconds"])
        await asyncio.sleep(max(0, due - time.perf_counter()))
        headers = {"X_CSRFToken": phone.cookies["csrftoken"], "Accept": "application/json"}
        body = "key=1&seen=0&no=1&winner=E&discarder=S&points=8"
        if await self.ask("hand", due, phone, "POST", f"{address}hand/", body, **headers):
            self.acknowledged.append(address)

    async def read(self, slug, parts, readers):
        """Poll for readers of a hall over one connection; ``parts``: name -> address of the fragments they have."""
        phone, start = Phone(self.order["host"], self.order["port"]), time.perf_counter()
        pause = self.order["pause"]
        waiting = [(start + random.uniform(0, pause), number, dict(parts)) for number in range(readers)]
        heapq.heapify(waiting)
        while waiting[0][0] < self.end:
            due, number, held = heapq.heappop(waiting)
            await asyncio.sleep(max(0, due - time.perf_counter()))
            await self.poll_once(phone, slug, held, due)
            heapq.heappush(waiting, (due + pause, number, held))

    async def poll_once(self, phone, slug, held, due):
        versions = urlencode({name: VERSION.search(part)[0] for name, part in held.items()})
        answer = await self.ask("poll", due, phone, "GET", f"/live/{slug}/version?{versions}", **BROWSER)
        if answer is None:
            return
        for name, version in json.loads(unpacked(*answer))["changed"].items():
            address = VERSION.sub(version, held[name])
            if await self.ask("fragment", time.perf_counter(), phone, "GET", address, **BROWSER) is None:
                return
            held[name] = address
        self.changes.append((slug, time.time()))


def summary(found):
    """Return count, median, 95th and 99th percentile and maximum in milliseconds."""
    if len(found) < 2:
        return None
    hundredths = statistics.quantiles(found, n=100, method="inclusive")
    return {"count": len(found), "p50": hundredths[49], "p95": hundredths[94], "p99": hundredths[98], "max": max(found)}


def main():
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    json.dump(asyncio.run(Federation(json.load(sys.stdin)).run()), sys.stdout)


if __name__ == "__main__":
    main()
