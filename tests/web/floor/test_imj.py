"""The Floor of an event under the International Mahjong Rules: pace by rounds, seats of a period."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from common.actions.errors import Refused
from scoring.event_file.services.importing import import_event
from scoring.game.rules.hands import Hand as PlayedHand
from scoring.game.rules.imj.game import IMJ
from scoring.progress.rules import BEHIND_ROUNDS
from scoring.progress.selectors.floor_tables import floor_tables
from scoring.sheets.models.facts import Hand, RoundSeating
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import facts_of
from scoring.sheets.services.facts.disputes import decide_hand
from tests.scoring.game.rules.imj.tables import played
from tests.support.form_reading import form_with
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


def test_a_ruling_on_a_disputed_hand_takes_fans_and_what_these_rules_add(event: Event, chief: Client) -> None:
    sheet = Sheet.objects.get(table__session__number=1, table__number=2)
    Hand.objects.current().filter(sheet=sheet, no=9).update(
        result="won", winner="E", discarder="S", points=13, robbed=True, bound="", false_wins="N", disputed=True
    )
    address = reverse("floor:table-rulings", args=[event.slug, 1, 2])
    form = form_with(chief.get(address).content.decode(), "hand9-stands")
    shown = {name: form.sent.get(f"hand9-{name}") for name in ("points", "robbed", "bound", "false_wins")}
    assert shown == {"points": ["6½"], "robbed": ["on"], "bound": [""], "false_wins": ["N"]}
    assert "Wall empty, replayed" in chief.get(address).content.decode()
    changed = {
        "stands": "changed",
        "discarder": "self",
        "points": "8",
        "bound": "W",
        "decision": "自摸",
        "reason": "看过牌",
    }
    sent = form.sent | {f"hand9-{name}": value for name, value in changed.items()} | {"do": "9"}
    del sent["hand9-false_wins"]
    refused = chief.post(address, sent)
    assert refused.status_code == 400
    assert "Choose whose kong was robbed." in refused.content.decode()
    del sent["hand9-robbed"]
    assert chief.post(address, sent).status_code == 302
    hand = Hand.objects.current().get(sheet=sheet, no=9)
    assert (hand.winner, hand.discarder, hand.points, hand.robbed, hand.bound, hand.false_wins) == (
        "E", "", 16, False, "W", "",
    )  # fmt: skip
    assert not hand.disputed


def test_a_ruling_never_leaves_a_hand_after_the_end() -> None:
    document = imj_document()
    table = document["sessions"][0]["tables"][0]
    table["state"] = "open"
    del table["totals"]
    import_event(ACTOR, document=document)
    sheet = Sheet.objects.get(table__session__number=1, table__number=1)
    facts, last = facts_of(sheet), len(table["hands"])
    unpaid = [hand for hand in facts.played_hands() if not hand.winner and not hand.false_wins]
    paid = [PlayedHand(hand.no, None, false_wins=("E",)) for hand in unpaid]
    no = next(one.no for one in paid if last not in IMJ.course([*facts.played_hands(), one], facts.seating).deals)
    Hand.objects.current().filter(sheet=sheet, no=no).update(disputed=True)
    value = {"no": no, "winner": None, "false_wins": ["E"]}
    with pytest.raises(Refused, match=f"Hand {last} would come after the end of the table"):
        decide_hand(ACTOR, sheet, seen=sheet.version, no=no, value=value, decision="诈胡", reason="看过牌")
