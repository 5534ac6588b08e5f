"""A hall sends its packages to a server over the network: in order, once, and again after every kind of fault."""

import json
from datetime import timedelta
from functools import partial
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.db.models import F
from django.utils import timezone

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from common.actions.models.ledgers import Ledger
from common.jobs.models import Job
from common.jobs.running import run
from scoring.hand_over.services.taking import take_back
from scoring.publishing.exports import NotSent, PublicationServer
from scoring.publishing.models import OwnPackage, Publication, ReceivedPackage
from scoring.publishing.selectors.labels import PROBLEMS, problem_text
from scoring.publishing.services.packages import start_sending
from scoring.publishing.services.receiving import start_over
from scoring.publishing.services.targets import choose_server, stop_sending
from scoring.releases.services.releasing import release_session
from scoring.tasks.publishing import publications as sweep
from tests.support.cup import cup, taken_in
from tests.support.finals import final_document
from tests.support.hand_overs import file_back, given, package_in
from tests.support.installations import assert_chains_are_whole
from tests.support.lossy_proxy import CUT_ANSWER, LOSE_ANSWER, LOSE_REQUEST, REPEAT, lossy_proxy
from tests.support.publishing import ACTOR, changed, hall_token, publishing, received, run_jobs
from tests.support.threads import together
from tests.support.webhooks import receiving
from tournament.access.models import ApiToken
from tournament.events.models.events import Event
from tournament.people.models.accounts import PEOPLE, Role

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _empty_throttles() -> None:
    cache.clear()


@pytest.fixture
def event(db) -> Event:
    return taken_in(cup(), release=1)


def minute() -> list[Job]:
    """Let a minute pass: the sweep, and the jobs that it starts."""
    Publication.objects.update(next_at=None)
    sweep()
    return run_jobs()


def problem() -> str:
    return Publication.objects.get(event__slug="cup").problem


def numbers() -> list[int]:
    return list(ReceivedPackage.objects.values_list("number", flat=True))


def same_chain() -> bool:
    """Whether the server has exactly the packages of the hall, with the newest content."""
    columns = ("number", "header", "signature", "digest")
    own, there = OwnPackage.objects.values_list(*columns), ReceivedPackage.objects.values_list(*columns)
    newest = OwnPackage.objects.latest("number").content
    return list(own) == list(there) and ReceivedPackage.objects.latest("number").content == newest


def test_each_release_is_sent_at_once_and_other_changes_within_a_minute(live_server, event: Event) -> None:
    publishing(event, live_server.url)
    [job] = run_jobs()
    assert (job.state, job.result["messages"]) == (Job.State.DONE, ["1 package was sent."])
    release_session(ACTOR, event.sessions.get(number=2))
    run_jobs()
    assert numbers() == [1, 2]
    Event.objects.update(venue="Paris")
    Ledger.objects.filter(event=event).update(public=99)
    minute()
    assert numbers() == [1, 2, 3]
    assert same_chain()
    assert json.loads(ReceivedPackage.objects.latest("number").content)["event"]["place"] == "Paris"
    assert not OwnPackage.objects.filter(sent_at=None).exists()
    assert minute() == []


def test_what_waited_is_sent_in_order_and_only_the_newest_has_content(live_server, event: Event) -> None:
    with receiving() as receiver:
        address = receiver.address.removesuffix("/hook")
    token = hall_token(event)
    publishing(event, address, token)
    [job] = run_jobs()
    assert (job.state, problem()) == (Job.State.FAILED, "no-answer")
    assert problem_text("no-answer") in str(job.result)
    for _number in range(3):
        changed(event)
    publishing(event, live_server.url, token)
    run_jobs()
    assert numbers() == [1, 2, 3, 4]
    assert same_chain()
    assert list(ReceivedPackage.objects.exclude(content="").values_list("number", flat=True)) == [4]
    assert problem() == ""


@pytest.mark.parametrize("fault", [LOSE_REQUEST, LOSE_ANSWER, CUT_ANSWER, REPEAT])
def test_lost_cut_and_repeated_requests_leave_each_package_once(live_server, event: Event, fault: str) -> None:
    with lossy_proxy(urlsplit(live_server.url).port, [fault, "pass", fault]) as proxy:
        publishing(event, f"http://127.0.0.1:{proxy.server_port}")
        for _number in range(3):
            changed(event)
        for _minute in range(5):
            minute()
        assert proxy.met[:3] == [fault, "pass", fault]
    assert numbers() == [1, 2, 3, 4]
    assert same_chain()


def test_a_failed_try_waits_longer_each_time_and_a_release_tries_at_once(event: Event) -> None:
    with receiving() as receiver:
        address = receiver.address.removesuffix("/hook")
    publishing(event, address)
    run_jobs()
    assert sweep() == {}
    assert run_jobs() == [], "the next try is in a minute"
    waits = []
    for _minute in range(3):
        minute()
        row = Publication.objects.get()
        waits.append(round((row.next_at - row.tried_at) / timedelta(minutes=1)))
    assert waits == [2, 4, 8]
    release_session(ACTOR, event.sessions.get(number=2))
    assert len(run_jobs()) == 1


def test_two_senders_at_once_send_each_package_once(live_server, event: Event) -> None:
    publishing(event, live_server.url)
    for _number in range(4):
        changed(event)
    Job.objects.all().delete()
    jobs = []
    for _sender in range(2):
        start_sending(event)
        [job] = Job.objects.filter(state=Job.State.QUEUED)
        Job.objects.filter(pk=job.pk).update(state=Job.State.CANCELLED)
        jobs.append(job.pk)
    Job.objects.filter(pk__in=jobs).update(state=Job.State.QUEUED)
    together(*(partial(run, job) for job in jobs))
    assert {job.state for job in Job.objects.filter(pk__in=jobs)} <= {Job.State.DONE, Job.State.FAILED}
    minute()
    assert numbers() == [1, 2, 3, 4, 5]
    assert same_chain()


def test_a_server_from_a_backup_gets_again_what_it_lost(live_server, event: Event) -> None:
    publishing(event, live_server.url)
    for _number in range(2):
        changed(event)
        minute()
    ReceivedPackage.objects.filter(number__gt=1).delete()
    release_session(ACTOR, event.sessions.get(number=2))
    run_jobs()
    assert numbers() == [1, 2, 3, 4]
    assert same_chain()


def test_another_machine_is_refused_until_the_server_accepts_it(live_server, event: Event) -> None:
    publishing(event, live_server.url)
    changed(event)
    run_jobs()
    OwnPackage.objects.all().delete()
    Publication.objects.all().delete()
    publishing(Event.objects.get(), live_server.url)
    run_jobs()
    assert (problem(), numbers()) == ("other-chain", [1, 2])
    start_over(ACTOR, Event.objects.get())
    minute()
    assert (problem(), numbers()) == ("", [1])
    assert same_chain()


def test_another_machine_is_accepted_while_the_hall_holds_the_event_and_the_event_comes_back(event: Event) -> None:
    """The chain of the event goes on in the hall, so the entry is in the chain of the server's accounts."""
    received(event)
    row = given(Event.objects.get(pk=event.pk))
    ledger = Ledger.objects.get(pk=event.ledger_id)
    start_over(ACTOR, Event.objects.get(pk=event.pk), reason="the laptop fell")
    assert not ReceivedPackage.objects.exists()
    after = Ledger.objects.get(pk=event.ledger_id)
    assert (after.audit_seq, after.audit_hash) == (ledger.audit_seq, ledger.audit_hash)
    entry = Ledger.objects.get(name=PEOPLE).audit_entries.get()
    assert (entry.action, entry.about, entry.reason) == (
        "publishing.start_over",
        f"event:{event.slug}",
        "the laptop fell",
    )
    take_back(ACTOR, row, package=package_in(file_back(row)))
    assert_chains_are_whole()


ANSWERS = {302: "no-pinju", 404: "event", 409: "changed", 422: "refused", 429: "busy", 503: "fault"}


@pytest.mark.parametrize(("status", "expected"), ANSWERS.items())
def test_answers_of_other_programs_are_told_in_words(event: Event, status: int, expected: str) -> None:
    with receiving() as receiver:
        receiver.status = status
        server = PublicationServer(receiver.address.removesuffix("/hook"), "token", event.slug)
        with pytest.raises(NotSent) as raised:
            server.put(changed(event))
        assert raised.value.problem == expected
        receiver.status = 200
        with pytest.raises(NotSent, match="no-pinju"):
            server.state()
    assert set(PROBLEMS) >= {expected}


def test_a_wrong_token_or_event_is_told_in_words(live_server, event: Event) -> None:
    other = taken_in(cup(id="other"), release=1)
    reading, revoked, dismissed = (hall_token(event) for _token in range(3))
    newest = list(ApiToken.objects.order_by("pk"))
    ApiToken.objects.filter(pk=newest[0].pk).update(scopes=["registry:read"])
    ApiToken.objects.filter(pk=newest[1].pk).update(revoked_at=timezone.now())
    Role.objects.filter(account=newest[2].account).delete()
    cases = [("no token", "token"), (hall_token(other), "right"), (reading, "right"), (revoked, "token")]
    cases.append((dismissed, "right"))
    for token, expected in cases:
        publishing(event, live_server.url, token)
        run_jobs()
        assert problem() == expected
    assert numbers() == []
    audited = str(list(AuditEntry.objects.values()))
    assert not [token for token, _expected in cases[1:] if token in audited]


def test_a_server_is_chosen_changed_and_left(live_server, event: Event) -> None:
    choices = [
        ("http://federation.example", "t", "address"),
        ("federation example", "t", "address"),
        ("https://federation.example", "", "token"),
    ]
    for address, token, where in choices:
        with pytest.raises(Refused) as refused:
            choose_server(ACTOR, event, address=address, token=token)
        assert refused.value.where == where
    publishing(event, live_server.url)
    run_jobs()
    choose_server(ACTOR, event, address=live_server.url, token="")
    assert Publication.objects.get().token, "the token is kept"
    with pytest.raises(Refused, match="was made on this server"):
        choose_server(ACTOR, event, address="https://elsewhere.example", token="")
    choose_server(ACTOR, event, address="https://elsewhere.example", token="another")
    assert OwnPackage.objects.filter(sent_at=None).count() == 1, "the new server has nothing yet"
    stop_sending(ACTOR, event)
    Job.objects.all().delete()
    release_session(ACTOR, event.sessions.get(number=2))
    assert (minute(), Publication.objects.get().token) == ([], "")
    with pytest.raises(Refused):
        stop_sending(ACTOR, event)
    start_sending(event)
    assert not Job.objects.exists()
    event.rehearsal = True
    event.save()
    with pytest.raises(Refused, match="rehearsal"):
        choose_server(ACTOR, event, address=live_server.url, token="t")


def test_a_job_of_a_stopped_publication_says_so(event: Event) -> None:
    publishing(event, "https://federation.example", "t")
    stop_sending(ACTOR, event)
    [job] = run_jobs()
    assert "not published online" in str(job.result)


def test_an_event_of_which_no_package_can_be_made_stops_no_other(event: Event) -> None:
    damaged = taken_in(final_document(), release=1)
    for each in (damaged, event):
        changed(each)
        Event.objects.filter(pk=each.pk).update(venue="Another hall")
        Ledger.objects.filter(pk=each.ledger.pk).update(public=F("public") + 1)
    Publication.objects.filter(event=damaged).update(key="no key")
    sweep()
    assert [each.own_packages.latest("number").number for each in (damaged, event)] == [2, 3]
