"""The Desk's page “Upload the public pages”: folder and account, state, test, stopping."""

from pathlib import Path

import pytest

from scoring.site_upload.models import SiteUpload
from tests.support.publishing import run_jobs
from tests.support.sftp import ACCOUNT, PASSWORD, running_sftp
from tests.support.site_uploads import uploading
from tests.web.desk.conftest import document, taken_in
from tournament.events.models.events import Event

PAGE = "/e/event-1/desk/publish/site/"
pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db) -> Event:
    return taken_in(document())


@pytest.mark.django_db(transaction=True)
def test_an_organizer_uploads_tests_and_stops(signed_in, event: Event, tmp_path: Path) -> None:
    organizer = signed_in("organizer", event)
    assert "The public pages are not uploaded anywhere." in organizer.get(PAGE).text
    with running_sftp(tmp_path) as server:
        typed = {"address": server.address, "account": ACCOUNT, "secret": PASSWORD}
        page = organizer.post(PAGE, typed, follow=True).text
        assert "The folder is saved. Nothing was uploaded yet: test the connection." in page
        assert (PASSWORD in page, "waiting" in page, "ssh-ed25519" in page) == (False, True, False)
        tested = organizer.post(f"{PAGE}test/")["Location"]
        run_jobs()
        assert "A file was written there and deleted again." in organizer.get(tested).text
        page = organizer.get(PAGE).text
        assert server.host_key.fingerprint in page
        assert f"<dd>{len(SiteUpload.objects.get().sent)}</dd>" in page
        now = organizer.post(f"{PAGE}now/")["Location"]
        run_jobs()
        assert "To the upload of the public pages" in organizer.get(now).text
    assert (tmp_path / "event-1" / "index.html").is_file()
    assert "Nothing more is uploaded." in organizer.post(f"{PAGE}stop/", follow=True).text
    assert "not uploaded anywhere" in organizer.post(f"{PAGE}stop/", follow=True).text


def test_wrong_input_stands_at_its_field_and_nothing_is_lost(signed_in, event: Event) -> None:
    organizer = signed_in("organizer", event)
    for address, words in (
        ("ftp://club.example/www", "This is not the address of a folder."),
        ("sftp://me@club.example/www", "Enter the account in its own field."),
        ("http://s3.example/club", "Use https"),
        ("https://s3.example", "Enter the bucket"),
        ("https://s3.example/club", "Enter the secret key of this account."),
        ("", "</span>Fill in this field."),
    ):
        answer = organizer.post(PAGE, {"address": address, "account": "my-account", "secret": ""})
        assert answer.status_code == 400
        assert (words in answer.text, "my-account" in answer.text) == (True, True), address
        assert f'value="{address}"' in answer.text or not address
    assert not SiteUpload.objects.exists()


def test_an_empty_password_keeps_the_one_of_the_same_account(signed_in, event: Event) -> None:
    organizer = signed_in("organizer", event)
    uploading(event)
    typed = {"address": "sftp://127.0.0.1:9/www", "account": ACCOUNT, "secret": ""}
    organizer.post(PAGE, typed)
    assert SiteUpload.objects.get().secret == PASSWORD
    page = organizer.post(PAGE, typed | {"account": "other"}, follow=True).text
    assert SiteUpload.objects.get().secret == ""
    assert "ssh-ed25519" in page


def test_only_organizers_and_administrators_upload(signed_in, event: Event) -> None:
    uploading(event)
    for role in ("referee", "scorekeeper", "chief-referee", "committee", "house", "nobody", "foreign"):
        client = signed_in(role, event)
        assert client.get(PAGE).status_code == 403, role
        for path in ("test/", "now/", "stop/"):
            assert client.post(f"{PAGE}{path}").status_code == 403, (role, path)
    assert SiteUpload.objects.exists()
