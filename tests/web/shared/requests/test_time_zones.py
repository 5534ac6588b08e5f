"""Pages and papers of an event show and read times in its own time zone."""

from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.utils import timezone

from common.actions.errors import Refused
from common.actions.permissions import system_actor
from common.files.json_files import FileErrors, dump
from scoring.event_file.selectors.document import event_document
from scoring.event_file.selectors.reading import read_event
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import Choice
from scoring.setup.services.setting_up import change_event, create_event
from tests.support.cup import cup, taken_in
from tests.support.pdf_reading import texts_of
from tournament.clocks.models import SessionClock
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
ACTOR = system_actor("test")
MORNING = datetime(2026, 5, 1, 1, 30, tzinfo=UTC)  # 09:30 in Shanghai


def chinese_event() -> Event:
    event = taken_in(cup(time_zone="Asia/Shanghai"))
    event.sessions.filter(number=3).update(starts=MORNING)
    return event


def test_a_page_of_the_event_shows_its_hour_and_the_next_page_the_machine_s(client) -> None:
    chinese_event()
    assert "09:30" in client.get("/e/cup/").content.decode()
    assert timezone.get_current_timezone_name() == settings.TIME_ZONE


def test_papers_name_the_zone_and_its_hour() -> None:
    event = chinese_event()
    for paper, words in (("chart", "(Asia/Shanghai)"), ("table-seats", "1 May 09:30")):
        made = make_paper(event, Choice(paper, "en"), total=lambda _n: None, step=lambda: None)
        assert words in " ".join(texts_of(made.data))


def test_a_new_event_gets_the_hours_of_its_template_in_its_zone() -> None:
    first_day = datetime(2026, 5, 1, tzinfo=UTC).date()
    create_event(ACTOR, template="national-open", name="Open", slug="open", starts=first_day, time_zone="Asia/Tokyo")
    assert Event.objects.get().sessions.get(number=1).starts == datetime(2026, 5, 1, 0, 30, tzinfo=UTC)


def test_hours_stay_when_the_zone_changes_but_what_began_keeps_its_moment() -> None:
    event = chinese_event()
    event.sessions.filter(number=2).update(starts=MORNING)
    SessionClock.objects.create(session=event.sessions.get(number=2), started_at=MORNING)
    change_event(ACTOR, event, time_zone="Europe/Berlin", base={"time_zone": "Asia/Shanghai"})
    assert event.sessions.get(number=3).starts == datetime(2026, 5, 1, 7, 30, tzinfo=UTC)
    assert event.sessions.get(number=2).starts == MORNING


def test_an_unknown_zone_is_refused() -> None:
    event = chinese_event()
    with pytest.raises(Refused) as refused:
        change_event(ACTOR, event, time_zone="Asia/Chengdu")
    assert (refused.value.where, str(refused.value.message)) == ("time_zone", "There is no such time zone.")


def test_the_event_file_carries_the_zone() -> None:
    document = event_document(chinese_event())
    assert document["event"]["time_zone"] == "Asia/Shanghai"
    assert read_event(dump(document))["event"]["time_zone"] == "Asia/Shanghai"
    with pytest.raises(FileErrors) as refused:
        read_event(dump(cup(time_zone="Asia/Chengdu")))
    assert [(error.path, error.message) for error in refused.value.errors] == [
        ("event.time_zone", "there is no time zone Asia/Chengdu")
    ]
