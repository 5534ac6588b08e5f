"""Choices of earlier versions are still read from event files."""

from copy import deepcopy

import pytest

from common.actions.permissions import system_actor
from common.files.json_files import dump
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from tests.support.event_generator import make_event
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


def test_waiting_players_are_read_as_fillers_and_the_file_stays_the_same_event() -> None:
    document = make_event(3, 8, 1, stages=False, odd=False)
    document["event"]["settings"] = {"play": {"incomplete_tables": "waiting", "late_start": "extra"}}
    kept = deepcopy(document)
    actor = system_actor("test")
    slug = import_event(actor, document=read_event(dump(document)))["event"]
    play = Event.objects.get(slug=slug).play_settings
    assert (play.incomplete_tables, play.late_start) == ("fillers", "extra")
    assert import_event(actor, document=read_event(dump(kept)))["written"] is False
