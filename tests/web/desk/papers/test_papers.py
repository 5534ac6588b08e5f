"""The pages of papers: choosing and making them, the address in their QR codes, and public files."""

import io
import zipfile

import pypdf
import pytest
from django.test import Client

from common import jobs
from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from common.jobs.models import Job
from scoring.releases.services.releasing import release_session
from tests.support.cup import cup, taken_in
from tests.support.draws import drawn, planned
from tournament.events.models.events import Event
from tournament.papers.models import PaperAddress
from tournament.presence.services.withdrawals import withdraw

PAPERS = "/e/draw/desk/papers/"
KEY = "5c4b5a0e-0000-4000-8000-0000000000a1"


@pytest.fixture
def event(db: None) -> Event:
    """A released draw of sixteen players."""
    event = planned()
    drawn(event)
    return event


def text_of(data: bytes) -> str:
    return " ".join(" ".join(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(data)).pages)


def test_a_chosen_paper_is_made_and_listed(signed_in, event, queries):
    client = signed_in("organizer", event)
    assert "Player cards" in client.get(PAPERS).content.decode()
    assert queries(lambda: client.get(PAPERS)) <= 25
    page = client.get(f"{PAPERS}player-cards/").content.decode()
    assert "The address in the QR codes is not chosen yet." in page
    PaperAddress.objects.create(event=event, address="http://192.168.1.20:8000")
    for numbers, words in (("x", "neither a number nor a range: x"), ("50-60", "None of these numbers exists.")):
        answer = client.post(f"{PAPERS}player-cards/", {"language": "en", "which": "numbers", "numbers": numbers})
        assert answer.status_code == 400
        assert words in answer.content.decode()
        assert f'value="{numbers}"' in answer.content.decode()
    unused = client.post(f"{PAPERS}player-cards/", {"language": "ja", "which": "all", "numbers": "1-3"})
    assert unused.status_code == 400
    assert "You changed this, but the choice" in unused.content.decode()
    answer = client.post(f"{PAPERS}player-cards/", {"language": "ja", "which": "numbers", "numbers": "1-3"})
    job = Job.objects.get()
    assert answer["Location"] == f"/jobs/{job.pk}/"
    jobs.run(job.pk)
    page = client.get(f"/jobs/{job.pk}/").content.decode()
    assert "draw-player-cards-ja.pdf" in page
    assert f'href="{PAPERS}"' in page
    page_text = text_of(client.get(f"/jobs/{job.pk}/file/").getvalue())
    assert [number for number in range(1, 17) if f"選手{number} " in page_text or f"选手{number} " in page_text] == [
        1,
        2,
        3,
    ]
    assert "13 new or changed" in client.get(PAPERS).content.decode()
    assert AuditEntry.objects.get(action="papers.make").after == {"paper": "player-cards", "parts": 3}
    page = client.get(f"{PAPERS}player-cards/").content.decode()
    assert "Only what is new or changed since the last time: 13" in page


def test_roles_make_only_their_papers(signed_in, event):
    for role in ("committee", "scorekeeper"):
        client = signed_in(role, event)
        assert client.get(f"{PAPERS}chart/").status_code == 200
        # Only roles that may issue codes make cards that open sheets.
        assert client.get(f"{PAPERS}table-cards/").status_code == 403
        assert client.post(f"{PAPERS}address/", {"address": "other", "other": "https://x.org"}).status_code == 403
        assert "table-cards" not in client.get(PAPERS).content.decode()
    for role in ("nobody", "foreign"):
        for path in ("", "chart/", "address/"):
            assert signed_in(role, event).get(PAPERS + path).status_code == 403
    assert signed_in("referee", event).get(f"{PAPERS}table-cards/").status_code == 200
    assert signed_in("organizer", event).get(f"{PAPERS}nothing/").status_code == 404
    assert not Job.objects.exists()


def test_an_address_is_chosen_checked_and_warned_about(signed_in, event, settings, monkeypatch):
    client = signed_in("organizer", event)
    monkeypatch.setattr("web.shared.requests.phone_address.own_addresses", lambda: ["192.168.1.20"])
    settings.ALLOWED_HOSTS = ["testserver", "192.168.1.20"]
    server = {"SERVER_PORT": "8000", "HTTP_HOST": "192.168.1.20:8000"}
    page = client.get(f"{PAPERS}address/", **server).content.decode()
    assert 'value="http://192.168.1.20:8000"' in page
    wrong = client.post(f"{PAPERS}address/", {"address": "other", "other": "http://x.org/e/"}, **server)
    assert "Type only the beginning of the address" in wrong.content.decode()
    assert 'value="http://x.org/e/"' in wrong.content.decode()
    assert client.post(f"{PAPERS}address/", {"address": "other"}, **server).status_code == 400
    unused = {"address": "http://192.168.1.20:8000", "other": "http://pinju.example"}
    assert client.post(f"{PAPERS}address/", unused, **server).status_code == 400
    sent = {"address": "http://192.168.1.20:8000", "key": KEY}
    assert client.post(f"{PAPERS}address/", sent, **server).status_code == 302
    page = client.get(f"{PAPERS}address/", **server).content.decode()
    assert "data:image/svg+xml" in page
    for path in (PAPERS, "/e/draw/desk/", f"{PAPERS}player-cards/"):
        assert "does not have it now" not in client.get(path, **server).content.decode()
    monkeypatch.setattr("web.shared.requests.phone_address.own_addresses", lambda: ["10.1.1.1"])
    for path in (PAPERS, "/e/draw/desk/", f"{PAPERS}player-cards/", f"{PAPERS}address/"):
        assert "does not have it now" in client.get(path, **server).content.decode()
    assert AuditEntry.objects.get(action="papers.address").after == "http://192.168.1.20:8000"


@pytest.mark.django_db
def test_only_released_seats_are_public_files():
    event, public = planned(), Client()
    files = [f"/e/draw/seats/files/{name}" for name in ("chart.pdf", "names.pdf", "teams.pdf", "seats.xlsx")]
    drawn(event, "approved")
    assert [public.get(path).status_code for path in files] == [404] * 4
    event.draws.all().delete()
    event.entries.filter(number=15).update(name_consent=False)
    drawn(event)
    answers = [public.get(path) for path in files]
    assert [answer.status_code for answer in answers] == [200] * 4
    assert answers[0]["Content-Type"] == "application/pdf"
    assert "选手16" in text_of(answers[1].content)
    assert "选手15" not in text_of(answers[1].content)
    assert "15 选○" in text_of(answers[1].content)
    assert public.get(files[1]).content == answers[1].content
    withdraw(system_actor("测试"), event.entries.get(number=16), session=2, reason="病")
    assert public.get(files[1]).content != answers[1].content
    assert public.get("/e/draw/seats/files/record.json").status_code == 404


def test_one_button_makes_the_state_of_the_event(signed_in, event):
    client = signed_in("organizer", event)
    assert f'action="{PAPERS}all/"' in client.get(PAPERS).content.decode()
    answer = client.post(f"{PAPERS}all/")
    job = Job.objects.get()
    assert (answer["Location"], job.kind, job.parameters["event"]) == (f"/jobs/{job.pk}/", "papers.state", event.slug)
    assert signed_in("foreign", event).post(f"{PAPERS}all/").status_code == 403
    PaperAddress.objects.create(event=event, address="http://192.168.1.20:8000")
    assert "Those not confirmed: 12 sheets" in client.get(f"{PAPERS}filled-sheets/").content.decode()


def test_a_job_makes_the_public_pages_as_files(signed_in):
    event = taken_in(cup(), release=1)
    assert signed_in("foreign").post("/e/cup/desk/papers/site/").status_code == 403
    client = signed_in("organizer", event)
    assert "Public pages as files" in client.get("/e/cup/desk/papers/").content.decode()
    answer = client.post("/e/cup/desk/papers/site/")
    job = Job.objects.get()
    assert answer["Location"] == f"/jobs/{job.pk}/"
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.file_name) == (Job.State.DONE, "cup-site.zip")
    assert job.done == job.total > 30
    with job.file.open("rb") as file:
        assert "cup/index.html" in zipfile.ZipFile(file).namelist()


def test_officials_choose_live_or_released_results(signed_in):
    event = taken_in(cup(), release=1)
    client = signed_in("organizer", event)
    page = client.get("/e/cup/desk/papers/results/").content.decode()
    assert "Only what is released" in page
    assert "Everything that counts so far" in page
    texts = {}
    for view in ("released", "live"):
        client.post("/e/cup/desk/papers/results/", {"language": "en", "size": "A4", "ending": "pdf", "view": view})
        job = Job.objects.latest("pk")
        jobs.run(job.pk)
        texts[view] = text_of(client.get(f"/jobs/{job.pk}/file/").getvalue())
    assert "Session 1" in texts["released"]
    assert "Session 2" not in texts["released"]
    assert "Not released" not in texts["released"]
    assert "Session 3" in texts["live"]
    assert "Not released" in texts["live"]
    wrong = client.post("/e/cup/desk/papers/results/", {"language": "en", "size": "A4", "ending": "pdf", "pages": "a"})
    assert wrong.status_code == 400
    assert "neither a number nor a range: a" in wrong.content.decode()
    # A new release changes the released results.
    client.post("/e/cup/desk/papers/results/", {"language": "en", "size": "A4", "ending": "xlsx", "view": "released"})
    assert client.get("/e/cup/desk/papers/").content.decode().count("no changes") == 1
    release_session(system_actor("测试"), event.sessions.get(number=2))
    assert client.get("/e/cup/desk/papers/").content.decode().count("tone-warn") >= 1


@pytest.mark.django_db
def test_only_released_results_are_public_files():
    event, public = taken_in(cup()), Client()
    names = ("results.pdf", "results.xlsx", "standings.pdf", "standings.csv")
    files = [f"/e/cup/files/{name}" for name in names]
    assert [public.get(path).status_code for path in [*files, "/e/cup/files/x.pdf"]] == [404] * 5
    release_session(system_actor("测试"), event.sessions.get(number=1))
    event.entries.filter(number=8).update(name_consent=False)
    answers = {name: public.get(path) for name, path in zip(names, files, strict=True)}
    assert [answer.status_code for answer in answers.values()] == [200] * 4
    text = text_of(answers["results.pdf"].content)
    assert "Session 1" in text
    assert "Session 2" not in text
    assert "MÜLLER" not in text
    assert answers["standings.csv"].content.startswith(b"\xef\xbb\xbf")
    assert "MÜLLER" not in answers["standings.csv"].content.decode("utf-8-sig")
