"""The command that explains every level, and the job that marks the levels of all persons."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from common.actions.models.audit import AuditEntry
from common.jobs import run, start
from common.jobs.models import Job
from ranking.levels.models import Qualification
from tests.support.ranking import actor, new_body, new_person, recorded_event, result_of

pytestmark = pytest.mark.django_db


def lines(*arguments: str) -> list[dict]:
    out = StringIO()
    call_command("evaluate_pins", *arguments, "--json", stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_the_command_prints_one_object_for_each_player() -> None:
    first, second = new_person("A"), new_person("B")
    event = recorded_event(slug="open-2018")
    result_of(first, event, table_points=25 * 12)
    result_of(second, event, table_points=12)
    new_person("nobody's results")
    objects = lines()
    assert [printed["player"] for printed in objects] == [str(first.pk), str(second.pk)]
    assert objects[0]["levels"][0]["conditions"][0]["events"] == ["open-2018"]
    assert (objects[0]["next"]["pin"], objects[1]["next"]["pin"]) == (8, 9)
    assert lines("--player", str(first.pk)) == objects[:1]


def test_a_merged_person_is_evaluated_as_the_kept_person() -> None:
    kept = new_person("A")
    merged = new_person("B", merged_into=kept)
    result_of(kept)
    result_of(merged)
    [printed] = lines()
    assert printed == lines("--player", str(merged.pk))[0]
    assert (printed["player"], printed["levels"][0]["conditions"][0]["have"]) == (str(kept.pk), "40")


@pytest.mark.parametrize("player", ["0", "x", "²", "9" * 30, "9" * 5000])
def test_an_unknown_player_is_an_error(player: str) -> None:
    with pytest.raises(CommandError, match="no player"):
        lines("--player", player)


def test_each_body_has_its_interpretation() -> None:
    chinese = new_body("member", countries=["CN"])
    chinese.pin_settings.positive_cp = "session"
    chinese.pin_settings.save()
    for country in ("CN", "NL"):
        person = new_person(country, country=country)
        result_of(person, table_points=720, competition_points=900, positive_sessions=1000, individual_rank=16)
    assert [printed["next"]["pin"] for printed in lines()] == [5, 6]


def test_the_job_marks_everybody_and_a_second_run_changes_nothing() -> None:
    people = [new_person(str(number)) for number in range(3)]
    for person, points in zip(people, (240, 480, 12), strict=True):
        result_of(person, table_points=points)
    for risen in (2, 0):
        job = start(actor(), "pins.evaluate")
        run(job.pk)
        job.refresh_from_db()
        assert job.state == Job.State.DONE
        assert job.result["data"] == {"evaluated": 3, "more": risen, "less": 0}
    assert sorted(Qualification.objects.values_list("person", "level")) == [(people[0].pk, 9), (people[1].pk, 7)]
    assert AuditEntry.objects.filter(action="pins.mark").count() == 1


def test_a_lower_level_replaces_the_marked_one() -> None:
    line = result_of(new_person(), table_points=480)
    for points, level in ((480, 7), (240, 9), (12, None)):
        line.table_points = points
        line.save()
        run(start(actor(), "pins.evaluate").pk)
        assert Qualification.objects.values_list("level", flat=True).first() == level
