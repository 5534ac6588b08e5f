"""The ranking of a series from stored results: merged persons, names, teams, sessions, states."""

from fractions import Fraction

import pytest

from common.actions.models.ledgers import Ledger
from ranking.levels.selectors.person_records import record_of
from ranking.links.models import PersonRecord
from ranking.record.models.records import OfficialResult
from ranking.series.models import Series, SeriesEvent
from ranking.series.selectors.results import SourceState
from ranking.series.selectors.series import others_with, public_series, series_with_event
from ranking.series.selectors.table import SeriesTable, series_of_person, series_table
from scoring.event_file.services.importing import import_event
from scoring.releases.services.releasing import release_session
from tests.support.events import chinese_document
from tests.support.ranking import actor, closed, confirmed, new_person, recorded_event, result_of
from tests.support.series import new_series, season
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


def lines(table: SeriesTable) -> list[tuple[int | None, str, Fraction]]:
    return [(line.rank, line.name, line.points) for line in table.lines]


def whole_event() -> Event:
    import_event(actor(), document=chinese_document())
    return Event.objects.get()


def test_the_ranking_after_each_event_with_movement() -> None:
    anna, ben = new_person("Anna"), new_person("Ben")
    events = season({anna: [50, 10, None], ben: [20, 30, 40]})
    series = new_series(*(event.slug for event in events))
    assert lines(series_table(series, after=1)) == [(1, "Anna", 50), (2, "Ben", 20)]
    assert lines(series_table(series, after=2)) == [(1, "Anna", 60), (2, "Ben", 50)]
    table = series_table(series)
    assert lines(table) == [(1, "Ben", 90), (2, "Anna", 60)]
    assert [(line.name, line.movement, line.visits) for line in table.lines] == [("Ben", 1, 3), ("Anna", -1, 2)]
    assert [cell and cell.points for cell in table.lines[1].cells] == [50, 10, None]
    assert (table.after, table.last.name, series_table(series, after=99).after) == (3, events[2].name, 3)
    assert list(series_table(series, after=0).lines) == []


def test_a_merged_person_counts_once() -> None:
    kept, merged, other = new_person("Anna"), new_person("Ana"), new_person("Ben")
    events = season({kept: [50, None], merged: [None, 30], other: [60, 10]})
    series = new_series(*(event.slug for event in events))
    assert lines(series_table(series)) == [(1, "Ben", 70), (2, "Anna", 50), (3, "Ana", 30)]
    merged.merged_into = kept
    merged.save()
    assert lines(series_table(series)) == [(1, "Anna", 80), (2, "Ben", 70)]


def test_two_results_of_one_person_in_an_event_count_once_with_the_better_one() -> None:
    kept, other = new_person("Anna"), new_person("Ben")
    merged = new_person("Ana", merged_into=kept)
    events = season({kept: [50], merged: [90], other: [60]})
    assert lines(series_table(new_series(events[0].slug))) == [(1, "Anna", 90), (2, "Ben", 60)]


def test_who_asks_not_to_be_shown_stands_as_initials() -> None:
    hidden, merged = new_person("DE JONG Mattheu", latin_name="DE JONG"), new_person("王伟")
    hider = new_person("王伟", country="CN", merged_into=merged)
    events = season({hidden: [50], hider: [40], new_person("Ben"): [10]})
    PersonRecord.objects.create(person=hidden, public=False)
    PersonRecord.objects.create(person=hider, public=False)
    table = series_table(new_series(events[0].slug))
    assert [(line.name, line.latin_name, line.person is None) for line in table.lines] == [
        ("D. J. M.", "", True),
        ("王○", "", True),
        ("Ben", "", False),
    ]


def test_who_refused_in_one_event_of_the_series_is_hidden_in_all() -> None:
    event = whole_event()
    recorded = confirmed(event)
    entry = Entry.objects.get(event=event, number=1)
    Entry.objects.filter(pk=entry.pk).update(name_consent=False)
    second = recorded_event()
    result_of(entry.person, second)
    names = [line.name for line in series_table(new_series(recorded.slug, second.slug)).lines]
    assert entry.person.name not in names
    alone = series_table(new_series(second.slug))
    assert [line.name for line in alone.lines] == [entry.person.name]


def test_a_merged_second_registration_that_refused_hides_the_person() -> None:
    event = whole_event()
    kept = new_person("Anna Blum")
    refusing = new_person("Anna Blum", merged_into=kept)
    Entry.objects.create(event=event, person=refusing, number=99, name="Anna Blum", name_consent=False)
    past = season({kept: [50]})[0]
    assert [line.name for line in series_table(new_series(past.slug, event.slug)).lines] == ["A. B."]
    refused = record_of(kept, public=True).refused
    assert refused == {event.pk}
    assert series_of_person(kept, refused) == []


def test_results_taken_from_a_player_do_not_count() -> None:
    anna, ben = new_person("Anna"), new_person("Ben")
    events = season({anna: [50], ben: [20]})
    OfficialResult.objects.filter(person=anna).update(status="disqualified", individual_rank=None)
    assert lines(series_table(new_series(events[0].slug))) == [(1, "Ben", 20)]


def test_teams_are_known_by_their_names() -> None:
    people = [new_person(f"Player {number}") for number in range(4)]
    events = season({person: [40 - 10 * at, 10] for at, person in enumerate(people)})
    for event, names in zip(events, (["Reds", "Reds", "Blues", ""], ["REDS ", "Blues", "Blues", "Blues"]), strict=True):
        for person, name in zip(people, names, strict=True):
            rank = {"": None, "Reds": 1, "REDS ": 2}.get(name, 2 if event == events[0] else 1)
            OfficialResult.objects.filter(recorded=event, person=person).update(team=name, team_rank=rank)
    slugs = [event.slug for event in events]
    table = series_table(new_series(*slugs, unit="teams"))
    assert lines(table) == [(1, "REDS ", 80), (2, "Blues", 50)]
    by_place = series_table(new_series(*slugs, unit="teams", points="placing", placing=["10", "4"]))
    assert lines(by_place) == [(1, "REDS ", 14), (1, "Blues", 14)]


def test_an_event_counts_once_all_its_sessions_are_released() -> None:
    event = whole_event()
    series = new_series(event.slug)
    release_session(actor(), event.sessions.get(number=1))
    assert [source.state for source in series_table(series).sources] == [SourceState.WAITING]
    event.sessions.update(released_at="2024-05-01T12:00:00Z")
    Ledger.objects.filter(event=event).update(public=99)
    table = series_table(series)
    assert table.sources[0].state == SourceState.PROVISIONAL
    assert table.lines
    closed(event)
    assert series_table(series).sources[0].state == SourceState.OFFICIAL
    before = lines(series_table(series))
    confirmed(event)
    assert lines(series_table(series)) == before


def test_a_session_of_a_club_night_counts_alone() -> None:
    event = whole_event()
    series = new_series()
    for session in (1, 2):
        SeriesEvent.objects.create(series=series, slug=event.slug, session=session, name=event.name)
    release_session(actor(), event.sessions.get(number=1))
    table = series_table(series)
    assert [source.state for source in table.sources] == [SourceState.PROVISIONAL, SourceState.WAITING]
    best = table.lines[0].cells[0]
    of_session = {row.entry.person.name: row.competition_points for row in event.sessions.get(number=1).results.all()}
    assert {line.name: line.points for line in table.lines} == of_session
    assert best is not None
    assert best.visit.place == 1


def test_an_event_that_left_the_record_counts_no_more_and_says_so() -> None:
    anna = new_person("Anna")
    events = season({anna: [50, 10]})
    series = new_series(*(event.slug for event in events))
    SeriesEvent.objects.create(series=series, slug=events[1].slug, session=2, name="Session of a list")
    events[0].delete()
    table = series_table(series)
    assert [(source.name, source.state) for source in table.sources] == [
        (events[1].name, SourceState.OFFICIAL),
        (events[0].slug, SourceState.GONE),
        ("Session of a list", SourceState.GONE),
    ]
    assert lines(table) == [(1, "Anna", 10)]


def test_series_are_found_by_their_events_and_finals() -> None:
    past = recorded_event()
    first, second, empty = new_series(past.slug), new_series(past.slug), new_series()
    Series.objects.filter(pk=empty.pk).update(final="cup")
    assert list(public_series()) == [second, first]
    assert set(series_with_event(past.slug)) == {first, second}
    assert list(series_with_event("cup")) == [empty]
    assert others_with(first, {past.slug}) == {past.slug: [second]}


def test_a_ranking_reads_in_a_constant_number_of_queries(django_assert_max_num_queries) -> None:
    people = [new_person(f"Player {number}") for number in range(8)]
    events = season({person: [number] * 6 for number, person in enumerate(people)})
    series = new_series(*(event.slug for event in events))
    with django_assert_max_num_queries(9):
        series_table(Series.objects.get(pk=series.pk))
