"""A main loop of waitress for a thousand open connections: it asks only those that may have changed.

The loop of waitress asks each open connection before each wait whether it wants to read and to write: with a thousand
phones this took more CPU time than all requests. It also closes each connection after an answer without a body, so
each unchanged poll opened a new one.
"""

import selectors
import time

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


class Connections(dict[int, dispatcher]):
    """The map of waitress' dispatchers by file number, and the loop that serves them.

    A dispatcher wants to read, to write, or nothing. One that wants to read wants nothing else until it has read
    something. The others (``unsettled``) are asked before each wait, because the threads that answer requests change
    them and wake the loop.
    """

    def __init__(self) -> None:
        super().__init__()
        self.selector = selectors.DefaultSelector()
        self.unsettled: set[int] = set()
        self.next_check_at = 0.0

    def __setitem__(self, number: int, opened: dispatcher) -> None:
        super().__setitem__(number, opened)
        self.unsettled.add(number)

    def __delitem__(self, number: int) -> None:
        super().__delitem__(number)
        if number in self.selector.get_map():
            self.selector.unregister(number)

    def run(self) -> None:
        """Serve until no dispatcher is left. Raises KeyboardInterrupt."""
        while self:
            self._handle_events()

    def _handle_events(self) -> None:
        """Wait for something to read or write, at most a second, and handle it."""
        now = time.monotonic()
        if now >= self.next_check_at:
            self.unsettled.update(self)
            self.next_check_at = now + FULL_CHECK_SECONDS
        self.unsettled = {number for number in self.unsettled if self._is_unsettled(number)}
        for key, event in self.selector.select(FULL_CHECK_SECONDS):
            if self.get(key.fd) is key.data:  # else closed by an event handled before it
                self.unsettled.add(key.fd)
                handle = read if event == READ else write
                handle(key.data)

    def _is_unsettled(self, number: int) -> bool:
        """Register what the dispatcher wants now with the selector; return whether this may change before it reads."""
        channel = self.get(number)
        if channel is None:
            return False
        # In this order: a thread that ends a request between the two calls has something to write.
        wants_to_read, wants_to_write = channel.readable(), channel.writable()
        wanted = WRITE if wants_to_write else READ if wants_to_read else 0
        registered = self.selector.get_map().get(number)
        if registered and registered.events != wanted:
            self.selector.unregister(number)
        if wanted and (registered is None or registered.events != wanted):
            self.selector.register(number, wanted, channel)
        return wanted != READ
