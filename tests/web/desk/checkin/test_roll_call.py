"""Tests of check-in, missing players, substitution, withdrawal and return."""

import json
import re
from datetime import timedelta
from html import unescape

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from scoring.papers.exports.papers import PAPERS, Papers
from scoring.sheets.models.facts import Hand, SignedTotal
from tests.support.events import unplay
from tests.web.desk.conftest import ROLES, document, taken_in
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting
from tournament.papers.services import note_made
from tournament.presence.models.presence import Arrival, CheckedItems, Withdrawal

CHECKERS = {"organizer", "committee", "chief-referee", "referee", "scorekeeper", "administrator"}
PAGES = ("checkin", "missing", "out", "everybody-but")


def address(page: str, event: Event, *more: int) -> str:
    return reverse(f"desk:{page}", args=[event.slug, *more])


def with_extras(slug: str = "event-1") -> Event:
    """Sixteen players in four teams, two sessions; 17 a reserve of team 1, 18 a filler; session 2 is not played."""
    file = document(slug, 2)
    file["players"] += [
        {"number": 17, "name": "王伟", "latin_name": "Wang Wei", "kind": "reserve", "team": 1},
        {"number": 18, "name": "陪打", "kind": "filler"},
    ]
    unplay(file["sessions"][1], "persons", "state")
    return taken_in(file)


@pytest.fixture
def event(db) -> Event:
    return with_extras()


@pytest.fixture
def desk(event: Event, signed_in) -> Client:
    return signed_in("organizer", event)


def tap(desk: Client, event: Event, **fields: str | int) -> str:
    response = desk.post(address("checkin", event), fields, follow=True)
    assert response.status_code == 200
    return response.content.decode()


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


def test_missing_players_are_listed_by_team_with_lateness(event: Event, desk: Client) -> None:
    for number in range(1, 15):
        tap(desk, event, here=number)
    body = desk.get(address("missing", event)).content.decode()
    assert "14 of 16" in body
    assert "2 are missing" in body
    for number in (15, 16):
        assert address("person", event, number) in body
    assert address("person", event, 3) not in body
    assert "no start for this session" in body
    assert desk.post(address("missing", event), {"start": "soon"}).status_code == 400
    assert desk.post(address("missing", event), {"start": "00:00"}).status_code == 302
    # Yesterday, because in the first minutes of a day no session is forfeited yet.
    event.sessions.filter(late_from__isnull=False).update(late_from=F("late_from") - timedelta(days=1))
    late = desk.get(address("missing", event)).content.decode()
    limits = re.search(r'<ol class="limits">(.*?)</ol>', late, re.DOTALL)
    assert limits
    assert [" ".join(strip_tags(line).split()) for line in limits[1].split("</li>")[:-1]] == [
        "until 00:00 no penalty",
        "until 00:10 −10 points",
        "until 00:15 −20 points",
        "then session forfeited",
    ]
    assert "have forfeited" in late
    assert desk.post(address("missing", event), {"start": ""}).status_code == 302
    assert 'class="limits"' not in desk.get(address("missing", event)).content.decode()


def decide(desk: Client, event: Event, number: int, **fields: str | int):
    return desk.post(address("person", event, number), fields)


def instead(desk: Client, event: Event, number: int, by: int | str, **fields: str | int):
    """Let somebody play the number in session 2, or as the fields say."""
    usual = {"by": by, "how": "sessions", "session": 2, "last": 2}
    return desk.post(address("instead", event, number), usual | fields)


def test_a_reserve_plays_a_number_and_returns_it(event: Event, desk: Client) -> None:
    assert instead(desk, event, 1, 17).status_code == 302
    sitting = Sitting.objects.get(from_hand=1, table__session__number=2)
    assert sitting.entry.number == 17
    assert "王伟 for 1" in desk.get(address("missing", event)).content.decode()
    assert decide(desk, event, 1, do="give_back", session=2).status_code == 302
    assert not Sitting.objects.filter(from_hand=1, table__session__number=2).exists()


def test_a_reserve_of_another_team_is_not_offered(event: Event, desk: Client) -> None:
    other = Entry.objects.exclude(team__number=1).filter(kind="player").first()
    answer = instead(desk, event, other.number, 17)
    assert answer.status_code == 400
    assert not Sitting.objects.filter(from_hand=1, table__session__number=2).exists()


def test_one_filler_sits_at_one_table(event: Event, desk: Client) -> None:
    instead(desk, event, 1, 18)
    # A page opened before still lists the filler; the service refuses.
    assert instead(desk, event, 2, 18).status_code == 400
    assert Sitting.objects.filter(from_hand=1, entry__number=18).count() == 1


def test_no_substitution_after_the_first_hand(event: Event, desk: Client) -> None:
    instead(desk, event, 1, 17)
    sheet = Sitting.objects.get(from_hand=1, table__session__number=2).table.sheet
    Hand.objects.create(sheet=sheet, valid_from_version=1, no=1, result="drawn")
    answer = decide(desk, event, 1, do="give_back", session=2)
    assert "has begun to play" in answer.content.decode()
    assert Sitting.objects.filter(from_hand=1, entry__number=17).exists()
    Hand.objects.all().delete()
    SignedTotal.objects.create(sheet=sheet, valid_from_version=1, seat="E", points=0)
    assert instead(desk, event, 1, 18).status_code == 400


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


def names(body: str) -> dict[str, str]:
    """Return the hidden fields of the last form that has some: name -> value."""
    fields = re.findall(r'<input type="hidden" name="([a-z_]+)" value="([^"]*)"', body.split("Restore the old name")[0])
    return {name: unescape(value) for name, value in fields if name != "csrfmiddlewaretoken"}


def test_a_name_is_corrected_at_check_in_and_reverted(event: Event, desk: Client) -> None:
    page = f"{address('checkin', event)}?person=17"
    base = {"base": json.dumps({"name": "王伟", "latin_name": "Wang Wei", "family_name": "", "given_name": ""})}
    assert desk.post(page, base | {"name": ""}).status_code == 400
    assert desk.post(page, base | {"name": "=1+1"}).status_code == 400
    typed = {"name": "王薇", "latin_name": "Wang Wei", "family_name": "", "given_name": ""}
    assert desk.post(page, base | typed).status_code == 302
    entry = Entry.objects.get(number=17)
    assert (entry.name, entry.person.name, entry.checked.name_confirmed) == ("王薇", "王薇", True)
    # A change based on the old name is a conflict: no value is lost or replaced.
    late = desk.post(page, base | typed | {"name": "王微"})
    assert late.status_code == 409
    assert 'value="王微"' in late.content.decode()
    assert "changed this to “王薇”" in late.content.decode()
    body = desk.get(page).content.decode()
    assert "Before: 王伟" in body
    assert desk.post(page, names(body) | {"undo": "1"}).status_code == 302
    entry = Entry.objects.get(number=17)
    assert (entry.name, entry.checked.name_confirmed) == ("王伟", False)
    kept = AuditEntry.objects.filter(action="entry.correct_name").order_by("seq")
    assert [audit_entry.before.get("name") for audit_entry in kept] == ["王伟", "王薇"]


def test_a_name_without_a_glyph_is_saved_with_a_warning(event: Event, desk: Client) -> None:
    base = {"base": json.dumps({"name": "王伟", "latin_name": "Wang Wei", "family_name": "", "given_name": ""})}
    response = desk.post(f"{address('checkin', event)}?person=17", base | {"name": "王ሀ"}, follow=True)
    assert "cannot be printed" in response.content.decode()


def test_an_outsider_fills_the_seat_by_name(event: Event, desk: Client) -> None:
    assert instead(desk, event, 1, "new", name="  ").status_code == 400
    assert instead(desk, event, 1, "new", name="路人甲").status_code == 302
    filler = Entry.objects.get(name="路人甲")
    assert (filler.kind, filler.number, filler.arrivals.get().at is not None) == ("filler", 19, True)
    assert Sitting.objects.get(from_hand=1, table__session__number=2).entry == filler
    assert "路人甲 for 1" in desk.get(address("missing", event)).content.decode()


def test_a_seat_that_has_begun_takes_no_outsider_and_leaves_none_in_the_pool(event: Event, desk: Client) -> None:
    table = Sitting.objects.get(entry__number=1, table__session__number=2, from_hand=0).table
    Hand.objects.create(sheet=table.sheet, valid_from_version=1, no=1, result="drawn")
    assert instead(desk, event, 1, "new", name="路人甲").status_code == 400
    assert not Entry.objects.filter(name="路人甲").exists()


def test_an_outsider_joins_the_pool_by_name(event: Event, desk: Client) -> None:
    assert desk.post(address("missing", event), {"filler": " "}).status_code == 400
    assert desk.post(address("missing", event), {"filler": "路人乙"}).status_code == 302
    assert Entry.objects.get(name="路人乙").kind == "filler"
    assert "19 路人乙" in desk.get(address("missing", event)).content.decode()


def test_players_are_called_one_by_one_or_all_and_the_calls_end(event: Event, desk: Client) -> None:
    page = address("missing", event)
    desk.post(page, {"call": 3})
    body = desk.get(page).content.decode()
    assert "called at" in body
    assert 'name="uncall" value="3"' in body
    assert "15 players are called." in desk.post(page, {"call_all": "1"}, follow=True).content.decode()
    desk.post(page, {"uncall": 3})
    tap(desk, event, here=4)
    body = desk.get(page).content.decode()
    assert body.count('name="uncall"') == 14
    assert desk.post(page, {"call": "x"}).status_code == 404
    assert desk.post(page, {}).status_code == 404
    decide(desk, event, 5, do="withdraw", **{"withdraw-session": 2, "withdraw-reason": "ill"})
    assert "cannot be done now" in desk.post(page, {"call": 5}, follow=True).content.decode()


def test_only_changed_papers_are_listed_for_reprinting(event: Event, desk: Client) -> None:
    page = address("person", event, 1)
    papers = Papers(event)
    for name in ("table-seats", "signs"):
        parts = {str(number): digest for number, digest in papers.digests(PAPERS[name]).items()}
        note_made(system_actor("print"), event, paper=name, parts=parts)
    assert "Papers to make again" not in desk.get(page).content.decode()
    instead(desk, event, 1, 17)
    touched = desk.get(page).content.decode().split("Papers to make again")[1].split("</section>")[0]
    assert f"{reverse('desk:paper', args=[event.slug, 'table-seats'])}?which=changed" in touched
    table = Sitting.objects.get(entry__number=1, table__session__number=2, from_hand=0).table
    assert touched.split("</a>")[1].strip().startswith(f": {table.number}</li>")


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


@pytest.mark.parametrize(
    "text", ["3", " 3 ", "http://10.0.0.1/e/event-1/players/3/", "HTTPS://x.org/e/event-1/seats/players/3/"]
)
def test_a_scanned_card_checks_in(event: Event, desk: Client, text: str) -> None:
    tap(desk, event, scan=text)
    assert Arrival.objects.get().entry.number == 3


def test_an_official_who_opens_a_scanned_card_checks_the_player_in(event: Event, signed_in, client: Client) -> None:
    referee = signed_in("referee", event)
    for page in ("pocket:player", "pocket:seat-way"):
        card = reverse(page, args=[event.slug, 3])
        assert "Check in" not in client.get(card).text
        assert 'name="here" value="3"' in referee.get(card).text
    after = tap(referee, event, here=3)
    assert Arrival.objects.get().entry.number == 3
    assert "Here since" in after
    assert 'name="here"' not in referee.get(card).text
    assert "here since" in referee.get(card).text
    Session.objects.filter(event=event).update(released_at=timezone.now())
    assert "here since" not in referee.get(card).text  # after the last session nobody checks in


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("http://10.0.0.1/e/other/players/3/", "This card belongs to another event."),
        ("99", "No player has the number “99”."),
        ("三", "No player has the number “三”."),
        ("", "No player has the number “”."),
    ],
)
def test_a_strange_card_checks_nobody_in(event: Event, desk: Client, text: str, words: str) -> None:
    assert words in tap(desk, event, scan=text)
    assert not Arrival.objects.exists()


def test_everybody_but_those_ticked(event: Event, desk: Client) -> None:
    page = reverse("desk:everybody-but", args=[event.slug])
    assert desk.get(page).content.decode().count('name="absent"') == 16
    # 16 was registered after the page was opened, 18 is a filler.
    listed = list(range(1, 16))
    body = desk.post(page, {"listed": [*listed, 18, "x"], "absent": [5, 6]}, follow=True).content.decode()
    assert "13 players are checked in." in body
    assert set(Arrival.objects.values_list("entry__number", flat=True)) == {*listed} - {5, 6}


def test_the_tap_of_the_last_player_offers_the_next_step(event: Event, desk: Client) -> None:
    pages = [tap(desk, event, here=number) for number in range(1, 17)]
    assert ["next-line" in page for page in pages] == [False] * 15 + [True]
