"""The Floor of an event under the International Mahjong Rules: pace by rounds, seats of a period."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.event_file.services.importing import import_event
from scoring.progress.rules import BEHIND_ROUNDS
from scoring.progress.selectors.floor_tables import floor_tables
from scoring.sheets.models.facts import RoundSeating
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import facts_of
from tests.scoring.game.rules.imj.tables import played
from tests.support.imj import ACTOR, deal_rows, imj_document
from tests.web.test_every_page import account_of
from tournament.clocks.models import SessionClock
from tournament.clocks.selectors.clocks import clock_of
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
#: So many hands of the two tables, which both play.
DEALT, SEEDS = {1: 40, 2: 9}, {1: 5, 2: 8}


def open_table(number: int, seats: dict[str, int]) -> dict[str, Any]:
    table = played(SEEDS[number], DEALT[number])
    return {"number": number, "seats": seats, "state": "open"} | deal_rows(table)


@pytest.fixture
def event() -> Event:
    document = imj_document()
    session = document["sessions"][0]
    session["tables"] = [open_table(table["number"], table["seats"]) for table in session["tables"]]
    import_event(ACTOR, document=document)
    event = Event.objects.get()
    SessionClock.objects.create(session=event.sessions.get(number=1), started_at=timezone.now(), minutes=120)
    return event


@pytest.fixture
def chief(event: Event) -> Client:
    client = Client()
    client.force_login(account_of("chief-referee", event))
    return client


def test_tables_are_compared_by_rounds(event: Event, chief: Client) -> None:
    clock = clock_of(event.sessions.get(number=1))
    first, second = floor_tables(event, 1, clock)
    places = [played(5, DEALT[1] + 1).places[-1], played(8, DEALT[2] + 1).places[-1]]
    assert [(one.deal.period, one.deal.round) for one in (first, second) if one.deal] == [place[:2] for place in places]
    done = [4 * (period - 1) + round_no - 1 for period, round_no, _dealer in places]
    assert first.ahead == second.behind == (done[0] - done[1]) // 2 >= BEHIND_ROUNDS
    assert (first.slow, second.slow, second.silent) == (False, True, False)
    page = chief.get(reverse("floor:tables", args=[event.slug])).content.decode()
    assert f"{second.behind} rounds behind" in page
    assert f"Period {places[0][0]} · " in page


def test_new_seats_of_a_period_show_first_which_dealers_change(event: Event, chief: Client) -> None:
    sheet = Sheet.objects.get(table__session__number=1, table__number=2)
    before = facts_of(sheet).course.deals
    turn = "".join(before[1].order)
    other = turn[1:] + turn[:1]
    address = reverse("floor:table", args=[event.slug, 1, 2])
    form = {f"period-{name}": seat for name, seat in zip(("first", "second", "third", "fourth"), other, strict=True)}
    form |= {"do": "period", "period-period": "1", "seen": f'{{"2": {sheet.version}}}'}
    page = chief.post(address, form).content.decode()
    names = {"E": "East", "S": "South", "W": "West", "N": "North"}
    told = f"period 1, round 1, dealer {names[turn[0]]} → <b>period 1, round 1, dealer {names[other[0]]}"
    assert told in " ".join(page.split())
    assert RoundSeating.objects.current().get(sheet=sheet, round_no=1).seats == turn
    assert chief.post(address, form | {"sure": "1"}).status_code == 302
    assert RoundSeating.objects.current().get(sheet=sheet, round_no=1).seats == other


def test_the_page_of_a_table_lists_periods_and_the_hands_that_it_has(chief: Client, event: Event) -> None:
    page = chief.get(reverse("floor:table", args=[event.slug, 1, 1])).content.decode()
    assert "Periods, the starter first" in page
    assert "real seating" not in page
    assert '<option value="48">' in page
    assert '<option value="100">' not in page
