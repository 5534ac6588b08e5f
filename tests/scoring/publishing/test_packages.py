"""What a package holds: only what is public; and when a new one is made."""

import json

import pytest

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from scoring.draw_release.services.releasing import release_draw
from scoring.publishing.models import OwnPackage
from scoring.publishing.rules import digest_of, is_chain
from scoring.publishing.selectors.document import public_content, public_data
from scoring.publishing.selectors.packages import packages_of, waiting_packages
from scoring.publishing.selectors.shape import PublicData
from scoring.publishing.services.packages import note_public
from scoring.releases.services.releasing import release_session, retract_session
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import reopen_sheet
from scoring.standings.selectors.document import standings_document
from tests.support import planting
from tests.support.applications import open_registration, submit
from tests.support.cup import cup, taken_in
from tests.support.draws import current, drawn, planned
from tests.support.publishing import ACTOR, changed
from tests.support.releases import SECRETS, held_back
from tournament.events.models.events import Event
from tournament.registration.services.entries import set_private_data

pytestmark = pytest.mark.django_db


def test_a_package_has_the_released_standings_and_tables(db) -> None:
    event = taken_in(cup(), release=2)
    data = public_data(event)
    standings = standings_document(event, live=False)
    lines = [(line.rank, line.number, line.table_points, int(line.competition_points)) for line in data.individual]
    wanted = [
        (line["rank"], line["number"], line["table_points"], line["competition_points"])
        for line in standings["individual"]
    ]
    assert lines == wanted
    assert [result.model_dump() for result in data.individual[0].sessions] == standings["individual"][0]["sessions"]
    assert [(line.rank, line.number) for line in data.team_lines] == [(1, 2), (2, 1)]
    assert [session.released is not None for session in data.sessions] == [True, True, False]
    tables = data.sessions[0].tables
    assert [table.number for table in tables] == [1, 2]
    assert {seat.wind for seat in tables[0].seats} == set("ESWN")
    assert sum(seat.competition_points or 0 for seat in tables[0].seats) == sum(
        result.competition_points
        for line in data.individual
        for result in line.sessions
        if result.session == 1 and line.number in {seat.people[0].number for seat in tables[0].seats}
    )
    assert data.status.last_session == 2
    assert PublicData.model_validate_json(public_content(event)) == data


def test_no_private_value_and_no_unreleased_result_is_in_a_package() -> None:
    event = held_back()
    open_registration(event, document="optional")
    submit(event, **planting.FORM)
    entry = event.entries.get(number=1)
    set_private_data(ACTOR, event, entry=entry, **planting.PERSON)
    event.entries.filter(number=2).update(name_consent=False)
    note_public(ACTOR, event)
    [kept] = OwnPackage.objects.exclude(content="").values_list("content", flat=True)
    for content in (kept, public_content(event)):
        assert not planting.planted_in(content)
        assert not [secret for secret in SECRETS if secret in content]
        assert ("佐藤" in content, "SATO" in content, "佐○" in content) == (False, False, True)
    release_session(ACTOR, event.sessions.get(number=3), reason="ceremony")
    content = OwnPackage.objects.latest("number").content
    assert [secret for secret in SECRETS if secret in content] == [*SECRETS]
    retract_session(ACTOR, event.sessions.get(number=3), reason="mistake")
    contents = OwnPackage.objects.values_list("content", flat=True)
    assert not [content for content in contents for secret in SECRETS if secret in content]


def test_a_correction_is_published_only_when_it_is_confirmed_again() -> None:
    event = taken_in(cup(), release=2)
    before = public_data(event).individual
    sheet = Sheet.objects.get(table__session__event=event, table__session__number=1, table__number=2)
    reopen_sheet(ACTOR, sheet, reason="wrong total")
    after = public_data(event)
    assert after.individual == before
    assert after.status.correcting


def test_seats_are_published_with_their_draw() -> None:
    event = planned("drawn", players=8, sessions=2)
    drawn(event, "approved", count=2)
    assert not any(session.tables for session in public_data(event).sessions)
    release_draw(ACTOR, current(event))
    data = public_data(Event.objects.get(pk=event.pk))
    assert [len(session.tables) for session in data.sessions] == [2, 2]
    [first, *_others] = data.sessions[0].tables
    assert [(len(seat.people), seat.table_points) for seat in first.seats] == [(1, None)] * 4
    assert not data.individual


def test_each_release_makes_a_signed_package_that_follows_the_one_before() -> None:
    event = taken_in(cup(), release=2)
    packages = packages_of(event)
    assert [package.number for package in packages] == [1, 2]
    assert is_chain([package.head for package in packages])
    first, second = OwnPackage.objects.order_by("number")
    assert first.content == ""
    assert digest_of(second.content) == second.head.content
    assert json.loads(second.content)["event"]["id"] == "cup"


def test_a_package_is_made_only_when_something_changed() -> None:
    event = taken_in(cup(), release=1)
    assert note_public(ACTOR, event) == {"package": 0}
    entries = AuditEntry.objects.filter(action="publishing.note").count()
    assert changed(event).number == 2
    assert note_public(ACTOR, Event.objects.get(pk=event.pk)) == {"package": 0}
    assert AuditEntry.objects.filter(action="publishing.note").count() == entries + 1
    assert [package.number for package in waiting_packages(event)] == [1, 2]


def test_a_rehearsal_has_no_package() -> None:
    event = taken_in(cup())
    Event.objects.update(rehearsal=True)
    assert note_public(ACTOR, Event.objects.get(pk=event.pk)) == {"package": 0}
    with pytest.raises(Refused):
        release_session(ACTOR, Event.objects.get().sessions.get(number=1))
    assert not OwnPackage.objects.exists()
