"""The Desk compares formats by simulation: the form, the job, the figures."""

import pytest

from common import jobs
from common.jobs.models import Job
from scoring.formats.services.formats import set_format
from tests.support.draws import ACTOR, planned
from tests.web.desk.draw.test_draw import browser

pytestmark = pytest.mark.django_db
PAGE = "/e/plan/desk/format/compare/"


def test_two_formats_are_compared_by_a_job() -> None:
    desk = browser("organizer", planned("plan", 16, 6))
    assert f'href="{PAGE}"' in desk.get("/e/plan/desk/format/").text
    answer = desk.post(PAGE, {"formats": ["planned", "high-high"], "players": 16, "runs": 100})
    job = Job.objects.get(kind="formats.simulate")
    assert (answer.status_code, answer["Location"]) == (302, f"/jobs/{job.pk}/")
    assert desk.get(f"{PAGE}{job.pk}/").status_code == 404
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == ("done", 200, 200)
    assert f'href="{PAGE}{job.pk}/"' in desk.get(f"/jobs/{job.pk}/").text
    shown = desk.get(f"{PAGE}{job.pk}/").text
    assert "16 players, 100 runs of each format." in shown
    assert "As planned here" in shown
    assert shown.count("<rect") == 8
    planned_one, high = job.result["data"]["formats"]
    assert planned_one["rematch_pairs"] < high["rematch_pairs"]


def test_a_format_with_a_knockout_is_compared_by_teams() -> None:
    desk = browser("organizer", planned("plan", 32, 5))
    desk.post(PAGE, {"formats": ["planned", "team-knockout"], "players": 32, "runs": 100})
    job = Job.objects.get(kind="formats.simulate")
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.result["data"]["team_size"] == 4
    shown = desk.get(f"{PAGE}{job.pk}/").text
    assert "all are measured by teams of 4" in shown
    assert "The best team wins" in shown
    assert "The best player wins" not in shown


def test_a_cancelled_comparison_stops() -> None:
    desk = browser("organizer", planned("plan", 16, 6))
    desk.post(PAGE, {"formats": ["chart"], "players": 16, "runs": 100})
    job = Job.objects.get(kind="formats.simulate")
    desk.post(f"/jobs/{job.pk}/cancel/")
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == "cancelled"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"players": 18}, "Type a multiple of four."),
        ({"formats": []}, "</span>Choose here."),
        ({"formats": ["chart", "swiss", "final-4", "final-8", "high-high"]}, "Choose at most four formats."),
        ({"formats": ["final-16"], "players": 12}, "16 go on, but only 12 play."),
        ({"runs": 7}, "100"),
    ],
)
def test_what_cannot_be_compared_is_said_beside_the_field(fields: dict, message: str) -> None:
    desk = browser("organizer", planned("plan", 16, 6))
    answer = desk.post(PAGE, {"formats": ["chart"], "players": 16, "runs": 100} | fields)
    assert answer.status_code == 400
    assert message in answer.text
    assert not Job.objects.filter(kind="formats.simulate").exists()


def test_knockouts_of_teams_of_different_sizes_are_not_compared() -> None:
    event = planned("plan", 32, 5)
    rule = {"teams": 2, "players": 2}
    later = {"first_session": 4, "last_session": 5, "method": "knockout", "who": "best", "count": 4, "knockout": rule}
    set_format(ACTOR, event, stages=[{"first_session": 1, "last_session": 3}, later])
    answer = browser("organizer", event).post(
        PAGE, {"formats": ["planned", "team-knockout"], "players": 32, "runs": 100}
    )
    assert answer.status_code == 400
    assert "The knock-outs have teams of different sizes." in answer.text


def test_others_cannot_start_a_comparison() -> None:
    event = planned("plan", 16, 6)
    assert browser("referee", event).get(PAGE).status_code in (403, 404)
