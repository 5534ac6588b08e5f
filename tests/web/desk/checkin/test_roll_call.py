"""The list of the check-in: who may check in, taps, marks, search, and whole teams."""

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from common.actions.models.audit import AuditEntry
from tests.web.desk.checkin.pages import address, tap
from tests.web.desk.conftest import ROLES
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting
from tournament.presence.models.presence import Arrival, CheckedItems, Withdrawal

CHECKERS = {"organizer", "committee", "chief-referee", "referee", "scorekeeper", "administrator"}
PAGES = ("checkin", "missing", "out", "everybody-but")


@pytest.mark.parametrize("role", ROLES)
def test_who_may_check_in(event: Event, signed_in, role: str) -> None:
    client = signed_in(role, event)
    for page in [address(page, event) for page in PAGES] + [address("person", event, 1)]:
        assert client.get(page).status_code == (200 if role in CHECKERS else 403)
    live = client.get(f"/live/{event.slug}/checkin", follow=True)
    assert live.status_code == (200 if role in CHECKERS else 404)
    client.post(address("checkin", event), {"here": 1})
    assert Arrival.objects.exists() == (role in CHECKERS)


def test_the_list_needs_an_account(event: Event, client: Client) -> None:
    assert client.get(f"/live/{event.slug}/checkin").status_code == 404
    assert client.get(address("checkin", event)).status_code == 302


def test_a_tap_checks_in_and_undo_reverts_it(event: Event, desk: Client) -> None:
    assert "0 of 16" in desk.get(address("checkin", event)).content.decode()
    page = tap(desk, event, here=3)
    assert "1 of 16" in page
    assert "15 are missing" in page
    assert "next-line" not in page
    assert "Here since" in page
    assert "0 of 16" in tap(desk, event, undo=3)
    assert list(AuditEntry.objects.values_list("action", "about").order_by("seq"))[-2:] == [
        ("entry.arrive", "entry:3"),
        ("entry.unarrive", "entry:3"),
    ]


def test_the_second_tap_changes_nothing(event: Event, desk: Client) -> None:
    tap(desk, event, here=3)
    entries, arrived = AuditEntry.objects.count(), Arrival.objects.get().at
    tap(desk, event, here=3)
    assert AuditEntry.objects.count() == entries
    assert Arrival.objects.get().at == arrived


def test_after_the_last_session_nobody_is_missing(event: Event, desk: Client) -> None:
    for page in ("checkin", "missing"):
        assert "are missing" in desk.get(address(page, event)).content.decode()
    Session.objects.filter(event=event).update(released_at=timezone.now())
    for page in ("checkin", "missing"):
        text = desk.get(address(page, event)).content.decode()
        assert "Nobody needs to check in any more." in text
        assert "missing</" not in strip_tags(text).lower()
        assert "roll-row" not in text


def test_marks_are_set_and_cleared(event: Event, desk: Client) -> None:
    tap(desk, event, mark="3 fee_paid on")
    tap(desk, event, mark="3 oath_signed on")
    assert CheckedItems.objects.get().marks == ["oath_signed", "fee_paid"]
    tap(desk, event, mark="3 fee_paid off")
    assert CheckedItems.objects.get().marks == ["oath_signed"]
    assert not Arrival.objects.exists()


@pytest.mark.parametrize("fields", [{}, {"here": "x"}, {"here": 99}, {"mark": "3 shoe_size on"}, {"mark": "3"}])
def test_a_tap_on_an_unknown_number_is_not_found(event: Event, desk: Client, fields: dict) -> None:
    assert desk.post(address("checkin", event), fields).status_code == 404
    assert not Arrival.objects.exists()


def test_an_official_of_another_event_cannot_check_in(event: Event, signed_in) -> None:
    assert signed_in("foreign", event).post(address("checkin", event), {"here": 1}).status_code == 403
    assert not Arrival.objects.exists()


@pytest.mark.parametrize(("q", "numbers"), [("王", [17]), ("wang", [17]), ("18", [18]), ("陪", [18]), ("nobody", [])])
def test_the_list_is_searched(event: Event, desk: Client, q: str, numbers: list[int]) -> None:
    body = desk.get(address("checkin", event), {"q": q}).content.decode()
    shown_numbers = [number for number in range(1, 19) if f'name="here" value="{number}"' in body]
    assert shown_numbers == numbers


def test_a_searched_number_is_listed_first(event: Event, desk: Client) -> None:
    body = desk.get(address("checkin", event), {"q": "6"}).content.decode()
    assert body.index('value="6"') < body.index('value="16"')


def test_the_filter_lists_only_missing_players(event: Event, desk: Client) -> None:
    tap(desk, event, here=3)
    body = desk.get(address("checkin", event), {"show": "missing"}).content.decode()
    assert 'value="4"' in body
    assert "?person=3" not in body


@pytest.mark.parametrize("page", PAGES)
def test_more_people_make_no_more_queries(event: Event, desk: Client, queries, page: str) -> None:
    make_some(event, out=[1], here=range(2, 16), substitutes=[17])
    few = queries(lambda: ask_anew(desk, event, page))
    make_some(event, out=[2, 3], here=range(4, 6), substitutes=[18])
    assert queries(lambda: ask_anew(desk, event, page)) == few


def make_some(event: Event, *, out: list[int], here: range, substitutes: list[int]) -> None:
    """Make these players withdrawn, these arrived and the others missing, and seat these substitutes."""
    Arrival.objects.all().delete()
    arrived = event.entries.filter(number__in=here)
    Arrival.objects.bulk_create(Arrival(entry=entry, session=1, at="2026-05-01T08:00:00Z") for entry in arrived)
    gone = event.entries.filter(number__in=out)
    Withdrawal.objects.bulk_create(Withdrawal(entry=entry, from_session=2) for entry in gone)
    gone.update(status="withdrawn")
    for number in substitutes:
        seat = Sitting.objects.filter(table__session__number=2, from_hand=0, entry__number=number - 10).get()
        entry = event.entries.get(number=number)
        Sitting.objects.create(table=seat.table, seat=seat.seat, from_hand=1, entry=entry)


def ask_anew(desk: Client, event: Event, page: str) -> None:
    """Request the page with a fragment that was not rendered before."""
    event.ledger.live += 1
    event.ledger.save()
    desk.get(address(page, event))


def test_a_whole_team_is_checked_in_once(event: Event, desk: Client) -> None:
    tap(desk, event, here=2)
    page = tap(desk, event, team=1)
    assert "3 players are checked in." in page
    assert "4 of 16" in page
    entry = AuditEntry.objects.order_by("seq").last()
    assert (entry.action, entry.about) == ("event.arrive", f"event:{event.slug}")
    assert entry.after == {"here": True, "session": 2, "numbers": [1, 3, 4]}
    tap(desk, event, team=1)
    assert AuditEntry.objects.order_by("seq").last() == entry


def test_players_without_a_team_are_no_team(event: Event, desk: Client) -> None:
    assert "The whole team is here: 1, 2, 3, 4" in desk.get(address("checkin", event), {"person": 1}).text
    event.entries.update(team=None)
    assert "The whole team is here" not in desk.get(address("checkin", event), {"person": 1}).text


def test_the_tap_of_the_last_player_offers_the_next_step(event: Event, desk: Client) -> None:
    pages = [tap(desk, event, here=number) for number in range(1, 17)]
    assert ["next-line" in page for page in pages] == [False] * 15 + [True]
