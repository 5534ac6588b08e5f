"""Papers in one press, the files that stay listed, and codes that are replaced."""

import io
import zipfile

import pypdf
import pytest
from django.test import Client

from common import jobs
from common.jobs.models import Job
from scoring.sheets.models.codes import PlayerCode, TableCode
from tests.support.cup import cup, taken_in
from tests.support.draws import drawn, planned
from tournament.events.models.events import Event
from tournament.papers.models import PaperAddress

PAPERS = "/e/draw/desk/papers/"


@pytest.fixture(autouse=True)
def _media(settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def event(db: None) -> Event:
    """A released draw of sixteen players, with an address for QR codes."""
    event = planned()
    drawn(event)
    PaperAddress.objects.create(event=event, address="http://192.168.1.20:8000")
    return event


def pressed(client: Client, address: str) -> Job:
    """Press a button that starts a job, run it, and return it."""
    answer = client.post(address)
    job = Job.objects.latest("pk")
    assert answer["Location"] == f"/jobs/{job.pk}/"
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.result
    return job


def files_in(job: Job) -> list[str]:
    with job.file.open("rb") as file:
        return zipfile.ZipFile(io.BytesIO(file.read())).namelist()


def test_one_press_makes_all_start_papers_and_the_next_one_a_session(signed_in, event):
    client = signed_in("organizer", event)
    page = client.get(PAPERS).content.decode()
    assert "Next: start papers" in page
    job = pressed(client, f"{PAPERS}packs/start/")
    assert files_in(job) == [
        "1-draw-chart-en.pdf",
        "2-draw-by-name-en.pdf",
        "3-draw-by-team-en.pdf",
        "4-draw-player-cards-en.pdf",
        "5-draw-table-seats-en.pdf",
        "6-draw-oath-en.pdf",
        "7-draw-equipment-en.pdf",
        "8-draw-signs-en.pdf",
        "9-draw-table-cards-en.pdf",
        "10-draw-player-codes-en.pdf",
        "0-contents.txt",
    ]
    assert (TableCode.objects.filter(revoked_at=None).count(), PlayerCode.objects.count()) == (4, 16)
    page = client.get(PAPERS).content.decode()
    assert "Next: papers of session 1" in page
    assert f'action="{PAPERS}sessions/1/"' in page
    # A second pack ends no printed code.
    assert "9-draw-table-cards-en.pdf" not in files_in(pressed(client, f"{PAPERS}packs/start/"))
    assert TableCode.objects.count() == 4
    session = pressed(client, f"{PAPERS}sessions/1/")
    with session.file.open("rb") as file:
        assert len(pypdf.PdfReader(file).pages) == 1 + 4
    assert "The papers of session 1 are made." in client.get(PAPERS).content.decode()
    assert client.post(f"{PAPERS}sessions/9/").status_code == 404
    assert client.post(f"{PAPERS}packs/nothing/").status_code == 404


def test_one_press_makes_all_result_papers(signed_in):
    event = taken_in(cup(), release=1)
    client = signed_in("organizer", event)
    job = pressed(client, "/e/cup/desk/papers/packs/results/")
    names = ["results", "standings", "cross-table", "team-list", "group-list"]
    numbered = [f"{number}-cup-{name}-en.pdf" for number, name in enumerate(names, start=1)]
    assert files_in(job) == [*numbered, "0-contents.txt"]


def test_made_files_stay_listed_with_a_download(signed_in, event):
    client = signed_in("organizer", event)
    job = pressed(client, f"{PAPERS}sessions/2/")
    file = f"{PAPERS}files/{job.pk}/"
    page = client.get(PAPERS).content.decode()
    assert f'href="{file}"' in page
    assert "session 2" in page
    assert b"".join(client.get(file)).startswith(b"%PDF")
    # Others who print may have it too; accounts without that right, and other events, may not.
    scorekeeper = signed_in("scorekeeper", event)
    assert f'href="{file}"' in scorekeeper.get(PAPERS).content.decode()
    assert b"".join(scorekeeper.get(file)).startswith(b"%PDF")
    assert signed_in("foreign", event).get(file).status_code == 403
    taken_in(cup())
    assert client.get(f"/e/cup/desk/papers/files/{job.pk}/").status_code in (403, 404)
    job.refresh_from_db()
    job.file.delete()
    assert client.get(file).status_code == 404
    assert f'href="{file}"' not in client.get(PAPERS).content.decode()


def test_only_who_made_codes_has_the_file(signed_in, event):
    job = pressed(signed_in("organizer", event), f"{PAPERS}packs/start/")
    referee = signed_in("referee", event)
    assert f"{PAPERS}files/{job.pk}/" not in referee.get(PAPERS).content.decode()
    assert referee.get(f"{PAPERS}files/{job.pk}/").status_code == 404


@pytest.mark.parametrize(
    ("paper", "words"),
    [("table-cards", "4 tables have a printed card."), ("player-codes", "16 players have a printed code.")],
)
def test_new_codes_ask_before_they_end_printed_ones(signed_in, event, paper: str, words: str):
    client = signed_in("organizer", event)
    address, sent = f"{PAPERS}{paper}/", {"language": "en", "which": "all"}
    assert client.post(address, sent).status_code == 302
    jobs.run(Job.objects.get().pk)
    asked = client.post(address, sent).content.decode()
    assert words in asked
    assert Job.objects.count() == 1
    asked_about = asked.split('name="asked_about" value="')[1].split('"')[0]
    answered = {**sent, "acknowledged": "ended", "asked_about": asked_about}
    # The yes is for this choice only.
    changed = client.post(address, {**answered, "which": "numbers", "numbers": "1"})
    assert changed.status_code == 200
    assert Job.objects.count() == 1
    assert client.post(address, answered).status_code == 302
    assert Job.objects.count() == 2


def test_a_session_pack_asks_only_if_it_has_cards(signed_in, event):
    client = signed_in("organizer", event)
    pressed(client, f"{PAPERS}packs/start/")
    sent = {"language": "en", "which": "all", "sessions": "1", "contents": ["chart", "sheets"]}
    assert client.post(f"{PAPERS}session-pack/", sent).status_code == 302
    asked = client.post(f"{PAPERS}session-pack/", {**sent, "contents": ["chart", "cards"]})
    assert "4 tables have a printed card." in asked.content.decode()


def test_a_job_shows_within_the_desk_of_its_event(signed_in, event):
    client = signed_in("organizer", event)
    client.post(f"{PAPERS}sessions/1/")
    page = client.get(f"/jobs/{Job.objects.get().pk}/").content.decode()
    assert event.name in page
    assert 'aria-label="Desk of the event"' in page
    assert page.count(f'href="{PAPERS}"') >= 2
