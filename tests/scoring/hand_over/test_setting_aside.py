"""A copy that continued differently is set aside: it stays readable with its audit, and the event is taken again."""

from pathlib import Path

import pytest

from common.actions import audit
from common.actions.errors import HeldElsewhere, Refused, WrongState
from scoring.event_file.selectors.document import event_document
from scoring.hand_over.models import HandOver
from scoring.hand_over.services.deciding import decide_back
from scoring.hand_over.services.giving import give_back, hand_over
from scoring.hand_over.services.setting_aside import set_aside
from scoring.hand_over.services.taking import take_back, take_event
from scoring.setup.services.setting_up import change_event
from tests.scoring.event_file.test_whole_events import imported
from tests.support.event_generator import make_event
from tests.support.hand_overs import HALL, HOME, file_of, given, package_in
from tests.support.installations import Installation, assert_chains_are_whole
from tournament.events.models.events import Event

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture(autouse=True)
def _own_files(settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "home"


@pytest.fixture
def hall(tmp_path: Path) -> Installation:
    return Installation(tmp_path, "hall")


def taken(raw: bytes, row: HandOver) -> dict:
    return take_event(HALL, package=package_in(raw), file_key=row.key)


def test_a_laptop_that_went_another_way_takes_the_event_again(hall: Installation) -> None:
    event = imported(make_event(9, 8, 2))
    slug, row = event.slug, given(event)
    raw = file_of(row)
    with hall:
        taken(raw, row)
        change_event(HALL, Event.objects.get(), name="As the hall went on", reason="x")
        give_back(HALL, HandOver.objects.get())
    decide_back(HOME, row, reason="the laptop was lost")
    change_event(HOME, Event.objects.get(), name="As home went on", reason="x")
    again = given(Event.objects.get())
    raw = file_of(again)
    with hall:
        with pytest.raises(Refused, match="continued differently"):
            taken(raw, again)
        before = event_document(Event.objects.get())
        answer = set_aside(HALL, HandOver.objects.get(), reason="home went on alone")
        assert answer == {"event": f"{slug}-aside-1"}
        assert taken(raw, again)["event"] == slug
        aside, new = Event.objects.get(slug=f"{slug}-aside-1"), Event.objects.get(slug=slug)
        assert (aside.name, new.name) == ("As the hall went on", "As home went on")
        before["event"]["id"] = aside.slug
        assert event_document(aside) == before
        assert_chains_are_whole()
        assert [entry.action for entry in aside.ledger.audit_entries.order_by("-seq")[:2]] == [
            "event.set_aside",
            "event.give_back",
        ]
        with pytest.raises(HeldElsewhere):
            change_event(HALL, aside, name="Changed", reason="x")
        own = aside.hand_overs.get()
        for refused in (
            lambda: decide_back(HALL, own, reason="x"),
            lambda: give_back(HALL, own),
            lambda: set_aside(HALL, own, reason="x"),
            lambda: hand_over(HALL, aside, other="x", here="y"),
        ):
            with pytest.raises((Refused, WrongState)):
                refused()
        change_event(HALL, new, name="Played on", reason="x")
        give_back(HALL, HandOver.objects.get(uid=again.uid))
        back = file_of(HandOver.objects.get(uid=again.uid))
    take_back(HOME, again, package=package_in(back))
    assert Event.objects.get().name == "Played on"
    assert_chains_are_whole()


def test_an_event_that_was_made_here_cannot_be_set_aside() -> None:
    row = given(imported(make_event(9, 8, 2)))
    with pytest.raises(Refused, match="taken from another machine"):
        set_aside(HOME, row, reason="x")


def test_setting_aside_needs_a_reason(hall: Installation) -> None:
    row = given(imported(make_event(9, 8, 2)))
    raw = file_of(row)
    with hall:
        taken(raw, row)
        with pytest.raises(Refused, match="reason"):
            set_aside(HALL, HandOver.objects.get())
        assert not Event.objects.filter(slug__contains="aside").exists()
        assert list(audit.faults(Event.objects.get().ledger)) == []
