"""Which papers to print next."""

from dataclasses import dataclass
from enum import StrEnum


class Next(StrEnum):
    """What to do next about the papers of an event."""

    DRAW = "draw"
    RELEASE_DRAW = "release-draw"
    ADDRESS = "address"
    START = "start"
    SESSION = "session"
    RESULTS = "results"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Standing:
    """How far an event and its papers are.

    ``seated``: players have seats; ``draft``: of a draw that is not released; ``address``: the address in QR codes is
    chosen; ``started``: the start papers are made; ``coming``: the first session that is not released (0: none);
    ``packed``: the sessions whose papers are made; ``results_made``: the papers of the last results are made.
    """

    seated: bool
    draft: bool
    address: bool
    started: bool
    coming: int
    packed: frozenset[int]
    results_made: bool


def next_papers(standing: Standing) -> Next:
    """Return what to do next: start papers, then the papers of each session, then the results."""
    if not standing.seated:
        return Next.DRAW
    if standing.draft:
        return Next.RELEASE_DRAW
    if standing.coming == 0:
        return Next.NOTHING if standing.results_made else Next.RESULTS
    if not standing.address:
        return Next.ADDRESS
    if not standing.started and standing.coming == 1:
        return Next.START
    return Next.NOTHING if standing.coming in standing.packed else Next.SESSION
