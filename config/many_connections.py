"""waitress' main loop for a full hall: it looks only at connections of which something may have changed.

waitress' own asks every open connection before each wait whether it wants to read and to write: with a thousand phones
that keep theirs open this took more of the processor than all that they asked.
"""

import selectors
import time
from collections.abc import Mapping, MutableMapping

from waitress.wasyncore import dispatcher, read, write

#: Seconds after which every connection is looked at all the same: waitress marks those that were idle for too long.
WHOLE = 1.0
READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


class Watch:
    """What waitress' dispatchers, by file number, are waited for.

    A dispatcher that was seen to want only to read goes on wanting that until it is given something to read; the others
    are asked before each wait, as those change whose requests are answered in other threads (which wake the loop).
    """

    def __init__(self, dispatchers: MutableMapping[int, dispatcher]) -> None:
        self.dispatchers = dispatchers
        self.selector = selectors.DefaultSelector()
        self.restless: set[int] = set()
        self.whole_at = 0.0

    def run(self) -> None:
        """Serve until there is no dispatcher left; what interrupts is raised."""
        while self.dispatchers:
            self.once()

    def once(self) -> None:
        """Wait for something to read or write, a second at most, and have it done."""
        now = time.monotonic()
        if now >= self.whole_at:
            self.restless.update(self.dispatchers, self._waited())
            self.whole_at = now + WHOLE
        self.restless = {number for number in self.restless if not self._at_rest(number)}
        for key, events in self.selector.select(WHOLE):
            self.restless.add(key.fd)
            self._handle(key, events)

    def _handle(self, key: selectors.SelectorKey, events: int) -> None:
        one = key.data
        if one is not self.dispatchers.get(key.fd):
            return  # closed by what was handled before it
        if events & READ:
            read(one)
            if key.data.accepting:
                self.restless.update(self.dispatchers.keys() - self._waited().keys())
        if events & WRITE and self.dispatchers.get(key.fd) is one:
            write(one)

    def _at_rest(self, number: int) -> bool:
        """Have the file number waited for as its dispatcher wants now; whether that stays so until it can read."""
        one, waited = self.dispatchers.get(number), self._waited().get(number)
        if waited and waited.data is not one:  # closed; its number may be another's by now
            self.selector.unregister(number)
            waited = None
        if one is None:
            return True
        wanted = (READ if one.readable() else 0) | (WRITE if one.writable() and not one.accepting else 0)
        if waited and not wanted:
            self.selector.unregister(number)
        elif waited and waited.events != wanted:
            self.selector.modify(number, wanted, one)
        elif wanted and not waited:
            self.selector.register(number, wanted, one)
        return wanted == READ

    def _waited(self) -> Mapping[int, selectors.SelectorKey]:
        waited: Mapping[int, selectors.SelectorKey] = self.selector.get_map()  # type: ignore[assignment]
        return waited
