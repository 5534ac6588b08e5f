"""Phones of tables that write hands through a network that loses, delays and repeats, until each is acknowledged."""

import http.client
import json
import random
import threading
import time
from http.cookies import SimpleCookie

HANDS = 16


class Browser:
    """What asks the program and keeps its cookies."""

    def __init__(self, port):
        self.port, self.cookies = port, {}

    def ask(self, method, path, body="", fault="", **more):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers["X-CSRFToken"] = self.cookies.get("csrftoken", "")
        headers |= more
        try:
            connection.putrequest(method, path)
            for name, value in (headers | {"Content-Length": str(len(body))}).items():
                connection.putheader(name, value)
            connection.endheaders(body[: len(body) // 2].encode())
            if fault == "slow":
                time.sleep(random.random())
            connection.send(body[len(body) // 2 :].encode())
            if fault == "lost":  # the answer never arrives
                time.sleep(random.random() / 10)
                return 0, b""
            answer = connection.getresponse()
            for line in answer.headers.get_all("Set-Cookie", []):
                self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
            return answer.status, answer.read()
        finally:
            connection.close()


class Table(Browser):
    """A table's phone: it writes hand after hand, each with its key, and repeats it until it is acknowledged."""

    def __init__(self, number, token, port):
        super().__init__(port)
        self.number, self.acknowledged, self.version = number, {}, 0
        self.address = f"/e/benchmark/table/1/{number}/hand/"
        for path in (f"/t/{token}/", f"/e/benchmark/table/1/{number}/"):  # the page gives the token against forgery
            self.ask("GET", path)

    def write(self, count):
        """Write the next hand; ``count(what)`` is told each try and each fault of the network."""
        no = len(self.acknowledged) + 1
        points = random.randint(8, 88)
        body = f"key={self.number}-{no}&seen={self.version}&no={no}&winner=E&discarder=S&points={points}"
        while no not in self.acknowledged:
            fault = random.choices(("", "lost", "twice", "slow"), (85, 5, 5, 5))[0]
            try:
                status, content = self.ask("POST", self.address, body, fault)
                if fault == "twice":
                    status, content = self.ask("POST", self.address, body)
            except (OSError, http.client.HTTPException):
                status, content = 0, b""
            count(f"network: {fault}" if fault else "as usual")
            count(f"answer {status or 'none'}")
            if status == 200 and fault != "lost":
                self.version = json.loads(content)["answer"]["version"]
                self.acknowledged[no] = points
            elif status in (400, 403, 404, 409):
                raise AssertionError(f"table {self.number} hand {no}: {status} {content[:300]!r}")
            else:
                time.sleep(0.2)


class Hall:
    """Threads that write at all tables, as many hands as `allow` lets through."""

    def __init__(self, tables, writers):
        self.tables, self.counts, self.fault = tables, {}, None
        self._lock, self._due = threading.Lock(), threading.Semaphore(0)
        self._waiting = list(tables)
        self._threads = [threading.Thread(target=self._work, daemon=True) for _number in range(writers)]
        for thread in self._threads:
            thread.start()

    @property
    def written(self):
        return sum(len(table.acknowledged) for table in self.tables)

    def allow(self, hands):
        for _number in range(hands):
            self._due.release()

    def count(self, what):
        with self._lock:
            self.counts[what] = self.counts.get(what, 0) + 1

    def _work(self):
        while True:
            self._due.acquire()
            with self._lock:
                table = self._waiting.pop(0)
            try:
                table.write(self.count)
            except Exception as error:  # the run ends with it
                self.fault = error
                return
            with self._lock:
                if len(table.acknowledged) < HANDS:
                    self._waiting.append(table)
