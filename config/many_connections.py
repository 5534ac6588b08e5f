"""A main loop of waitress for a thousand open connections: it checks only those that may have changed.

The loop of waitress asks each open connection before each wait whether it wants to read and to write: with a thousand
phones this took more CPU time than all requests. It also closes each connection after an answer without a body, so
each unchanged poll opened a new one.
"""

import selectors
import time
from collections.abc import Mapping, MutableMapping

from waitress.channel import HTTPChannel
from waitress.task import WSGITask
from waitress.wasyncore import dispatcher, read, write

#: Seconds between checks of every connection: waitress marks connections that are idle for too long.
FULL_CHECK_SECONDS = 1.0
READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


class KeptOpen(WSGITask):  # type: ignore[misc]  # waitress has no types
    """Keep the connection open after 204 and 304, which need no length."""

    def set_close_on_finish(self) -> None:
        client_closes = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or self.version == "1.0" or client_closes:
            super().set_close_on_finish()


HTTPChannel.task_class = KeptOpen


class Watch:
    """Register waitress' dispatchers, by file number, with a selector.

    A dispatcher that wants only to read wants nothing else until it has read something. The others (``unsettled``) are
    checked before each wait, because the threads that answer requests change them and wake the loop.
    """

    def __init__(self, dispatchers: MutableMapping[int, dispatcher]) -> None:
        self.dispatchers = dispatchers
        self.selector = selectors.DefaultSelector()
        self.unsettled: set[int] = set()
        self.next_check_at = 0.0

    def run(self) -> None:
        """Serve until no dispatcher is left. Raises KeyboardInterrupt."""
        while self.dispatchers:
            self.handle_events()

    def handle_events(self) -> None:
        """Wait for something to read or write, at most a second, and handle it."""
        now = time.monotonic()
        if now >= self.next_check_at:
            self.unsettled.update(self.dispatchers, self._registrations())
            self.next_check_at = now + FULL_CHECK_SECONDS
        self.unsettled = {number for number in self.unsettled if not self._settled(number)}
        for key, events in self.selector.select(FULL_CHECK_SECONDS):
            self.unsettled.add(key.fd)
            self._handle(key, events)

    def _handle(self, key: selectors.SelectorKey, events: int) -> None:
        channel = key.data
        if channel is not self.dispatchers.get(key.fd):
            return  # closed by an event handled before it
        if events & READ:
            read(channel)
            if key.data.accepting:
                self.unsettled.update(self.dispatchers.keys() - self._registrations().keys())
        if events & WRITE and self.dispatchers.get(key.fd) is channel:
            write(channel)

    def _settled(self, number: int) -> bool:
        """Register the file number for its dispatcher's current wishes; return whether they stay until it can read."""
        channel = self.dispatchers.get(number)
        registered = self._registrations().get(number)
        if registered and registered.data is not channel:  # closed; its number may be reused by now
            self.selector.unregister(number)
            registered = None
        if channel is None:
            return True
        wanted = (READ if channel.readable() else 0) | (WRITE if channel.writable() and not channel.accepting else 0)
        if registered and not wanted:
            self.selector.unregister(number)
        elif registered and registered.events != wanted:
            self.selector.modify(number, wanted, channel)
        elif wanted and not registered:
            self.selector.register(number, wanted, channel)
        return wanted == READ

    def _registrations(self) -> Mapping[int, selectors.SelectorKey]:
        waited: Mapping[int, selectors.SelectorKey] = self.selector.get_map()  # type: ignore[assignment]
        return waited
