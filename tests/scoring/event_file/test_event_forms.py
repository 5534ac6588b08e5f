"""Event files of every earlier form: the program of that commit accepted each line of event_forms.jsonl.

Together they use every key that any program up to then wrote or read.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from common.actions.permissions import system_actor
from common.files.json_files import dump
from scoring.event_file.exports import event_file
from scoring.event_file.rules import same
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from tests.support.paths import DATA
from tournament.events.models.events import Event

FORMS = DATA / "event_forms.jsonl"
KEPT = [json.loads(line) for line in FORMS.read_text(encoding="utf-8").splitlines()]
PAGES = ("pocket:event", "pocket:standings", "pocket:draw", "pocket:seats", "pocket:tables", "desk:draw", "desk:event")

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def imported(document: dict[str, Any]) -> Event:
    answer = import_event(system_actor("test"), document=read_event(dump(document)))
    assert answer["written"]
    return Event.objects.get(slug=answer["event"])


@pytest.mark.parametrize("kept", KEPT, ids=[f"{kept['form']} {number}" for number, kept in enumerate(KEPT)])
def test_a_file_of_an_earlier_form_is_imported_completely(kept: dict[str, Any], admin_client: Client) -> None:
    document = kept["document"]
    event = imported(document)
    written = json.loads(event_file(event))
    assert same(written, document)
    assert read_event(dump(written)) == written
    statuses = {page: admin_client.get(reverse(page, args=[event.slug])).status_code for page in PAGES}
    assert statuses == dict.fromkeys(PAGES, 200)


def test_a_draw_of_an_earlier_engine_is_shown_and_cannot_be_repeated(client: Client, tmp_path: Path) -> None:
    document = next(kept["document"] for kept in KEPT if _released_on_plans(kept["document"]))
    event = imported(document)
    page = client.get(reverse("pocket:draw", args=[event.slug])).content.decode()
    assert "An earlier version of the program made this draw (pinju-draw/2)." in page
    assert 'id="draw-check"' not in page
    record = client.get(reverse("pocket:draw-record", args=[event.slug]))
    assert record.json()["plans"] == next(draw for draw in document["draws"] if draw["state"] == "released")["plans"]
    assert "start" not in record.json()
    file = tmp_path / "record.json"
    file.write_bytes(record.content)
    with pytest.raises(CommandError, match="it was not drawn by pinju-draw/5 and cannot be repeated here"):
        call_command("verify_draw", str(file))


def _released_on_plans(document: dict[str, Any]) -> bool:
    return any(draw["state"] == "released" and "plans" in draw for draw in document.get("draws", []))
