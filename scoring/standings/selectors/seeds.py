"""Seeds of lots that no person can choose."""

from hashlib import sha256

from tournament.draws.selectors.draws import released_draw
from tournament.events.models.events import Event


def committed_seed(event: Event, *parts: object) -> str:
    """Return a seed that no person can choose: SHA-256 of the seed of the event's draw and of what it is for.

    The draw's seed was committed before play. What it is for holds the results, which were unknown then.
    """
    draw = released_draw(event)
    base = draw.seed if draw and draw.seed else event.slug
    return sha256("|".join([base, *map(str, parts)]).encode()).hexdigest()
