"""Circles of series: the final of a series must not count, directly or through others, for that series."""

from collections.abc import Collection, Mapping


def makes_circle(finals: Mapping[str, str], events: Mapping[str, Collection[str]], series: str) -> bool:
    """Return whether a series depends on its own final.

    ``finals``: series -> the event that is its final; ``events``: series -> its events. A series whose final counts in
    a second series leads to that one; a circle leads back.
    """
    open_series, seen = [series], set[str]()
    while open_series:
        final = finals.get(open_series.pop(), "")
        following = {other for other, held in events.items() if final in held}
        if series in following:
            return True
        open_series += following - seen
        seen |= following
    return False
