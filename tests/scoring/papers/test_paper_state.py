"""The state of an event on paper: one archive with everything to continue without a computer."""

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
from scoring.sheets.services.facts.hands import HandFacts, record_hand
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
        system_actor("test"),
        "papers.state",
        ledger=event.ledger,
        parameters={"event": event.slug, "language": language},
    )
    jobs.run(job.pk)
    job.refresh_from_db()
    return job


def texts(job: Job) -> dict[str, str]:
    """Return the text of each file in the zip; keys without the event's name."""
    assert job.state == Job.State.DONE, job.result
    with job.file.open("rb") as file, zipfile.ZipFile(file) as archive:
        files = {}
        for name in archive.namelist():
            data = archive.read(name)
            pages = pypdf.PdfReader(io.BytesIO(data)).pages if name.endswith(".pdf") else []
            files[name] = " ".join(page.extract_text() for page in pages) if pages else data.decode()
    return files


def shown(name: str) -> str:
    """Return a name as it is found in a PDF: as printed, without spaces."""
    return printable(name).replace(" ", "")


@pytest.mark.parametrize("language", ["zh-hans", "en", "ja"])
def test_the_archive_contains_seats_results_and_open_sheets(language: str) -> None:
    event = taken_in(document(released=1))
    sheet = Sheet.objects.get(table__session__number=3, table__number=2)
    Sheet.objects.filter(pk=sheet.pk).update(state=Sheet.State.OPEN)
    files = texts(made(event, language))
    names = [name[: -len(f"-{language}.pdf")].replace("-event-1-", " ") for name in files if name.endswith(".pdf")]
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
    by_number = {name[0]: re.sub(r"\s+", "", text) for name, text in files.items()}
    everybody = [shown(name) for name in event.entries.filter(kind="player").values_list("name", flat=True)]
    for part in "234":
        assert [name for name in everybody if name not in by_number[part]] == []
    sitters = [shown(sitting.entry.name) for sitting in sheet.table.sittings.select_related("entry")]
    assert [name for name in sitters if name not in by_number["7"]] == []
    # Only the sheet of session 3, table 2; no address was chosen for codes, and none is needed.
    assert {name for name in everybody if name in by_number["7"]} <= set(sitters)
    assert [line[0] for line in files["0-contents.txt"].splitlines()[2:10]] == list("12345678")


def test_open_sheets_show_the_hands_entered_so_far() -> None:
    event = planned()
    drawn(event)
    sheet = Sheet.objects.order_by("pk").first()
    record_hand(system_actor("test"), sheet, seen=0, hand=HandFacts(no=1, winner="E", discarder="S", points=77))
    files = texts(made(event))
    [sheets] = [text for name, text in files.items() if "filled-sheets" in name]
    assert "77" in sheets


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("zh-hans", "本赛事没有代表团。"),
        ("en", "This event has no groups."),
        ("ja", "この競技会には団体がありません。"),
    ],
)
def test_a_missing_list_is_left_out_with_its_reason(language: str, reason: str) -> None:
    document = final_document() | {"groups": []}
    for team in document["teams"]:
        del team["group"]
    files = texts(made(taken_in(document), language))
    assert not [name for name in files if "group-list" in name]
    assert reason in files["0-contents.txt"]


def test_papers_that_cannot_be_made_are_named_with_their_reason() -> None:
    files = texts(made(with_settings(small_event())))
    assert list(files) == ["1-small-score-sheets-en.pdf", "0-contents.txt"]
    lines = files["0-contents.txt"].splitlines()
    assert lines[2:6] == ["1 Score sheets (A4)", "", "Not included:", "– Chart: No seats are assigned yet."]


def test_the_archive_contains_teams_groups_and_a_note_on_confirmed_sheets() -> None:
    files = texts(made(final()))
    assert [name.split("-final-")[0] for name in files if "list-en" in name] == ["5", "6"]
    assert "西部团" in next(text for name, text in files.items() if "group-list" in name)
    assert "– Score sheets, filled: All these sheets are confirmed." in files["0-contents.txt"]
