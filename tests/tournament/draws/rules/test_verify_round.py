"""The independent verifier of draws by standings, and the certificates of their bounds."""

import random
from dataclasses import replace
from typing import Any

import pytest

from tests.tournament.draws.rules.rounds.histories import drawn_event
from tournament.draws.rules.rounds import Entry, Round, Task, as_document, task_from
from tournament.draws.rules.rounds.brackets import brackets
from tournament.draws.rules.rounds.counting import values
from tournament.draws.rules.verify_round import Recount, faults


def entry_document(entry: Entry) -> dict[str, Any]:
    return {
        "number": entry.number, "rank": entry.rank, "table_points": str(entry.table_points),
        "competition_points": entry.competition_points,
    }  # fmt: skip


def documents(task: Task, drawn: Round) -> tuple[dict[str, Any], dict[str, Any]]:
    played = [[list(four) for four in session] for session in task.played]
    return {"entries": [entry_document(entry) for entry in task.entries], "played": played}, as_document(task, drawn)


def test_every_session_of_an_event_is_recounted() -> None:
    for task, drawn in drawn_event(40, 7, 4):
        assert faults(*documents(task, drawn)) == []


def test_both_programs_count_any_partition_alike() -> None:
    """Random tables have players outside their score groups, which draws hardly ever have."""
    task, drawn = drawn_event(40, 4, 4)[3]
    task = replace(task, entries=tuple(replace(entry, floats=entry.number % 3) for entry in task.entries))
    (bracket,) = brackets(task)
    document, result = documents(task, drawn)
    for entry, line in zip(task.entries, document["entries"], strict=True):
        line |= {"floats": entry.floats, "team": None}
    seats = random.Random(1).sample(range(40), 40)
    tables = [tuple(seats[first : first + 4]) for first in range(0, 40, 4)]
    numbers = [[bracket.entries[position].number for position in four] for four in tables]
    recount = Recount(document, result | {"tables": numbers})
    counted = recount.counts() | {"pattern_distance": recount.pattern_distance()}
    expected = values(task, bracket, tables)
    assert expected["outside_score_group"] > 5
    assert {what: counted[what] for what in expected} == expected
    assert task_from(document, "swiss", "s").entries == task.entries


def test_a_certificate_proves_its_bound_and_no_more() -> None:
    event = drawn_event(248, 4, 1)
    certified = [(task, drawn) for task, drawn in event if drawn.certificates and not drawn.certificates[0].prices]
    assert certified
    task, drawn = certified[-1]
    document, result = documents(task, drawn)
    assert faults(document, result) == []
    certificate = result["certificates"][0]
    assert Recount(document, result).proven_spread(certificate) == certificate["bound"]
    result["certificates"][0] = certificate | {"bound": certificate["bound"] + 1}
    assert faults(document, result) == [
        f"the certificate proves a spread of {certificate['bound']}, not {certificate['bound'] + 1}"
    ]


def test_values_that_exceed_the_tables_outside_the_window_prove_nothing() -> None:
    task, drawn = drawn_event(40, 2, 4)[1]
    document, result = documents(task, drawn)
    numbers = result["order"]
    certificate = {"numbers": numbers, "scale": 1, "window": 9, "duals": [100] * 40, "prices": {}, "bound": 1}
    assert Recount(document, result).proven_spread(certificate) < 0


@pytest.mark.parametrize("value", [1, 5])
def test_small_values_prove_their_sum(value: int) -> None:
    """No table of four different ranks has a spread below 20, so five each prove 5 n."""
    task, drawn = drawn_event(40, 2, 4)[1]
    document, result = documents(task, drawn)
    certificate = {
        "numbers": result["order"], "scale": 1, "window": 9, "duals": [value] * 40, "prices": {}, "bound": 40 * value,
    }  # fmt: skip
    assert Recount(document, result).proven_spread(certificate) == 40 * value
