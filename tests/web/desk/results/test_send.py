"""The page after the end of an event, and the federation's workbook that it offers."""

import io

import openpyxl
import pytest

from common import jobs
from common.jobs.models import Job
from tests.support.cup import cup, taken_in


@pytest.mark.parametrize(("ticked", "columns"), [({"weight_column": "on"}, 19), ({}, 18)])
def test_an_organizer_checks_and_makes_the_federations_workbook(signed_in, db, ticked, columns):
    event = taken_in(cup(), release=2)
    client = signed_in("organizer", event)
    page = client.get(f"/e/{event.slug}/desk/send/").content.decode()
    assert "Played but without a rank, so not in the list: 6 " in page
    paper = f"/e/{event.slug}/desk/papers/federation/"
    assert "With the column of the weight" in client.get(paper).content.decode()
    client.post(paper, {"language": "en", "view": "released", "weight": "2.5", **ticked})
    job = Job.objects.get()
    jobs.run(job.pk)
    data = client.get(f"/jobs/{job.pk}/file/").getvalue()
    heads, *_rows = openpyxl.load_workbook(io.BytesIO(data))["MCR template"].iter_rows(values_only=True)
    assert len(heads) == columns
    assert ("mers" in heads) == (columns == 19)


def test_before_the_last_release_the_desk_says_when_the_report_comes(signed_in, db):
    event = taken_in(cup(), release=2)
    client = signed_in("organizer", event)
    for page in ("send", "papers/event-report"):
        text = client.get(f"/e/{event.slug}/desk/{page}/").content.decode()
        assert "The report comes when the results of all 3 sessions are released." in text
