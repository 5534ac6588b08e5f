"""The tray of papers: one typist for each, the next paper, totals typed again by another person."""

import pytest
from django.utils import timezone

from common.actions.errors import Forbidden, Refused
from common.actions.permissions import Actor
from scoring.settings.models.scoring import ScoringSettings
from scoring.sheets.models.desk_work import DeskWork
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.paper.tray import Step, current_session, papers
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.facts.whole import type_sheet
from scoring.sheets.services.paper.tray import leave_paper, next_paper, paper_arrived, take_paper, type_again
from tests.support.action_examples import new_account
from tests.support.events import small_event
from tests.support.sheets import empty_sheet, made_sheet, sheet_at
from tests.support.threads import together
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role
from tournament.people.models.persons import Person

TOTALS = {"E": 40, "S": -8, "W": -24, "N": -8}


@pytest.fixture
def event(db) -> Event:
    return small_event()


@pytest.fixture
def tables(event: Event) -> list[Sheet]:
    """Create three tables of one session without any hand."""
    first = empty_sheet(event)
    return [first, sheet_at(first.table.session, 2), sheet_at(first.table.session, 3)]


def typist(event: Event, name: str = "", person: Person | None = None) -> Actor:
    """Create an account that types at the event."""
    account = new_account(person=person)
    Role.objects.create(account=account, event=event, name=Role.Name.SCOREKEEPER)
    return Actor(ref=f"account:{account.pk}", name=name or str(account), account=account)


def steps(event: Event) -> list[tuple[int, Step]]:
    return [(paper.number, paper.step) for paper in papers(event, 1)]


def test_next_paper_is_first_arrived_then_awaited_and_never_shared(event, tables) -> None:
    anna, boris = typist(event), typist(event)
    session = tables[0].table.session
    paper_arrived(anna, tables[2])
    assert next_paper(anna, session) == {"table": 3}
    assert next_paper(boris, session) == {"table": 1}
    # One paper for each typist: Anna's is free again when she takes another.
    assert next_paper(anna, session) == {"table": 2}
    assert next_paper(boris, session) == {"table": 3}
    assert next_paper(typist(event), session) == {"table": 1}
    assert next_paper(typist(event), session) == {"table": None}


def test_held_paper_is_taken_over_only_on_request_and_expires(event, tables) -> None:
    anna, boris = typist(event, "Anna"), typist(event, "Boris")
    take_paper(anna, tables[0])
    with pytest.raises(Refused, match="Anna is typing this paper"):
        take_paper(boris, tables[0])
    leave_paper(boris, tables[0], of=boris.ref)
    assert [paper.typist for paper in papers(event, 1)] == ["Anna", "", ""]
    take_paper(boris, tables[0], over=True)
    assert [paper.typist for paper in papers(event, 1)] == ["Boris", "", ""]
    DeskWork.objects.update(held_until=timezone.now())
    assert take_paper(anna, tables[0]) == {}
    leave_paper(anna, tables[0], of=anna.ref)
    assert [paper.typist for paper in papers(event, 1)] == ["", "", ""]


def test_the_tray_shows_the_progress_of_each_paper(event, tables) -> None:
    anna = typist(event)
    assert steps(event) == [(1, Step.AWAITED), (2, Step.AWAITED), (3, Step.AWAITED)]
    paper_arrived(anna, tables[0])
    type_sheet(anna, tables[1], seen=0, totals=TOTALS)
    type_sheet(anna, tables[2], seen=0, totals=TOTALS, hands=[{"no": 1, "winner": "E", "discarder": "S", "points": 16}])
    assert steps(event) == [(1, Step.IN), (3, Step.SECOND), (2, Step.TYPED)]
    assert [paper.why for paper in papers(event, 1)] == ["", "contradiction", ""]
    sign_on_paper(anna, tables[1], seen=1, referee="赵敏")
    assert (2, Step.SIGNED) in steps(event)
    assert current_session(event) == 1
    paper_arrived(anna, tables[0], arrived=False)
    assert steps(event)[0] == (1, Step.AWAITED)


def test_totals_are_typed_twice_by_two_persons_before_the_sheet_is_signed(event, tables) -> None:
    ScoringSettings.objects.filter(event=event).update(second_entry="totals")
    event.refresh_from_db()
    sheet, person = Sheet.objects.get(pk=tables[0].pk), Person.objects.create(name="王")
    anna, again, boris = typist(event, person=person), typist(event, person=person), typist(event)
    with pytest.raises(Refused, match="This paper sheet is not typed yet"):
        type_again(boris, sheet, totals=TOTALS)
    type_sheet(anna, sheet, seen=0, totals=TOTALS)
    assert steps(event)[-1] == (1, Step.SECOND)
    for same in (anna, again):
        with pytest.raises(Forbidden, match="A different person must type"):
            type_again(same, sheet, totals=TOTALS)
    with pytest.raises(Refused, match="must type the totals of this paper sheet again"):
        sign_on_paper(boris, sheet, seen=1, referee="")
    assert next_paper(boris, sheet.table.session) == {"table": 1}
    assert next_paper(anna, sheet.table.session) == {"table": 2}
    with pytest.raises(Refused, match="Type all totals"):
        type_again(boris, sheet, totals={"E": 40})
    assert type_again(boris, sheet, totals=TOTALS | {"E": 46, "W": -30}) == {"agree": False}
    with pytest.raises(Refused, match="typed twice and differ"):
        sign_on_paper(boris, sheet, seen=1, referee="")
    # The first entry was wrong; after its correction both are equal.
    type_sheet(anna, sheet, seen=1, totals=TOTALS | {"E": 46, "W": -30})
    assert steps(event)[-1] == (1, Step.TYPED)
    assert sign_on_paper(boris, sheet, seen=2, referee="赵敏")["state"] == "signed"


def test_sheet_written_at_table_needs_no_second_entry(event) -> None:
    sheet = made_sheet(event)
    ScoringSettings.objects.filter(event=event).update(second_entry="totals")
    assert sign_on_paper(typist(event), sheet, seen=1, referee="赵敏")["state"] == "signed"


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_concurrent_typists_get_different_papers() -> None:
    event = small_event()
    first = empty_sheet(event)
    sheet_at(first.table.session, 2)
    anna, boris = typist(event), typist(event)
    session = first.table.session
    papers = together(lambda: next_paper(anna, session), lambda: next_paper(boris, session))
    assert sorted(paper["table"] for paper in papers) == [1, 2]
