"""A main loop of waitress for a full hall: it checks only connections that may have changed.

The loop of waitress asks every open connection before each wait whether it wants to read and to write: with a thousand
open connections of phones this took more CPU time than all requests.
"""

import selectors
import time
from collections.abc import Mapping, MutableMapping

from waitress.wasyncore import dispatcher, read, write

#: Seconds between checks of every connection: waitress marks connections that are idle for too long.
FULL_CHECK_SECONDS = 1.0
READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


class Watch:
    """The events for which waitress' dispatchers, by file number, are waited for.

    A dispatcher that wants only to read keeps wanting that until it gets something to read. The others are checked
    before each wait, because requests answered in other threads change them (those threads wake the loop).
    """

    def __init__(self, dispatchers: MutableMapping[int, dispatcher]) -> None:
        self.dispatchers = dispatchers
        self.selector = selectors.DefaultSelector()
        self.restless: set[int] = set()
        self.next_check_at = 0.0

    def run(self) -> None:
        """Serve until there is no dispatcher left; interrupts are raised."""
        while self.dispatchers:
            self.once()

    def once(self) -> None:
        """Wait for something to read or write, at most a second, and handle it."""
        now = time.monotonic()
        if now >= self.next_check_at:
            self.restless.update(self.dispatchers, self._registrations())
            self.next_check_at = now + FULL_CHECK_SECONDS
        self.restless = {number for number in self.restless if not self._at_rest(number)}
        for key, events in self.selector.select(FULL_CHECK_SECONDS):
            self.restless.add(key.fd)
            self._handle(key, events)

    def _handle(self, key: selectors.SelectorKey, events: int) -> None:
        channel = key.data
        if channel is not self.dispatchers.get(key.fd):
            return  # closed by an event handled before it
        if events & READ:
            read(channel)
            if key.data.accepting:
                self.restless.update(self.dispatchers.keys() - self._registrations().keys())
        if events & WRITE and self.dispatchers.get(key.fd) is channel:
            write(channel)

    def _at_rest(self, number: int) -> bool:
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
