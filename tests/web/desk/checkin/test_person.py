"""The page of a person: withdrawal and return, and who decides them."""

from django.test import Client

from tests.web.desk.checkin.pages import address, decide, instead
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting
from tournament.presence.models.presence import Withdrawal


def withdrawal(session: int, reason: str = "病了") -> dict:
    return {"do": "withdraw", "withdraw-session": session, "withdraw-reason": reason}


def test_a_player_withdraws_and_returns(event: Event, desk: Client) -> None:
    assert decide(desk, event, 1, **withdrawal(2)).status_code == 302
    assert Entry.objects.get(event=event, number=1).status == "withdrawn"
    listed = desk.get(address("out", event)).content.decode()
    assert "病了" in listed
    assert "Out from session 2 on" in listed
    assert "0 of 15" in desk.get(address("checkin", event)).content.decode()
    again = {"do": "return", "return-session": 2, "return-reason": "doch da"}
    assert decide(desk, event, 1, **again).status_code == 302
    assert Entry.objects.get(event=event, number=1).status == "entered"
    assert not Withdrawal.objects.exists()


def test_a_withdrawal_needs_a_reason_and_keeps_what_was_typed(event: Event, desk: Client) -> None:
    answer = decide(desk, event, 1, **withdrawal(2, ""))
    assert answer.status_code == 400
    assert Entry.objects.get(event=event, number=1).status == "entered"


def test_a_session_that_was_played_is_not_offered(event: Event, desk: Client) -> None:
    assert decide(desk, event, 1, **withdrawal(1)).status_code == 400
    assert not Withdrawal.objects.exists()


def test_a_scorekeeper_checks_in_but_cannot_substitute_or_withdraw(event: Event, signed_in) -> None:
    client = signed_in("scorekeeper", event)
    body = client.get(address("person", event, 1)).content.decode()
    assert 'value="withdraw"' not in body
    assert "/instead/" not in body
    client.post(address("person", event, 1), withdrawal(2))
    assert b"The organizer or chief referee decides this." in client.get(address("instead", event, 1)).content
    instead(client, event, 1, 17)
    assert client.post(address("person", event, 1), {"do": "give_back", "session": 2}).status_code == 403
    assert not Withdrawal.objects.exists()
    assert not Sitting.objects.filter(from_hand=1, table__session__number=2).exists()
