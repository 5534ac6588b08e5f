"""Tests of importing and exporting an event through pages and jobs."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from common import jobs
from common.actions.models.audit import AuditEntry
from common.files.json_files import dump
from common.jobs.models import Job
from tests.web.desk.conftest import contradicting, document, taken_in
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role

KEY = "5c4b5a0e-0000-4000-8000-000000000001"


def upload(client, raw: bytes, name: str = "event.json", key: str = KEY):
    return client.post("/desk/import/", {"key": key, "file": SimpleUploadedFile(name, raw)})


def done(answer) -> Job:
    """Run the job that the response redirects to, as a worker would."""
    assert answer.status_code == 302
    job = Job.objects.order_by("-pk").first()
    assert answer["Location"] == f"/jobs/{job.pk}/"
    jobs.run(job.pk)
    job.refresh_from_db()
    return job


def test_an_event_is_imported_by_a_job_and_its_importer_becomes_organizer(signed_in, account_of):
    house = signed_in("house")
    job = done(upload(house, dump(contradicting(document(), (2, 3)))))
    assert (job.state, job.done, job.total) == (Job.State.DONE, 2, 2)
    assert job.result["data"] == {"event": "event-1", "written": True, "contradictions": 1}
    event = Event.objects.get(slug="event-1")
    assert [(role.account.username, role.name) for role in event.roles.all()] == [("house", Role.Name.ORGANIZER)]
    entry = AuditEntry.objects.get(action="event.import")
    account = account_of("house")
    assert (entry.actor_ref, entry.actor_name) == (f"account:{account.pk}", "house")
    assert entry.after == {"players": 16, "sessions": 3, "organizer": f"account:{account.pk}"}
    page = house.get(f"/jobs/{job.pk}/").content.decode()
    assert "1 table does not add up." in page
    for address in ("/e/event-1/", "/e/event-1/desk/", "/e/event-1/desk/contradictions/"):
        assert f'href="{address}"' in page
        assert house.get(address).status_code == 200


def test_persons_of_the_same_name_are_named(signed_in):
    taken_in(document("other"))
    job = done(upload(signed_in("house"), dump(document())))
    names = [player["name"] for player in document()["players"]]
    [sentence] = [text for text in job.result["messages"] if "not merged" in text]
    assert all(name in sentence for name in names)


def test_a_form_sent_twice_imports_once(signed_in):
    house = signed_in("house")
    first, second = (done(upload(house, dump(document()))) for _time in range(2))
    assert first.result == second.result
    assert Event.objects.count() == 1
    assert AuditEntry.objects.filter(action="event.import").count() == 1


def test_importing_the_same_file_again_changes_nothing_and_grants_no_role(signed_in):
    taken_in(document())
    job = done(upload(signed_in("house"), dump(document())))
    assert job.result["data"] == {"event": "event-1", "written": False}
    assert "nothing was changed" in job.result["messages"][0]
    assert not Role.objects.exists()


@pytest.mark.parametrize(
    ("raw", "where", "message"),
    [
        (b"%PDF-1.7", "", "this is not JSON: line 1, column 1"),
        (b'{"name": "package"}', "format", "is missing"),
        (b'{"format": "mcr-event/2"}', "format", ""),
        (b"\xff\xfe", "", "the file is not UTF-8 text (byte 1)"),
        (b"[" * 100 + b"]" * 100, "", "brackets are nested deeper"),
    ],
)
def test_a_wrong_file_lists_its_errors_and_nothing_is_written(signed_in, raw, where, message):
    house = signed_in("house")
    job = done(upload(house, raw))
    assert job.state == Job.State.FAILED
    assert any(error["where"] == where and message in error["message"] for error in job.result["errors"])
    assert not Event.objects.exists()
    assert "The task failed" in house.get(f"/jobs/{job.pk}/").content.decode()


@pytest.mark.parametrize(
    ("raw", "is_named"),
    [
        (b"%PDF-1.7", True),
        (b"{}", True),
        (b"[1]", True),
        (b'{"format": 1}', True),
        (b'{"format": "mcr-event/2"}', False),
    ],
)
def test_the_first_sentence_says_that_a_file_is_no_event_file(signed_in, raw, is_named):
    job = done(upload(signed_in("house"), raw))
    first = job.result["errors"][0]
    assert (first == {"where": "", "message": "This is not an event file."}) is is_named


def test_errors_equal_those_of_the_command(signed_in, tmp_path, capsys):
    wrong = document()
    hand = wrong["sessions"][0]["tables"][1]["hands"][3]
    hand.clear()
    hand.update(no=4, winner="E", discarder="E", points=7)
    job = done(upload(signed_in("house"), dump(wrong)))
    file = tmp_path / "wrong.json"
    file.write_bytes(dump(wrong))
    with pytest.raises(SystemExit):
        call_command("import_event", str(file))
    shown = [f"{error['where']}: {error['message']}" for error in job.result["errors"]]
    assert shown == capsys.readouterr().err.splitlines()
    assert any(line.startswith("sessions[0].tables[1].hands[3]") for line in shown)


def test_an_id_that_exists_with_other_content_is_refused(signed_in, event):
    job = done(upload(signed_in("house"), dump(document(sessions=2))))
    [error] = job.result["errors"]
    assert error["where"] == "event.id"


def test_a_refused_file_links_back_to_the_upload_page(signed_in):
    house = signed_in("house")
    wrong = done(upload(house, b"{}"))
    right = done(upload(house, dump(document()), key="another"))
    pages = [house.get(f"/jobs/{job.pk}/").content.decode() for job in (wrong, right)]
    assert ['href="/desk/import/"' in page for page in pages] == [True, False]


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (None, "</span>Choose here."),
        (b"", "The file is empty."),
        (b"[" + b" " * 11_000_000 + b"]", "This file is larger than 10 MB and was not read."),
    ],
)
def test_a_missing_or_too_large_file_starts_no_job(signed_in, file, sentence):
    house = signed_in("house")
    answer = house.post("/desk/import/", {"key": KEY}) if file is None else upload(house, file)
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert not Job.objects.exists()


def test_an_account_that_lost_the_right_before_the_job_writes_nothing(signed_in, account_of):
    answer = upload(signed_in("house"), dump(document()))
    account = account_of("house")
    account.is_staff = False
    account.save()
    job = done(answer)
    assert job.state == Job.State.FAILED
    assert not Event.objects.exists()


def test_the_event_file_is_made_by_a_job_and_downloaded_from_its_page(signed_in, event):
    committee = signed_in("committee", event)
    job = done(committee.post("/e/event-1/desk/file/"))
    answer = committee.get(f"/jobs/{job.pk}/file/")
    assert answer["Content-Disposition"] == 'attachment; filename="event-1.json"'
    assert json.loads(answer.getvalue())["event"]["id"] == "event-1"
    assert signed_in("organizer", event).get(f"/jobs/{job.pk}/file/").status_code == 404
