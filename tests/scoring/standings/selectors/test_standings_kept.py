"""Concurrent threads compute the standings once."""

from threading import Barrier, BrokenBarrierError

import pytest

from scoring.sheets.rules.view import View
from scoring.standings.selectors.standings import Standings
from tests.support.threads import together
from tournament.events.models.events import Event


def test_concurrent_requests_after_a_release_compute_standings_once() -> None:
    standings, second, made = Standings(Event(), View(False, 1)), Barrier(2), []

    def work_out() -> list[int]:
        made.append(1)
        # A second computation would enter here at the same time.
        with pytest.raises(BrokenBarrierError):
            second.wait(timeout=0.3)
        return made

    answers = together(*[lambda: standings.once(("lines", None), work_out)] * 6)
    assert answers == [[1]] * 6
