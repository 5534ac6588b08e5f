"""How long the key of a hand-over opens its file over the network. The file itself can be brought at any time."""

from datetime import datetime, timedelta

#: From the hand-over to the first fetch, and from there on to the last attempt of an interrupted one.
FETCH_WITHIN, AGAIN_WITHIN = timedelta(days=1), timedelta(hours=1)


def fetched_until(began_at: datetime, fetched_at: datetime | None) -> datetime:
    """Return until when the file can be fetched: a key that is found later opens nothing over the network."""
    return began_at + FETCH_WITHIN if fetched_at is None else fetched_at + AGAIN_WITHIN
