"""How an event stands, on paper: everything to go on without a computer, in one file."""

import io
import re
import zipfile

import pypdf
import pytest

from common import jobs
from common.actions.permissions import system_actor
from common.jobs.models import Job
from common.paper import printable
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.hands import record_hand
from tests.support.action_examples import with_settings
from tests.support.draws import drawn, planned
from tests.support.events import small_event
from tests.support.finals import final, final_document
from tests.web.desk.conftest import document, taken_in
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _media(settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path


def made(event: Event, language: str = "en") -> Job:
    job = jobs.start(
        system_actor("test"), "papers.state", head=event.head, parameters={"event": event.slug, "language": language}
    )
    jobs.run(job.pk)
    job.refresh_from_db()
    return job


def texts(job: Job) -> dict[str, str]:
    """The text of each file in the zip, without the event's name before it."""
    assert job.state == Job.State.DONE, job.result
    with job.file.open("rb") as file, zipfile.ZipFile(file) as archive:
        found = {}
        for name in archive.namelist():
            data = archive.read(name)
            pages = pypdf.PdfReader(io.BytesIO(data)).pages if name.endswith(".pdf") else []
            found[name] = " ".join(page.extract_text() for page in pages) if pages else data.decode()
    return found


def shown(name: str) -> str:
    """How a name is found in what was read back: as it is printed, without spaces."""
    return printable(name).replace(" ", "")


@pytest.mark.parametrize("language", ["zh-hans", "en", "ja"])
def test_it_holds_seats_results_and_the_sheets_that_are_open(language: str) -> None:
    event = taken_in(document(released=1))
    sheet = Sheet.objects.get(table__session__number=3, table__number=2)
    Sheet.objects.filter(pk=sheet.pk).update(state=Sheet.State.OPEN)
    found = texts(made(event, language))
    names = [name[: -len(f"-{language}.pdf")].replace("-event-1-", " ") for name in found if name.endswith(".pdf")]
    assert names == [
        "1 chart",
        "2 by-name",
        "3 results",
        "4 standings",
        "5 team-list",
        "6 group-list",
        "7 filled-sheets",
        "8 score-sheets",
    ]
    by_number = {name[0]: re.sub(r"\s+", "", text) for name, text in found.items()}
    everybody = [shown(name) for name in event.entries.filter(kind="player").values_list("name", flat=True)]
    for part in "234":
        assert [name for name in everybody if name not in by_number[part]] == []
    sitters = [shown(sitting.entry.name) for sitting in sheet.table.sittings.select_related("entry")]
    assert [name for name in sitters if name not in by_number["7"]] == []
    # One sheet: of session 3 and table 2 alone; no address was chosen for codes, and none is needed.
    assert {name for name in everybody if name in by_number["7"]} <= set(sitters)
    assert [line[0] for line in found["0-contents.txt"].splitlines()[2:10]] == list("12345678")


def test_what_was_entered_so_far_stands_on_the_open_sheets() -> None:
    event = planned()
    drawn(event)
    sheet = Sheet.objects.order_by("pk").first()
    record_hand(system_actor("test"), sheet, seen=0, no=1, winner="E", discarder="S", points=77)
    found = texts(made(event))
    [sheets] = [text for name, text in found.items() if "filled-sheets" in name]
    assert "77" in sheets


@pytest.mark.parametrize(
    ("language", "reason"),
    [("zh-hans", "本赛事没有团体。"), ("en", "This event has no groups."), ("ja", "この競技会には団体がありません。")],
)
def test_a_list_that_the_event_has_not_is_not_made_empty(language: str, reason: str) -> None:
    document = final_document() | {"groups": []}
    for team in document["teams"]:
        del team["group"]
    found = texts(made(taken_in(document), language))
    assert not [name for name in found if "group-list" in name]
    assert reason in found["0-contents.txt"]


def test_what_cannot_be_made_is_named_with_the_reason() -> None:
    found = texts(made(with_settings(small_event())))
    assert list(found) == ["1-small-score-sheets-en.pdf", "0-contents.txt"]
    lines = found["0-contents.txt"].splitlines()
    assert lines[2:6] == ["1 Score sheets", "", "Not in it:", "– Chart: Nobody has a seat yet."]


def test_teams_and_groups_are_in_it_and_that_all_sheets_are_confirmed_is_said() -> None:
    found = texts(made(final()))
    assert [name.split("-final-")[0] for name in found if "list-en" in name] == ["5", "6"]
    assert "西部团" in next(text for name, text in found.items() if "group-list" in name)
    assert "– Score sheets, filled: All these sheets are confirmed." in found["0-contents.txt"]
