"""Result certificates state the frozen result in three languages, one certificate or all of them."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from common.jobs import run, start
from common.jobs.models import Job
from ranking.certificates.exports.certificates import Certificates, result_certificates
from ranking.certificates.selectors import certificate_lines
from tests.support.ranking import actor, new_account, new_body, new_person, recorded_event, result_of

pytestmark = pytest.mark.django_db


def pages(data: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(data)).pages]


@pytest.fixture
def recorded():
    recorded = recorded_event(new_body(name="WMCC"), name="World Cup", players=81, sessions=9)
    result_of(
        new_person("王伟", country="CN"), recorded, table_points=76, competition_points=-48, team_rank=2, sessions=7
    )
    result_of(new_person("Zoë"), recorded, status="withdrawn", individual_rank=None)
    return recorded


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Result certificate", "Table points", "Qualified referee", "Withdrawn"]),
        ("zh-hans", ["比赛成绩证明", "标准分", "有资质裁判员", "退赛"]),
        ("ja", ["成績証明書", "標準点", "有資格審判員", "棄権"]),
    ],
)
def test_a_certificate_states_the_frozen_result(recorded, language: str, words: list[str]) -> None:
    order = Certificates(recorded, certificate_lines(recorded), language, "http://10.0.0.5:8000", "赵敏 · A · 0042")
    first, second = pages(result_certificates(order))
    for figure in ("王伟", "World Cup", "81", "9", "7", "6.33", "19/3", "−48", "0042", "WMCC"):
        assert figure in first, figure
    for word in words[:3]:
        assert word in first
    assert words[3] in second
    assert "王伟" not in second


def test_a_person_gets_only_their_own_certificate(recorded) -> None:
    mine, stranger = Client(), Client()
    mine.force_login(new_account(recorded.results.get(row=1).person))
    stranger.force_login(new_account(new_person()))
    address = reverse("record:certificate", args=[recorded.slug])
    answer = mine.get(address)
    assert answer["Content-Type"] == "application/pdf"
    [page] = pages(answer.content)
    assert "王伟" in page
    assert stranger.get(address).status_code == 404
    assert Client().get(address).status_code == 302


def test_a_job_makes_all_certificates_of_an_event(recorded) -> None:
    parameters = {"event": recorded.slug, "language": "en", "address": ""}
    job = start(actor(), "certificates.make", parameters=parameters)
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == (Job.State.DONE, 2, 2)
    with job.file.open("rb") as file:
        assert len(pages(file.read())) == 2
