"""Standings are worked out once, however many threads ask for them."""

from threading import Barrier, BrokenBarrierError

import pytest

from scoring.sheets.rules.view import View
from scoring.standings.selectors.standings import Standings
from tests.support.threads import together
from tournament.events.models.events import Event


def test_what_all_phones_want_after_a_release_is_worked_out_by_one_of_them() -> None:
    standings, second, made = Standings(Event(), View(False, 1)), Barrier(2), []

    def work_out() -> list[int]:
        made.append(1)
        # Whoever worked it out too would come here while the first is here.
        with pytest.raises(BrokenBarrierError):
            second.wait(timeout=0.3)
        return made

    found = together(*[lambda: standings.once(("lines", None), work_out)] * 6)
    assert found == [[1]] * 6
