"""A hall of phones in one process: ``python -m benchmarks.phones`` reads its orders as JSON and prints figures.

Each spectator's phone keeps its connection and does what the page of the standings does (static/js/live.js): 1.5 to 1.9
s after the last answer it polls with its versions, and fetches the changed fragments itself, because browsers share no
cache. Each table's phone writes a hand a minute. All times count from when the request was due, including waiting. A
release counts when the phone has fetched everything that it changed.
"""

import asyncio
import contextlib
import html
import json
import random
import re
import resource
import statistics
import sys
import time
from urllib.parse import urlencode

POLL = (1.5, 1.9)
BROWSER = {"HX_Request": "true", "Accept_Language": "en"}
#: A live part of a page, and the address that holds its version: static/js/live.js.
PART = re.compile(rb'id="live-([\w-]+)"[^>]* data-live="([^"]+)"')
VERSION = re.compile(r"(?<=[?&]v=)[^&]*")


class Phone:
    """A connection that is kept open as by a browser, and reopened if the server closed it."""

    def __init__(self, host, port):
        self.host, self.port, self.cookies = host, port, {}
        self.reader = self.writer = None

    async def ask(self, method, path, body="", **headers):
        """Return status, headers and content; try again over a new connection if the kept one was closed."""
        kept = self.writer is not None
        try:
            return await asyncio.wait_for(self._ask(method, path, body, headers), 30)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.writer = None
            if not kept:
                raise
            return await asyncio.wait_for(self._ask(method, path, body, headers), 30)

    async def _ask(self, method, path, body, headers):
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}", "Accept-Encoding: gzip"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if self.cookies:
            lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        if method == "POST":
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        self.writer.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
        return await self._answer()

    async def _answer(self):
        first, *rest = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status, found = int(first.split()[1]), {}
        for line in filter(None, rest):
            name, _colon, value = line.partition(": ")
            found[name.lower()] = value
            if name.lower() == "set-cookie":
                key, _equals, worth = value.strip().partition(";")[0].partition("=")
                self.cookies[key] = worth
        content = await self.reader.readexactly(int(found.get("content-length", 0)))
        if found.get("connection") == "close":
            self.writer.close()
            self.writer = None
        return status, found, content


class Hall:
    """All phones of a run, and their answers."""

    def __init__(self, order):
        self.order = order
        self.polls, self.fetches, self.writes = [], [], []
        self.statuses, self.errors, self.reached = {}, 0, []
        self.end = 0.0

    def note(self, spent, since, status):
        spent.append((time.perf_counter() - since) * 1000)
        self.statuses[status] = self.statuses.get(status, 0) + 1

    async def poll(self, address, parts):
        """Run one spectator's phone until the end; ``parts``: name -> address of the fragments of its page."""
        reached = []
        self.reached.append(reached)
        phone, pause = Phone(self.order["host"], self.order["port"]), random.uniform(*POLL)
        due, parts = time.perf_counter() + random.uniform(0, pause), dict(parts)
        while due < self.end:
            await asyncio.sleep(max(0, due - time.perf_counter()))
            try:
                held = {name: VERSION.search(part)[0] for name, part in parts.items()}
                status, headers, content = await phone.ask("GET", f"{address}version?{urlencode(held)}", **BROWSER)
                self.note(self.polls, due, status)
                if status == 200:
                    changed = json.loads(unpacked(headers, content))["changed"]
                    for name, version in changed.items():
                        parts[name] = await self.fetch(phone, VERSION.sub(version, parts[name]))
                    reached.append(time.time())
            except (OSError, asyncio.IncompleteReadError, TimeoutError):
                self.errors += 1
                phone.writer = None
            # As the page does: the next time is counted from the answer on.
            due = max(due, time.perf_counter()) + pause

    async def fetch(self, phone, address):
        """Fetch a fragment, following a redirect to the current one; return its address."""
        asked = time.perf_counter()
        status, headers, content = await phone.ask("GET", address, **BROWSER)
        self.note(self.fetches, asked, status)
        if status == 302:
            return await self.fetch(phone, headers["location"])
        unpacked(headers, content)
        return address

    async def open(self, token, turns):
        """Return a table's phone that scanned its card, and the address of its sheet; a few at a time."""
        async with turns:
            phone = Phone(self.order["host"], self.order["port"])
            await phone.ask("GET", f"/t/{token}/")
            status, headers, _content = await phone.ask("GET", "/t/")
            if status != 302:
                sys.exit(f"a card was not taken: {status}")
            address = headers["location"]
            await phone.ask("GET", address)
            return phone, address

    async def write(self, number, phone, address):
        """Run one table's phone: a hand a minute, the tables spread over the minute."""
        pause = self.order["pause"]
        due, seen = time.perf_counter() + random.uniform(0, pause), 0
        for no in range(1, 17):
            if due >= self.end:
                return
            await asyncio.sleep(max(0, due - time.perf_counter()))
            body = f"key={number}-{no}&seen={seen}&no={no}&winner=E&discarder=S&points={8 + no}"
            headers = {"X_CSRFToken": phone.cookies["csrftoken"], "Accept": "application/json"}
            try:
                status, _headers, content = await phone.ask("POST", f"{address}hand/", body, **headers)
            except (OSError, asyncio.IncompleteReadError, TimeoutError):
                self.errors += 1
                return
            self.note(self.writes, due, status)
            if status != 200:
                return
            seen = json.loads(unpacked(_headers, content))["answer"]["version"]
            due += pause

    async def run(self):
        turns = asyncio.Semaphore(4)
        opened = await asyncio.gather(*(self.open(token, turns) for token in self.order["tokens"].values()))
        print("ready", flush=True)
        self.end = time.perf_counter() + self.order["seconds"]
        spent = time.process_time()
        tables = [self.write(number, *one) for number, one in enumerate(opened)]
        polls = [self.poll(self.order["address"], self.order["parts"]) for _phone in range(self.order["phones"])]
        await asyncio.gather(*tables, *polls)
        return {
            "polls": figures(self.polls),
            "fetches": figures(self.fetches),
            "writes": figures(self.writes),
            "statuses": self.statuses,
            "errors": self.errors,
            "reached": self.reached,
            "cpu": time.process_time() - spent,
        }


def unpacked(headers, content):
    """Return the content, decompressed if necessary."""
    import gzip

    return gzip.decompress(content) if headers.get("content-encoding") == "gzip" else content


def parts_in(content):
    """Return name -> address of the live fragments of a page."""
    return {name.decode(): html.unescape(asked.decode()) for name, asked in PART.findall(content)}


def figures(spent):
    """Return count, median, 99th percentile and maximum in milliseconds."""
    if len(spent) < 2:
        return {"count": len(spent)}
    p99 = statistics.quantiles(spent, n=100, method="inclusive")[98]
    return {"count": len(spent), "p50": statistics.median(spent), "p99": p99, "most": max(spent)}


def main():
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    order = json.load(sys.stdin)
    with contextlib.suppress(KeyboardInterrupt):
        json.dump(asyncio.run(Hall(order).run()), sys.stdout)


if __name__ == "__main__":
    main()
