"""The operator's check of everything: what it finds, what it advises, and that it holds no secret."""

import json
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Event

import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from common.actions import audit
from common.actions.models.audit import AuditEntry
from common.backups.models import BackupPlan
from common.doctor import checks
from common.doctor.findings import Diagnosis, State, worst
from common.infrastructure import health
from tests.start.processes import free_port
from tests.support.events import small_event
from tests.support.serving import serving

pytestmark = pytest.mark.django_db


@pytest.fixture
def keys(settings, tmp_path: Path) -> Path:
    """Return the file of the key of private data in a folder of this test."""
    settings.PRIVATE_DATA_KEY_FILE, settings.CERTIFICATE_KEYS = tmp_path / "private.txt", tmp_path / "keys"
    settings.PUSH_KEY_FILE = tmp_path / "push.txt"
    return settings.PRIVATE_DATA_KEY_FILE


@pytest.fixture
def site(request) -> Iterator[str]:
    """Yield the address of a site whose robots.txt has the text of the test's parameter, {root} being the address."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(request.param.replace("{root}", root).encode())

        def log_message(self, *_args: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Answer)
    root = f"http://127.0.0.1:{server.server_port}"
    with serving(server):
        yield root


def test_every_check_is_printed_as_json_and_a_failed_one_is_the_exit_status(capsys, keys: Path) -> None:
    keys.write_bytes(b"damaged")
    keys.chmod(0o600)
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", "--json")
    assert ended.value.code == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["status"] == "failed"
    assert list(answer["checks"]) == [
        *("database", "migrations", "cache", "queue", "worker", "disk"),
        *("release", "mail", "push", "clock", "keys", "files", "backups", "archives", "hosts", "proxy"),
    ]
    damaged = {"state": "failed", "finding": "private.txt is damaged"}
    assert answer["checks"]["keys"].items() >= damaged.items()


def test_a_person_reads_the_advice_below_what_failed(capsys) -> None:
    with pytest.raises(SystemExit):
        call_command("doctor")  # no worker runs in the tests
    lines = capsys.readouterr().out.splitlines()
    line = next(number for number, text in enumerate(lines) if text.split()[:2] == ["failed", "worker"])
    assert lines[line + 1].strip() == f"-> {checks.ADVICE['worker']}"


def test_a_check_that_does_not_end_may_be_an_overloaded_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MONITORING_SECONDS", 0.01)
    ended = Event()
    names = {name: health.Check(name, lambda: None) for name in health.CHECKS}
    monkeypatch.setattr(health, "CHECKS", names | {"cache": health.Check("cache", lambda: ended.wait(60))})
    found = checks.diagnose()["cache"]
    ended.set()
    assert found.finding == "no answer in time"
    assert found.advice.startswith(
        "If this machine is overloaded (uptime), run the doctor again later. Otherwise: Start"
    )


def test_keys_that_other_users_can_read_fail(keys: Path) -> None:
    assert checks.keys().finding == "made when the first private data is stored"
    keys.write_bytes(Fernet.generate_key())
    keys.chmod(0o600)
    assert checks.keys() == Diagnosis(State.OK, "1 files, readable by this user only")
    keys.chmod(0o640)
    assert checks.keys().finding == "other users can read private.txt"


def test_backups_are_judged_by_folder_fault_and_age(settings, tmp_path: Path) -> None:
    settings.BACKUP_FOLDER = ""
    assert checks.backups().finding == "no folder is chosen"
    plan = BackupPlan.objects.create(pk=BackupPlan.ONLY, folder=str(tmp_path))
    assert checks.backups().state is State.WARNING
    plan.good_at = timezone.now() - timedelta(minutes=5)
    plan.save()
    assert checks.backups() == Diagnosis(State.OK, f"the newest is 5 minutes old, in {tmp_path}")
    plan.good_at = timezone.now() - timedelta(minutes=31)
    plan.save()
    assert checks.backups().state is State.FAILED
    plan.fault, plan.fault_detail = "no_room", "disk full"
    plan.save()
    assert checks.backups().finding == "the last one failed: no_room disk full"


def test_a_clock_before_the_last_audit_entry_fails() -> None:
    ledger = small_event().ledger
    assert checks.clock().state is State.OK
    tomorrow = timezone.now() + timedelta(days=1)
    audit.append(ledger, AuditEntry(at=tomorrow, action="test", actor_ref="x", actor_name="x", about="x"))
    assert checks.clock().finding == f"it is before the last entry of the audit log ({tomorrow:%Y-%m-%d %H:%M} UTC)"


def test_mail_is_tried_without_sending(settings) -> None:
    assert checks.mail().state is State.OFF
    settings.SENDS_MAIL, settings.EMAIL_HOST, settings.EMAIL_PORT = True, "127.0.0.1", free_port()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert checks.mail().state is State.FAILED


def test_messages_to_phones_need_a_contact_and_https(settings) -> None:
    assert checks.push().state is State.OFF
    settings.PUSH_CONTACT, settings.HTTPS = "operator@pinju.example", True
    assert checks.push().finding == "PINJU_PUSH is not a contact"
    settings.PUSH_CONTACT = "mailto:operator@pinju.example"
    finding = "offered to players; the contact is mailto:operator@pinju.example"
    assert checks.push() == Diagnosis(State.OK, finding)
    settings.HTTPS = False
    assert checks.push().finding == "browsers take messages by https only"


def test_hosts_and_https(settings) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1"]
    assert checks.hosts().finding == "only this machine can open the pages"
    settings.ALLOWED_HOSTS, settings.HTTPS = ["localhost", "pinju.example"], False
    assert checks.hosts() == Diagnosis(State.WARNING, "pinju.example by plain http", checks.hosts().advice)
    settings.HTTPS = True
    assert checks.hosts() == Diagnosis(State.OK, "pinju.example by https")
    settings.ALLOWED_HOSTS = ["*"]
    assert checks.hosts().state is State.FAILED


@pytest.mark.parametrize("site", ["User-agent: *\nSitemap: {root}/sitemap.xml\n"], indirect=True)
def test_a_proxy_that_passes_on_the_address_is_right(settings, site: str) -> None:
    settings.HTTPS = False
    assert checks.proxy("").state is State.OFF
    assert checks.proxy(f"{site}/") == Diagnosis(State.OK, f"{site} is passed on with its host and scheme")
    settings.HTTPS, settings.PROXIES = True, 0
    assert checks.proxy(site).finding == "the proxy is not named"


@pytest.mark.parametrize("site", ["Sitemap: http://127.0.0.1:8001/sitemap.xml\n"], indirect=True)
def test_a_proxy_that_hides_the_address_fails(settings, site: str) -> None:
    settings.HTTPS = False
    assert checks.proxy(site).finding == f"pages that are opened at {site} link to another address"
    assert checks.proxy(f"http://127.0.0.1:{free_port()}").finding.endswith("does not answer (URLError)")


def test_checks_that_need_the_database_are_left_out_without_its_tables() -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {BackupPlan._meta.db_table} RENAME TO elsewhere")
    assert checks.diagnose()["backups"] == Diagnosis(State.OFF, "needs the database", checks.ADVICE["database"])


def test_checks_do_not_wait_for_a_database_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise health.Failed("does not answer")

    monkeypatch.setattr(health, "CHECKS", health.CHECKS | {"database": health.Check("database", refused)})
    found = checks.diagnose()
    assert found["database"] == Diagnosis(State.FAILED, "does not answer", checks.ADVICE["database"])
    left_out = {name for name, diagnosis in found.items() if diagnosis.finding == "needs the database"}
    assert left_out == {"migrations", "release", "clock", "backups", "archives"}


def test_the_worst_state_is_that_of_all() -> None:
    assert worst({"a": Diagnosis(State.OFF, ""), "b": Diagnosis(State.OK, "")}) is State.OK
    assert worst({"a": Diagnosis(State.WARNING, ""), "b": Diagnosis(State.OK, "")}) is State.WARNING
    assert worst({"a": Diagnosis(State.WARNING, ""), "b": Diagnosis(State.FAILED, "")}) is State.FAILED
