"""Scoring devices: what they read and write, and which values and versions they are refused."""

from typing import Any

import pytest
from django.test import Client

from common.actions.full_disk import DiskFull
from scoring.game.rules.seats import SEATS
from scoring.hand_over.models import HandOver
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet, SheetVersion
from scoring.sheets.selectors.facts.slots import hand_value
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from scoring.sheets.services.people.periods import seat_period
from tests.support.cup import cup, taken_in
from tests.support.devices import DRAWN, WON, Device, device_at, device_token, errors, official_of
from tests.support.events import small_event
from tests.support.hand_overs import given
from tests.support.imj import imj_sheet
from tests.support.publishing import ACTOR
from tests.support.sheets import made_sheet
from tournament.events.models.events import Event
from web.api.devices.refusals import refusal

pytestmark = pytest.mark.django_db


def hands_of(sheet: Sheet) -> list[dict[str, Any]]:
    return [hand_value(hand) for hand in Hand.objects.current().filter(sheet=sheet)]


def test_a_device_reads_the_sheet_and_writes_the_next_hand() -> None:
    taken_in(cup())
    event = Event.objects.get(slug="cup")
    device = Device(device_token(event), "cup", 3)
    answer = device.read()
    assert answer.json() == {
        "event": "cup", "session": 3, "table": 1, "rules": "wmo-2014", "version": 1, "state": "open",
        "seats": {"E": 1, "S": 5, "W": 2, "N": 9},
        "hands": [{"no": 1, "winner": "E", "discarder": "W", "points": 8}],
        "totals": {}, "sums": {"E": 32, "S": -8, "W": -16, "N": -8},
        "next": {"no": 2, "period": 1, "round": 1, "dealer": "S", "winds": {"S": "E", "W": "S", "N": "W", "E": "N"}},
    }  # fmt: skip
    assert (answer["ETag"], answer["Cache-Control"]) == ('"1"', "private, no-store")
    written = device.put(2, answer["ETag"], WON)
    assert written.json() == {"version": 2, "state": "open", "merged": False, "hand": {"no": 2, **WON}}
    assert written["ETag"] == '"2"'
    again = device.read().json()
    assert (again["version"], again["hands"][1], again["next"]["no"]) == (2, {"no": 2, **WON}, 3)
    assert sum(again["sums"].values()) == 0


def test_hands_are_shaped_as_in_the_event_file_without_empty_fields(device: Device, sheet: Sheet) -> None:
    device.put(1, 0, {"no": 1, "winner": "E", "discarder": None, "points": 88, "aborted": False, "false_wins": []})
    device.put(2, 1, {"winner": None, "aborted": True})
    device.put(3, 2, DRAWN)
    expected = [
        {"no": 1, "winner": "E", "points": 88}, {"no": 2, "winner": None, "aborted": True}, {"no": 3, "winner": None}
    ]  # fmt: skip
    assert device.read().json()["hands"] == expected == hands_of(sheet)


def test_a_hand_of_the_international_rules_has_fans() -> None:
    sheet = imj_sheet()
    seat_period(ACTOR, sheet, seen=0, period=1, places="ESWN")
    device = device_at(sheet)
    robbed = {"winner": "E", "discarder": "S", "fans": 0.5, "robbed": True}
    assert device.put(1, 1, robbed).json()["hand"] == {"no": 1, **robbed}
    assert device.put(2, 2, {"winner": "S", "fans": 6, "bound": "N"}).json()["hand"]["fans"] == 6
    assert device.put(3, 3, {"winner": None, "false_wins": ["N", "W"]}).json()["hand"]["false_wins"] == ["W", "N"]
    read = device.read().json()
    assert [hand.get("fans") for hand in read["hands"]] == [0.5, 6, None]
    assert list(Hand.objects.current().filter(sheet=sheet).values_list("points", flat=True)) == [1, 12, None]
    stale = device.put(1, 1, {"winner": "W", "fans": 3})
    assert (stale.status_code, stale.json()["hand"]) == (412, {"no": 1, **robbed})
    asked = device.put(4, 4, {"winner": "E", "fans": 15})
    assert list(errors(asked, 409)) == ["fans"]
    assert [question["code"] for question in asked.json()["questions"]] == ["limit-reached"]
    assert device.put(4, 4, {"winner": "E", "fans": 15, "acknowledged": ["limit-reached"]}).status_code == 200


def test_a_period_without_seats_is_refused_at_the_number() -> None:
    device = device_at(imj_sheet())
    assert errors(device.put(1, 0, DRAWN), 422) == {
        "no": "Enter the order of the seats and the starter of the period first."
    }


@pytest.mark.parametrize(
    "value", [{"points": 8}, {"fans": 0}, {"fans": 0.7}, {"fans": 61}, {"fans": "6"}, {"fans": True}]
)
def test_a_hand_of_the_international_rules_has_no_points_and_half_or_whole_fans(value: dict[str, Any]) -> None:
    sheet = imj_sheet()
    seat_period(ACTOR, sheet, seen=0, period=1, places="ESWN")
    assert list(errors(device_at(sheet).put(1, 1, {"winner": "E", **value}), 422)) == [*value]
    assert not Hand.objects.exists()


@pytest.mark.parametrize(
    ("hand", "where"),
    [
        ({}, "winner"),
        ({"winner": "X"}, "winner"),
        ({"winner": "e"}, "winner"),
        ({"winner": ["E"]}, "winner"),
        ({"winner": True}, "winner"),
        ({"winner": "E"}, "points"),
        ({"winner": "E", "points": 7}, "points"),
        ({"winner": "E", "points": "8"}, "points"),
        ({"winner": "E", "points": 8.0}, "points"),
        ({"winner": "E", "points": True}, "points"),
        ({"winner": "E", "points": -8}, "points"),
        ({"winner": "E", "points": 1_000}, "points"),
        ({"winner": "E", "points": 10**17}, "points"),
        ({"winner": "E", "points": [8]}, "points"),
        ({"winner": "E", "discarder": "E", "points": 8}, "discarder"),
        ({"winner": "E", "discarder": "", "points": 8}, "discarder"),
        ({"winner": None, "points": 8}, "points"),
        ({"winner": None, "discarder": "E"}, "discarder"),
        ({"winner": "E", "points": 8, "aborted": True}, "aborted"),
        ({"winner": None, "aborted": "yes"}, "aborted"),
        ({"winner": "E", "fans": 6}, "fans"),
        ({"winner": "E", "discarder": "S", "points": 8, "robbed": True}, "robbed"),
        ({"winner": "E", "points": 8, "bound": "S"}, "bound"),
        ({"winner": None, "false_wins": ["S"]}, "false_wins"),
        ({"winner": None, "false_wins": ["Q"]}, "false_wins.0"),
        ({"winner": None, "false_wins": "S"}, "false_wins"),
        ({"winner": None, "no": 2}, "no"),
        ({"winner": None, "no": "1"}, "no"),
        ({"winner": None, "acknowledged": "gap"}, "acknowledged"),
        ({"winner": None, "acknowledged": [1]}, "acknowledged.0"),
        ({"winner": None, "adjustments": {"E": 10}}, "adjustments"),
        ({"winner": None, "seen": 0}, "seen"),
        ([DRAWN], "body"),
        (None, "body"),
        ("E", "body"),
    ],
)
def test_a_wrong_value_is_refused_at_its_field(device: Device, hand: Any, where: str) -> None:
    assert list(errors(device.put(1, 0, hand), 422)) == [where]
    assert not SheetVersion.objects.exists()


def test_every_wrong_field_is_named(device: Device) -> None:
    wrong = {"winner": "X", "points": -1, "color": "red"}
    assert set(errors(device.put(1, 0, wrong), 422)) == set(wrong)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff", b'{"winner": null, "winner": "E"}', b'{"winner": null, "points": NaN}', b"[" * 200]
)
def test_a_body_that_is_no_json_is_400(device: Device, body: bytes) -> None:
    assert errors(device.put(1, 0, body), 400) == {"body": "is not JSON"}


@pytest.mark.parametrize("no", [17, 9_999, 0, -1, 10_000, 10**30, "x"])
def test_a_hand_that_is_not_played_is_refused_at_its_number(device: Device, no: Any) -> None:
    assert list(errors(device.put(no, 0, DRAWN), 422)) == ["no"]


@pytest.mark.parametrize("seen", ["", "x", '"', '"-1"', "1.0", '"1', "*", '"0","1"', "9" * 30, '"²"'])
def test_a_version_that_is_none_is_refused(device: Device, seen: str) -> None:
    assert list(errors(device.put(1, seen, DRAWN), 422)) == ["If-Match"]
    assert list(errors(device.delete(1, seen), 422)) == ["If-Match"]


@pytest.mark.parametrize("seen", ["0", '"0"', 'W/"0"'])
def test_the_version_is_taken_as_the_answer_has_it(device: Device, seen: str) -> None:
    """Something on the way that compresses an answer makes its ETag weak."""
    assert device.put(1, seen, DRAWN).status_code == 200


def test_without_a_version_nothing_is_written(device: Device) -> None:
    assert list(errors(device.put(1, None, DRAWN), 428)) == ["If-Match"]
    assert list(errors(device.delete(1, None), 428)) == ["If-Match"]
    assert not SheetVersion.objects.exists()


def test_a_version_that_the_sheet_never_had_is_out_of_date(device: Device) -> None:
    device.put(1, 0, WON)
    for no, hand in ((1, {"no": 1, **WON}), (2, None)):
        answer = device.put(no, 7, DRAWN)
        assert list(errors(answer, 412)) == ["If-Match"]
        assert (answer.json()["version"], answer.json()["hand"], answer["ETag"]) == (1, hand, '"1"')


def test_other_hands_are_merged_and_the_same_hand_is_told(device: Device, sheet: Sheet) -> None:
    record_hand(ACTOR, sheet, seen=0, hand=HandFacts(1, "E", None, 20))
    merged = device.put(2, 0, {**WON, "acknowledged": ["gap"]})
    assert (merged.status_code, merged.json()["version"], merged.json()["merged"]) == (200, 2, True)
    stale = device.put(1, 0, DRAWN)
    assert errors(stale, 412) == {"If-Match": "hand 1 was changed after version 0"}
    assert stale.json()["hand"] == {"no": 1, "winner": "E", "points": 20}
    assert (stale.json()["version"], stale["ETag"]) == (2, '"2"')
    assert device.put(1, stale["ETag"], DRAWN).json()["merged"] is False
    assert hands_of(sheet) == [{"no": 1, "winner": None}, {"no": 2, **WON}]


def test_the_same_value_again_changes_nothing_and_says_whether_others_wrote(device: Device, sheet: Sheet) -> None:
    device.put(1, 0, WON)
    same = device.put(1, 1, WON).json()
    assert (same["version"], same["merged"]) == (1, False)
    # Somebody else's write of the very same hand is nothing unseen.
    assert device.put(1, 0, WON).json()["merged"] is False
    record_hand(ACTOR, Sheet.objects.get(), seen=1, hand=HandFacts(2))
    behind = device.put(1, 1, WON).json()
    assert (behind["version"], behind["merged"]) == (2, True)
    assert SheetVersion.objects.count() == 2


def test_a_hand_is_removed(device: Device, sheet: Sheet) -> None:
    device.put(1, 0, WON)
    removed = device.delete(1, 1)
    assert (removed.json(), removed["ETag"]) == (
        {"version": 2, "state": "open", "merged": False, "hand": None}, '"2"',
    )  # fmt: skip
    assert hands_of(sheet) == []
    assert device.delete(1, 2).json()["version"] == 2
    assert device.delete(9_999, 2).json()["version"] == 2
    stale = device.delete(1, 0)
    assert stale.json()["version"] == 2
    device.put(1, 2, DRAWN)
    assert (device.delete(1, 2).status_code, device.put(1, 1, WON).json()["hand"]) == (412, {"no": 1, "winner": None})


def test_a_removed_hand_is_told_as_null(device: Device) -> None:
    device.put(1, 0, WON)
    device.delete(1, 1)
    stale = device.put(1, 1, DRAWN)
    assert (stale.status_code, stale.json()["hand"]) == (412, None)


def test_unlikely_values_are_asked_back_until_they_are_acknowledged(device: Device, sheet: Sheet) -> None:
    unlikely = {"winner": "E", "points": 96}
    asked = device.put(3, 0, unlikely)
    assert list(errors(asked, 409)) == ["points", "no"]
    assert [question["code"] for question in asked.json()["questions"]] == ["over-88", "gap"]
    assert "more than 88 points" in asked.json()["questions"][0]["message"]
    one = device.put(3, 0, {**unlikely, "acknowledged": ["over-88"]})
    assert [question["code"] for question in one.json()["questions"]] == ["gap"]
    assert errors(one, 409).keys() == {"no"}
    assert hands_of(sheet) == []
    written = device.put(3, 0, {**unlikely, "acknowledged": ["gap", "over-88"]})
    assert written.json()["hand"] == {"no": 3, **unlikely}


def test_a_key_makes_a_repeated_request_safe(device: Device, sheet: Sheet) -> None:
    key = {"idempotency-key": "table 1 hand 1"}
    first = device.put(1, 0, WON, **key)
    record_hand(ACTOR, sheet, seen=1, hand=HandFacts(2))
    again = device.put(1, 0, WON, **key)
    assert (again.status_code, again.json(), again["ETag"]) == (200, first.json(), first["ETag"])
    read_again = device.put(1, 2, WON, **key)
    assert read_again.json() == first.json() | {"merged": False}
    assert SheetVersion.objects.count() == 2
    for other in (device.put(1, 0, DRAWN, **key), device.put(2, 0, WON, **key), device.delete(1, 0, **key)):
        assert list(errors(other, 422)) == ["Idempotency-Key"]
    assert device.put(1, 2, DRAWN, **{"idempotency-key": "²" * 500}).status_code == 200


def test_keys_of_two_devices_of_one_account_are_different(sheet: Sheet) -> None:
    account = official_of(sheet.table.session.event)
    first, second = device_at(sheet, account), device_at(sheet, account)
    assert first.put(1, 0, WON, **{"idempotency-key": "1"}).json()["version"] == 1
    assert second.put(2, 1, DRAWN, **{"idempotency-key": "1"}).json()["version"] == 2


@pytest.mark.parametrize("state", ["signed", "confirmed"])
def test_a_signed_sheet_is_read_but_not_written(state: str) -> None:
    sheet = made_sheet(small_event(), state)
    device = device_at(sheet)
    assert (device.read().json()["state"], device.read().json()["next"]) == (state, None)
    assert list(errors(device.put(1, 1, DRAWN), 422)) == ["table"]
    assert list(errors(device.delete(1, 1), 422)) == ["table"]


def test_a_checked_sheet_is_open_again_after_a_write() -> None:
    device = device_at(made_sheet(small_event(), "checked"))
    assert device.put(16, 1, WON).json()["state"] == "open"


def test_an_event_that_is_held_elsewhere_is_not_written(sheet: Sheet, device: Device) -> None:
    given(sheet.table.session.event)
    assert HandOver.objects.exists()
    refused = errors(device.put(1, 0, DRAWN), 422)
    assert list(refused) == ["table"]
    assert "hall" in refused["table"]


def test_a_full_disk_is_507() -> None:
    """What fills a disk: tests/common/infrastructure/test_full_disk.py."""
    refused = refusal(DiskFull("Nothing was saved."), {})
    assert (refused.status, refused.answer) == (507, {"errors": [{"where": "", "message": "Nothing was saved."}]})


def test_unknown_addresses_are_404(sheet: Sheet, device: Device) -> None:
    event = sheet.table.session.event
    token = device_token(event)
    for place, where in (
        (("nothing", 1, 1), "event"), ((event.slug, 2, 1), "table"), ((event.slug, 1, 2), "table"),
        ((event.slug, 10**30, 1), "table"), ((event.slug, 1, -1), "table"),
    ):  # fmt: skip
        there = Device(token, *place)
        assert list(errors(there.read(), 404)) == [where]
        assert list(errors(there.put(1, 0, DRAWN), 404)) == [where]
        assert list(errors(there.delete(1, 0), 404)) == [where]


def test_the_description_has_headers_body_and_refusals() -> None:
    paths = Client().get("/api/openapi.json").json()["paths"]
    [path] = (path for path in paths if path.endswith("/hands/{no}"))
    for method, statuses in (("put", {400, 409}), ("delete", set())):
        operation = paths[path][method]
        expected = statuses | {200, 401, 403, 404, 412, 422, 428, 429, 507}
        assert {int(status) for status in operation["responses"]} == expected
        headers = {one["name"]: one["required"] for one in operation["parameters"] if one["in"] == "header"}
        assert headers == {"If-Match": True, "Idempotency-Key": False}
    body = paths[path]["put"]["requestBody"]["content"]["application/json"]["schema"]
    assert (body["additionalProperties"], body["required"]) == (False, ["winner"])


def test_all_hands_of_a_table_are_written_one_after_another(device: Device, sheet: Sheet) -> None:
    seen = '"0"'
    for no in range(1, 17):
        winner = SEATS[no % 4]
        answer = device.put(no, seen, {"winner": winner, "points": 8 + no})
        seen = answer["ETag"]
    read = device.read().json()
    assert (read["version"], read["next"], len(read["hands"])) == (16, None, 16)
    assert read["sums"] == {"E": 24, "S": -24, "W": -8, "N": 8}
