"""The lists of fouls: of the event, and across events."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from common.actions.permissions import system_actor
from scoring.fouls.models import Foul
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.kinds import set_kind
from scoring.fouls.services.recording import record_foul
from scoring.sheets.models.sheets import Sheet
from tests.support.events import small_event
from tests.support.foul_examples import EXAMPLES
from tests.support.sheets import at, empty_sheet, sheet_at
from tests.web.floor.fouls.browsing import address, words

pytestmark = pytest.mark.django_db


def test_only_entitled_roles_see_fouls_across_events(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    entry, other = at(sheet, "W"), empty_sheet(small_event("other"))
    other.table.sittings.filter(seat="W").update(entry=other.table.sittings.get(seat="W").entry)
    type(entry).objects.filter(pk=at(other, "W").pk).update(person=entry.person)
    for played in (sheet, other):
        facts = {"kind": "talk", "sheet": played, "seat": "W", "hand_no": 1}
        record_foul(system_actor("甲"), played.table.session.event, foul=FoulReport(**facts))
    here = reverse("floor:foul-player", args=["small", entry.number])
    assert words(signed_in("committee").get(here)).count("Language, talk") == 2
    assert words(signed_in("referee").get(here)).count("Language, talk") == 1


def test_scorekeepers_read_and_do_not_record(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    client = signed_in("scorekeeper")
    page = client.get(address(sheet, seat="W", kind="talk"))
    assert "Referees record fouls." in words(page)
    assert client.post(address(sheet, seat="W", kind="talk"), {"do": "take"}).status_code == 200
    assert not Foul.objects.exists()


@pytest.mark.parametrize("page", ["fouls", "measures", "foul-proposals"])
def test_the_pages_queries_do_not_grow_with_rows(page: str, sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    event, client = sheet.table.session.event, signed_in("committee")
    here, counts = reverse(f"floor:{page}", args=["small"]), []
    for rows in (1, 3):
        while event.fouls.count() < 2 * rows:
            table = sheet_at(sheet.table.session, 10 + event.fouls.count())
            for kind in ("late-pung", "grave"):
                record_foul(system_actor("甲"), event, foul=FoulReport(kind=kind, sheet=table, seat="W", hand_no=1))
            EXAMPLES["foul.adopt"](event, "")
            EXAMPLES["foul.accept_missing"](event, "")
        client.get(here)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(here).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 20


def test_the_list_of_fouls_shows_each_penalty_once(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    recorded = FoulReport(kind="talk", sheet=sheet, seat="W", hand_no=1)
    record_foul(system_actor("甲"), sheet.table.session.event, foul=recorded)
    page = words(signed_in("referee").get(reverse("floor:fouls", args=["small"])))
    # Without the seat of the sheet: the player is named, and the wind of the hand may be another.
    assert "Language, talk 3.6.1 Session 1, table 1, hand 1 warning" in page


def test_the_filter_of_fouls_is_shown_only_with_fouls(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    client, here = signed_in("referee"), reverse("floor:fouls", args=["small"])
    assert "Kind of foul" not in words(client.get(here))
    recorded = FoulReport(kind="talk", sheet=sheet, seat="W", hand_no=1)
    record_foul(system_actor("甲"), sheet.table.session.event, foul=recorded)
    assert "Kind of foul" in words(client.get(here))
    assert "None of this kind" in words(client.get(here, {"kind": "late"}))


def test_a_kind_of_another_event_has_its_name_in_the_list_across_events(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    entry, other = at(sheet, "W"), empty_sheet(small_event("other"))
    set_kind(system_actor("甲"), other.table.session.event, code="phone", name={"en": "Phone rings"})
    type(entry).objects.filter(pk=at(other, "W").pk).update(person=entry.person)
    recorded = FoulReport(kind="phone", sheet=other, seat="W", hand_no=1)
    record_foul(system_actor("甲"), other.table.session.event, foul=recorded)
    page = words(signed_in("committee").get(reverse("floor:foul-player", args=["small", entry.number])))
    assert "Phone rings" in page


def test_a_foul_of_an_earlier_session_is_reached_from_the_list(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    referee, here = signed_in("referee"), reverse("floor:fouls", args=["small"])
    earlier = reverse("floor:tables", args=["small"]) + "?session=1"
    assert earlier not in referee.get(here).text
    Sheet.objects.filter(pk=sheet.pk).update(state=Sheet.State.SIGNED)
    assert f'href="{earlier}"' in referee.get(here).text
    assert f'href="{reverse("floor:table", args=["small", 1, sheet.table.number])}"' in referee.get(earlier).text
