"""Series with events of the record, and an example of every action on series."""

from itertools import count
from typing import Any

from common.actions.models.ledgers import Ledger
from ranking.bodies.models import Body
from ranking.record.models.records import RecordedEvent
from ranking.series.models import Series, SeriesEvent
from ranking.series.rules.rule import Rule, Tie
from ranking.series.services.series import NewSeries
from scoring.releases.services.releasing import release_session
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import confirm_session
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.facts.whole import type_sheet
from tests.support.draws import ACTOR, drawn
from tests.support.ranking import new_account, new_body, new_person, recorded_event, result_of
from tournament.events.models.events import Event
from tournament.people.models.persons import Person

_numbers = count(1)
TOTALS = {"E": 70, "S": 20, "W": -30, "N": -60}
USUAL = Rule(ties=(Tie.RESULTS,)).plain()


def new_series(*slugs: str, body: Body | None = None, **rule: Any) -> Series:
    """Create a series with the events of these ids; ``rule`` changes parts of the usual rule, as plain data."""
    number = next(_numbers)
    ledger = Ledger.objects.create(name=f"series:league-{number}")
    columns = {"slug": f"league-{number}", "name": f"League {number}", "body": body, "rule": {**USUAL, **rule}}
    series = Series.objects.create(ledger=ledger, **columns)
    for slug in slugs:
        SeriesEvent.objects.create(series=series, slug=slug, name=slug)
    return series


def play_by_totals(night: Event) -> None:
    """Draw, type only the totals of each table, sign, confirm and release the one session."""
    drawn(night)
    for sheet in Sheet.objects.filter(table__session__event=night):
        typed = type_sheet(ACTOR, sheet, seen=sheet.version, totals=TOTALS)
        sheet.refresh_from_db()
        sign_on_paper(ACTOR, sheet, seen=typed["version"], referee="赵敏", acknowledged=["short"])
    session = night.sessions.get()
    confirm_session(ACTOR, session)
    release_session(ACTOR, session)


def season(results: dict[Person, list[int | None]], **columns: Any) -> list[RecordedEvent]:
    """Create events of the record, one for each column: the competition points of each person, None without a visit.

    Ranks follow from the points, a day apart; nobody shares a rank unless the points are equal.
    """
    events = []
    for at in range(max(map(len, results.values()))):
        points = {person: values[at] for person, values in results.items() if values[at] is not None}
        event = recorded_event(starts=f"2026-0{at // 28 + 1}-{at % 28 + 1:02}", players=len(points), **columns)
        for person, value in points.items():
            place = 1 + sum(other > value for other in points.values())
            result_of(person, event, competition_points=value, table_points=max(0, 120 + value), individual_rank=place)
        events.append(RecordedEvent.objects.get(pk=event.pk))
    return events


def _new(**values: Any) -> NewSeries:
    return NewSeries(**{"slug": f"new-league-{next(_numbers)}", "name": "城市联赛", "rule": USUAL, **values})


def _with_event(event: Event, state: str) -> tuple[Series, dict[str, Any]]:
    recorded = recorded_event()
    return new_series(recorded.slug), {"slug": recorded.slug}


def _add(event: Event, state: str) -> tuple[Series, dict[str, Any]]:
    return new_series(), {"slug": recorded_event().slug}


def _final(event: Event, state: str) -> tuple[Series, dict[str, Any]]:
    number = next(_numbers)
    person = new_person()
    recorded = season({person: [50]})[0]
    facts = {"template": "club-day", "name": "决赛", "slug": f"final-{number}", "chosen": [str(person.pk)]}
    return new_series(recorded.slug), facts


def _fill(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    person = new_person()
    Series.objects.filter(pk=new_series(season({person: [50]})[0].slug, finalists=1).pk).update(final=event.slug)
    return event, {"chosen": [str(person.pk)]}


EXAMPLES: dict[str, Any] = {
    "series.add_event": _add,
    "series.change": lambda event, state: (new_series(), {"base": {}, "name": "联赛", **USUAL, "finalists": 4}),
    "series.create": lambda event, state: (event, {"new": _new()}),
    "series.create_for_body": lambda event, state: (new_body(), {"new": _new()}),
    "series.fill_final": _fill,
    "series.open_final": _final,
    "series.set_final": lambda event, state: (new_series(), {"slug": event.slug}),
    "series.set_keeper": lambda event, state: (new_series(), {"account": new_account(), "on": True}),
    "series.take_out": _with_event,
}
