"""The timetable and the plan of the hall at the Desk."""

import re
from datetime import UTC, datetime

from tests.web.desk.setup.setting_up.pages import SETUP, text


def test_typed_times_are_those_of_the_hall(event, organizer):
    data = text(organizer.get(SETUP + "settings/"))
    assert "As on this computer (UTC)" in data
    event.time_zone = "Asia/Shanghai"
    event.save()
    assert "Time zone: Asia/Shanghai." in text(organizer.get(SETUP + "timetable/"))
    organizer.post(SETUP + "timetable/", {"starts-1": "2026-05-01T09:30"})
    assert event.sessions.get(number=1).starts == datetime(2026, 5, 1, 1, 30, tzinfo=UTC)


def test_the_timetable_is_shown_and_refuses_a_session_before_the_one_before(event, organizer, client):
    wrong = {"starts-1": "2026-05-01T14:00", "starts-2": "2026-05-01T10:00", "starts-3": ""}
    answer = organizer.post(SETUP + "timetable/", wrong)
    assert answer.status_code == 400
    assert "This must be after the start of session 1." in text(answer)
    assert 'value="2026-05-01T10:00"' in text(answer)
    organizer.post(SETUP + "timetable/", wrong | {"starts-2": "2026-05-01T16:45"})
    for page in (client.get("/e/event-1/"), organizer.get("/e/event-1/desk/")):
        assert "16:45" in text(page)
    assert "Ends at" in text(organizer.get(SETUP + "timetable/"))
    assert "Ends at" not in text(organizer.post(SETUP + "timetable/", wrong))


def test_overlapping_sessions_are_saved_with_a_warning(event, organizer):
    times = {"starts-1": "2026-05-01T09:00", "starts-2": "2026-05-01T10:30", "starts-3": "2026-05-01T12:35"}
    page = text(organizer.post(SETUP + "timetable/", times, follow=True))
    assert "Session 2 starts 30 minutes before session 1 ends." in page
    assert "There are only 5 minutes between session 2 and session 3." in page
    assert event.sessions.filter(starts=None).count() == 0


def test_a_session_is_added_and_removed_unless_it_has_tables(event, organizer):
    organizer.post(SETUP + "timetable/add/")
    event.refresh_from_db()
    assert event.planned_sessions == 4
    assert "The event has 3 sessions." in text(organizer.post(SETUP + "timetable/remove/", follow=True))
    assert "Session 3 already has tables." in text(organizer.post(SETUP + "timetable/remove/", follow=True))
    assert event.sessions.count() == 3


def test_the_hall_is_planned_and_a_table_found_on_it(event, organizer, client):
    size = {"rows": "2", "columns": "3", "east": "right"}
    filled = text(organizer.post(SETUP + "hall/", size | {"fill": "1"}))
    assert "This is not saved yet." in filled
    assert re.search(r'name="at-2-1" value="4"', filled)
    twice = organizer.post(SETUP + "hall/", size | {"save": "1", "at-1-1": "7", "at-2-2": "7"})
    assert twice.status_code == 400
    assert "Table 7 is on the plan twice." in text(twice)
    assert organizer.post(SETUP + "hall/", size | {"save": "1", "at-1-3": "12"}).status_code == 302
    page = text(client.get("/e/event-1/hall/?table=12"))
    assert "Table 12 is marked below." in page
    assert '<span class="hall-side hall-right">East</span>' in page
    assert '<span class="hall-side hall-top">North</span>' in page
    assert "There is no table 9 on the plan." in text(client.get("/e/event-1/hall/?table=9"))
