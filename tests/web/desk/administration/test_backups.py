"""Tests of backups at the Desk: folder, state on every page, rights."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone, translation

from common.actions.models.audit import AuditEntry
from common.backups.models import BackupPlan
from web.desk.administration.backup_labels import FAULTS, backup_state

PAGE, STATE = "/desk/backups/", "/desk/backups/state/"
KEY = "5c4b5a0e-0000-4000-8000-0000000000b1"


@pytest.mark.parametrize(
    ("columns", "tone", "words"),
    [
        ({"folder": ""}, "warn", "No backups are made"),
        ({}, "wait", "No backup yet"),
        ({"fault": "gone"}, "stop", "No backup yet"),
        ({"age": 0}, "ok", "Backup 0 minutes old"),
        ({"age": 21}, "ok", "Backup 21 minutes old"),
        ({"age": 22}, "warn", "Backup 22 minutes old"),
        ({"age": 120, "fault": "full"}, "stop", "Backup 2 hours old"),
    ],
)
def test_age_and_failure_are_shown_as_text(columns: dict, tone: str, words: str) -> None:
    now = timezone.now()
    age = columns.pop("age", None)
    made_at = None if age is None else now - timedelta(minutes=age)
    state = backup_state(BackupPlan(**{"folder": "/stick", "good_at": made_at} | columns), now)
    assert (state.tone, state.words, bool(state.fault)) == (tone, words, "fault" in columns)


@pytest.mark.parametrize("language", ["zh-hans", "en", "ja"])
def test_every_fault_has_a_sentence(language: str) -> None:
    with translation.override(language):
        sentences = {
            backup_state(BackupPlan(folder="/stick", fault=fault, fault_detail="EIO"), timezone.now()).fault
            for fault in FAULTS
        }
    assert len(sentences) == len(FAULTS)
    assert not any("%(" in sentence for sentence in sentences)


def test_an_administrator_chooses_the_folder_and_the_number(signed_in, event, tmp_path: Path) -> None:
    client = signed_in("administrator")
    page = client.get(PAGE).content.decode()
    assert "No backups are made" in page
    wrong = client.post(PAGE, {"key": KEY, "folder": str(tmp_path / "gone"), "keep": "12"})
    assert wrong.status_code == 400
    page = wrong.content.decode()
    assert "This folder does not exist on this machine. Is the USB stick plugged in?" in page
    assert f'value="{tmp_path / "gone"}"' in page
    client.post(PAGE, {"key": KEY, "folder": str(tmp_path), "keep": "12"})
    plan = BackupPlan.objects.get()
    assert (plan.folder, plan.keep, plan.good_at) == (str(tmp_path), 12, None)
    assert plan.wanted_at is not None
    entry = AuditEntry.objects.get(action="backup.choose")
    assert entry.after == {"folder": str(tmp_path), "keep": 12}
    assert f"restore {tmp_path}/pinju-backup" in client.get(PAGE).content.decode()


@pytest.mark.parametrize("folder", ["stick", "~/stick"])
def test_a_folder_is_a_whole_path(signed_in, event, folder: str) -> None:
    answer = signed_in("administrator").post(PAGE, {"key": KEY, "folder": folder, "keep": "12"})
    assert "Type the full path" in answer.content.decode()


def test_a_folder_in_the_data_directory_is_refused(signed_in, event, settings) -> None:
    answer = signed_in("administrator").post(PAGE, {"key": KEY, "folder": str(settings.HOME), "keep": "12"})
    assert "data is in this folder" in answer.content.decode()


def test_a_button_requests_a_backup_now(signed_in, event, tmp_path: Path) -> None:
    BackupPlan.objects.create(pk=1, folder=str(tmp_path), tried_at=timezone.now())
    assert signed_in("administrator").post(f"{PAGE}now/")["Location"] == PAGE
    plan = BackupPlan.objects.get()
    assert plan.wanted_at > plan.tried_at


def test_a_desk_page_polls_the_backup_state_and_gets_only_changes(signed_in, event) -> None:
    client = signed_in("organizer", event)
    assert f'hx-get="{STATE}" hx-trigger="load"' in client.get(f"/e/{event.slug}/desk/").content.decode()
    BackupPlan.objects.create(pk=1, folder="/stick", good_at=timezone.now(), fault="gone")
    page = client.get(STATE).content.decode()
    assert "Backup 0 minutes old" in page
    assert "The folder does not exist. Is the USB stick plugged in?" in page
    again = page.split('hx-get="')[1].split('"')[0]
    assert client.get(again).status_code == 204
    BackupPlan.objects.update(fault="")
    assert "Is the USB stick plugged in?" not in client.get(again).content.decode()


@pytest.mark.parametrize(
    ("role", "page", "state"), [("organizer", 403, 200), ("house", 403, 200), ("nobody", 403, 204)]
)
def test_roles_see_backup_page_and_state(signed_in, event, role: str, page: int, state: int) -> None:
    client = signed_in(role, event)
    assert [client.get(PAGE).status_code, client.post(f"{PAGE}now/").status_code] == [page, page]
    assert client.get(STATE).status_code == state
