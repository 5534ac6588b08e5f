"""The administrators' page of archived audits."""

from html import unescape

from common import jobs
from common.actions.models.archives import AuditArchive
from common.actions.models.ledgers import Ledger
from common.actions.permissions import system_actor
from common.archives.services import archive_years
from common.jobs.models import Job
from tests.support.archives import archived_chain, old_chain

PAGE = "/desk/archives/"


def test_an_administrator_archives_all_chains_by_a_job_and_brings_a_year_back(event, signed_in) -> None:
    old_chain("event:long-ago")
    client = signed_in("administrator")
    assert "No year is archived yet." in client.get(PAGE).text
    answer = client.post(PAGE, {"keep_years": "1"})
    assert (answer.status_code, answer["Location"].startswith("/jobs/")) == (302, True)
    job = Job.objects.get(kind="audit.archive")
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.result["messages"]) == ("done", ["Entries moved into files: 3."])
    page = client.get(PAGE).text
    first, second = AuditArchive.objects.all()
    backs = [page.count(f'action="{PAGE}{archive.pk}/back/"') for archive in (first, second)]
    assert (backs, page.count("Bring the later years back first.")) == ([0, 1], 1)
    for text in ("event:long-ago", ">2019<", ">2020<", first.name, second.name):
        assert text in page
    entry = Ledger.objects.get(name="event:long-ago").audit_entries.get(action="audit.archive")
    assert entry.actor_name == "administrator"
    answer = client.post(f"{PAGE}{second.pk}/back/", follow=True)
    assert "The entries are in the database again." in answer.text
    assert list(AuditArchive.objects.values_list("year", flat=True)) == [2019]


def test_audits_have_the_names_of_what_they_are_about(event, signed_in) -> None:
    people, _archives = archived_chain()
    Ledger.objects.filter(name="people").update(name="people before")
    Ledger.objects.filter(pk=people.pk).update(name="people")
    ledger, _archives = archived_chain("event:spring-2019")
    type(event).objects.filter(pk=event.pk).update(ledger=ledger, name="Spring cup 春季杯")
    page = signed_in("administrator").get(PAGE).text
    assert [page.count(name) for name in ("People and accounts", "Spring cup 春季杯", "event:spring")] == [2, 2, 0]


def test_fewer_years_than_one_are_refused_at_the_field(event, signed_in) -> None:
    answer = signed_in("administrator").post(PAGE, {"keep_years": "0"})
    assert answer.status_code == 400
    assert not Job.objects.filter(kind="audit.archive").exists()


def test_others_than_administrators_see_nothing_of_it(event, signed_in) -> None:
    _ledger, [first, _second] = archived_chain()
    for name in ("organizer", "nobody"):
        client = signed_in(name, event)
        assert client.get(PAGE).status_code == 403
        assert client.post(f"{PAGE}{first.pk}/back/").status_code == 403
    assert AuditArchive.objects.count() == 2


def test_the_audit_page_of_an_event_says_which_years_are_in_a_file(event, signed_in) -> None:
    ledger = old_chain("event:of-page")
    archive_years(system_actor("test"), ledger=ledger, keep_years=1)
    type(event).objects.filter(pk=event.pk).update(ledger=ledger)
    client = signed_in("administrator")
    page = unescape(client.get("/e/event-1/desk/audit/").text)
    assert "2019: entries 1 to 2 are in a file since" in page
    assert "2020: entries 3 to 3 are in a file since" in page
    assert "The chain is complete: 5 entries." in client.post("/e/event-1/desk/audit/").text
