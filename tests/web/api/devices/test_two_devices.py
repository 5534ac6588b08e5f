"""Two devices that write at the same moment lose nothing."""

from typing import Any

import pytest

from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet, SheetVersion
from scoring.sheets.selectors.facts.slots import hand_value
from tests.support.devices import Device, device_token
from tests.support.events import small_event
from tests.support.sheets import empty_sheet
from tests.support.threads import together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
EAST, SOUTH = {"winner": "E", "points": 20}, {"winner": "S", "points": 30}


@pytest.fixture
def devices() -> tuple[Device, Device]:
    event = empty_sheet(small_event()).table.session.event
    first, second = (Device(device_token(event), event.slug) for _ in range(2))
    # Both tokens are noted as used now, which each does once a minute.
    assert [one.read().status_code for one in (first, second)] == [200, 200]
    return first, second


def at_once(*writes: Any) -> list[Any]:
    """Send the requests while the sheet is locked; return their answers by status."""
    answers = together(*writes, holding=Sheet.objects.all())
    return sorted(answers, key=lambda answer: answer.status_code)


def stored() -> list[dict[str, Any]]:
    return [hand_value(hand) for hand in Hand.objects.current().order_by("no")]


def test_of_two_values_of_one_hand_the_first_counts_and_the_other_is_told(devices: tuple[Device, Device]) -> None:
    first, second = devices
    won, lost = at_once(lambda: first.put(1, 0, EAST), lambda: second.put(1, 0, SOUTH))
    assert (won.status_code, lost.status_code) == (200, 412)
    assert lost.json()["hand"] == won.json()["hand"] == stored()[0]
    assert (lost.json()["version"], SheetVersion.objects.count()) == (1, 1)


def test_different_hands_of_one_version_are_both_kept(devices: tuple[Device, Device]) -> None:
    first, second = devices
    answers = at_once(
        lambda: first.put(1, 0, EAST), lambda: second.put(2, 0, {**SOUTH, "acknowledged": ["gap"]})
    )  # fmt: skip
    assert [answer.status_code for answer in answers] == [200, 200]
    assert sorted((answer.json()["version"], answer.json()["merged"]) for answer in answers) == [(1, False), (2, True)]
    assert stored() == [{"no": 1, **EAST}, {"no": 2, **SOUTH}]


def test_a_request_that_is_sent_twice_at_once_is_written_once(devices: tuple[Device, Device]) -> None:
    first, _second = devices
    key = {"idempotency-key": "1"}
    answers = at_once(lambda: first.put(1, 0, EAST, **key), lambda: first.put(1, 0, EAST, **key))
    assert [answer.json() for answer in answers] == [
        {"version": 1, "state": "open", "merged": False, "hand": {"no": 1, **EAST}}
    ] * 2
    assert SheetVersion.objects.count() == 1
