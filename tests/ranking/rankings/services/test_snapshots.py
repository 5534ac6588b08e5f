"""Writing a snapshot: what is refused, and that nothing of it is public before it is whole."""

import pytest

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from ranking.rankings.rules.rule import Rule
from ranking.rankings.selectors.computing import PlayerLine, with_ranks
from ranking.rankings.selectors.rankings import snapshot_on
from ranking.rankings.services.snapshots import begin_snapshot, fill_snapshot, publish_snapshot
from tests.support.ranking import actor, new_body, new_person
from tests.support.rankings import DAY, new_ranking

pytestmark = pytest.mark.django_db


def test_two_computations_of_a_day_leave_the_one_that_ended_last():
    ranking = new_ranking()
    facts = {"ranking": ranking, "day": DAY, "rule": Rule().plain(), "events": {}}
    first, second = (begin_snapshot(actor(), ranking.body, **facts)["snapshot"] for _job in range(2))
    lines = with_ranks([PlayerLine(new_person().pk, "NL", None, 1, "")])
    for snapshot in (first, second):
        fill_snapshot(actor(), ranking.body, snapshot=snapshot, lines=lines)
        assert snapshot_on(ranking) is None
    for snapshot in (second, first):
        publish_snapshot(actor(), ranking.body, snapshot=snapshot, size=0, countries=[])
    assert list(ranking.snapshots.values_list("pk", flat=True)) == [first]
    entries = AuditEntry.objects.filter(action="ranking.publish").values_list("about", "after")
    assert list(entries) == [(f"ranking:{ranking.slug}", {"ranking_day": "2026-06-01", "ranked": 0})] * 2


def test_a_public_snapshot_and_those_of_other_bodies_are_not_written():
    ranking = new_ranking()
    facts = {"ranking": ranking, "day": DAY, "rule": Rule().plain(), "events": {}}
    with pytest.raises(Refused):
        begin_snapshot(actor(), new_body(), **facts)
    snapshot = begin_snapshot(actor(), ranking.body, **facts)["snapshot"]
    with pytest.raises(Refused):
        fill_snapshot(actor(), new_body(), snapshot=snapshot, lines=[])
    publish_snapshot(actor(), ranking.body, snapshot=snapshot, size=0, countries=[])
    with pytest.raises(Refused):
        fill_snapshot(actor(), ranking.body, snapshot=snapshot, lines=[])
    with pytest.raises(Refused):
        publish_snapshot(actor(), ranking.body, snapshot=snapshot, size=0, countries=[])
