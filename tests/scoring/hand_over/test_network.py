"""A laptop fetches an event from a running server, and sends it back over a network that fails."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

from common import jobs
from common.jobs.models import Job
from common.jobs.running import run as run_job
from common.privacy.fields import encrypted
from scoring.hand_over.models import HandOver
from scoring.hand_over.selectors.jobs import FETCH, SEND_BACK
from scoring.hand_over.services.giving import give_back
from scoring.setup.services.setting_up import change_event
from scoring.sheets.models.photos import SheetPhoto
from scoring.sheets.models.sheets import Sheet
from tests.start.processes import free_port
from tests.support.event_generator import make_event
from tests.support.hand_overs import HALL
from tests.support.installations import assert_chains_are_whole
from tests.support.lossy_proxy import CUT_ANSWER, LOSE_ANSWER, LOSE_REQUEST, PASS, REPEAT, lossy_proxy
from tests.support.other_server import OtherServer
from tournament.events.models.events import Event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.server]
IMPORTS = (
    "from django.core.management import call_command",
    "from scoring.hand_over.models import HandOver, LateFile",
    "from scoring.hand_over.services.deciding import decide_back",
    "from scoring.hand_over.services.giving import hand_over",
    "from tests.support.hand_overs import HOME",
    "from tournament.events.models.events import Event",
)


class Home(OtherServer):
    """A server that has handed an event over."""

    def __init__(self, folder: Path, migrated: Path) -> None:
        super().__init__(folder, migrated, make_event(7, 8, 2))
        self.key = self.shell(
            "hand_over(HOME, Event.objects.get(), other='laptop', here='home')", "print(HandOver.objects.get().key)"
        )

    def shell(self, *statements: str) -> str:
        return super().shell(*IMPORTS, *statements)


@pytest.fixture(scope="module")
def home_at_first(tmp_path_factory: pytest.TempPathFactory, migrated_database: Path) -> Home:
    return Home(tmp_path_factory.mktemp("home") / "server", migrated_database)


@pytest.fixture
def home(home_at_first: Home, tmp_path: Path) -> Home:
    return home_at_first.copied(tmp_path / "server")


@pytest.fixture
def port(home: Home) -> Iterator[int]:
    with home.served() as port:
        yield port


@pytest.fixture(autouse=True)
def _own_files(settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "hall"


def done(kind: str, **parameters: str) -> Job:
    """Run a job to its end."""
    job = jobs.start(HALL, kind, parameters=parameters)
    run_job(job.pk)
    job.refresh_from_db()
    return job


def fetched(port: int, key: str) -> Job:
    return done(FETCH, address=f"http://127.0.0.1:{port}", sealed_key=encrypted(key.encode()).decode())


def sent(port: int) -> Job:
    return done(SEND_BACK, event=Event.objects.get().slug, address=f"http://127.0.0.1:{port}")


def problem(job: Job) -> str:
    assert job.state == Job.State.FAILED
    return str(job.result["errors"][0]["message"])


def worked_on() -> None:
    """Change the event in the hall, add a photo of 2.5 MB, and give the event back."""
    event = Event.objects.get()
    change_event(HALL, event, name="Played in the hall", reason="test")
    photo = {"name": "a-photo-of-the-hall", "digest": "0" * 64, "size": 2_500_000, "added_at": timezone.now()}
    SheetPhoto.objects.create(sheet=Sheet.objects.all()[0], kind="jpeg", added_by="hall", **photo)
    default_storage.save("sheet-photos/a-photo-of-the-hall", ContentFile(os.urandom(2_500_000)))
    give_back(HALL, HandOver.objects.get())


def test_an_event_is_fetched_and_sent_back_through_a_network_that_fails(home: Home, port: int) -> None:
    job = fetched(port, home.key)
    assert (job.state, job.result["data"]) == (Job.State.DONE, {"event": Event.objects.get().slug})
    assert HandOver.objects.get().server == f"http://127.0.0.1:{port}"
    worked_on()
    plan = [REPEAT, LOSE_ANSWER, LOSE_REQUEST, CUT_ANSWER]
    with lossy_proxy(port, plan) as proxy:
        assert "does not answer" in problem(sent(proxy.server_port))  # the second part arrived, its answer did not
        assert "does not answer" in problem(sent(proxy.server_port))  # the third part is lost
        assert proxy.met == [REPEAT, LOSE_ANSWER, LOSE_REQUEST]
        assert sent(proxy.server_port).state == Job.State.DONE
        assert proxy.met == [*plan, PASS]  # three parts and the last request: nothing that had arrived came again
        assert sent(proxy.server_port).state == Job.State.DONE
        assert proxy.met == [*plan, PASS]
    assert HandOver.objects.get().fetched_at is not None
    assert_chains_are_whole()
    names = "print(Event.objects.get().name, HandOver.objects.get().state)"
    *chains, last = home.shell("call_command('verify_audit')", names).splitlines()
    assert "event-7" in "\n".join(chains)
    assert last == "Played in the hall back"
    media = home.folder / "media"
    assert (media / "sheet-photos" / "a-photo-of-the-hall").stat().st_size == 2_500_000
    assert not list((media / "hand-over-parts").iterdir())


def test_wrong_keys_addresses_and_times_are_told_in_words(home: Home, port: int) -> None:
    assert "does not know this key" in problem(fetched(port, "AAAA-BBBB"))
    assert "does not answer" in problem(fetched(free_port(), home.key))
    assert "was not given back here" in problem(done(SEND_BACK, event="nothing", address=f"http://127.0.0.1:{port}"))
    fetched(port, home.key)
    assert fetched(port, home.key).result["data"]["event"] == "event-7"  # repeated: it is here
    worked_on()
    home.shell("decide_back(HOME, HandOver.objects.get(), reason='lost')")
    assert "taken back by decision. The file is kept there to be compared" in problem(sent(port))
    assert home.shell("print(LateFile.objects.count(), Event.objects.get().ledger.held_since)") == "1 None"
    assert "this event was taken back: taken back by decision" in problem(fetched(port, home.key))
