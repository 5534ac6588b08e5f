"""Declaring, changing and removing rankings: what is refused and where, what the audit log keeps."""

import pytest

from common.actions.errors import Conflict, Forbidden, Refused
from common.actions.models.audit import AuditEntry
from ranking.bodies.models import BodyMember
from ranking.rankings.models import Ranking, RankingLine, RankingSnapshot
from ranking.rankings.rules.rule import Rule
from ranking.rankings.selectors.values import ranking_values
from ranking.rankings.services.rankings import NewRanking, change_ranking, create_ranking, remove_ranking
from tests.support.ranking import actor, new_account, new_body, new_person
from tests.support.rankings import career, new_ranking, snapshot_of
from tournament.access.selectors.roles import actor_of

pytestmark = pytest.mark.django_db


def test_a_member_of_the_committee_declares_a_ranking_and_others_do_not():
    body = new_body()
    member = new_account()
    BodyMember.objects.create(account=member, body=body, role=BodyMember.Role.MEMBER)
    new = NewRanking("mers", {"en": " MERS ", "zh": ""}, {"kind": "mers", "years": "weeks"}, "week")
    create_ranking(actor_of(member), body, new=new)
    ranking = Ranking.objects.get()
    assert (ranking.body, ranking.name, ranking.renewal) == (body, {"en": "MERS"}, "week")
    assert ranking.rule == Rule().plain() | {"years": "weeks"}
    entry = AuditEntry.objects.get(action="ranking.create")
    assert (entry.ledger.name, entry.about) == (body.ledger.name, "ranking:mers")
    with pytest.raises(Forbidden):
        create_ranking(actor_of(new_account()), body, new=new)


@pytest.mark.parametrize(
    ("values", "where"),
    [
        ({"slug": "taken"}, "slug"),
        ({"slug": "No id"}, "slug"),
        ({"name": {}}, "name"),
        ({"rule": {"kind": "own", "value": "placing"}}, "placing"),
        ({"rule": {"kind": "own", "factors": ["0"]}}, "factors"),
        ({"renewal": "never"}, "renewal"),
    ],
)
def test_a_wrong_ranking_is_refused_at_its_field(values, where):
    body = new_body()
    new_ranking(body, slug="taken")
    new = NewRanking(**{"slug": "new", "name": {"en": "New"}, "rule": {}, **values})
    with pytest.raises(Refused) as refused:
        create_ranking(actor(), body, new=new)
    assert refused.value.where == where
    assert Ranking.objects.count() == 1


def test_the_rule_of_a_computed_ranking_changes_only_with_a_reason_and_its_snapshots_keep_theirs():
    ranking = new_ranking()
    base = ranking_values(ranking)
    change_ranking(actor(), ranking.body, ranking=ranking, base=base, years="weeks")
    snapshot = snapshot_of(ranking)
    base = ranking_values(Ranking.objects.get())
    change_ranking(actor(), ranking.body, ranking=ranking, base=base, name_en="Other")
    with pytest.raises(Refused) as refused:
        change_ranking(actor(), ranking.body, ranking=ranking, base=base, years="calendar")
    assert refused.value.where == "reason"
    change_ranking(actor(), ranking.body, ranking=ranking, base=base, years="calendar", reason="published")
    ranking.refresh_from_db()
    snapshot.refresh_from_db()
    assert (ranking.name["en"], ranking.rule["years"], snapshot.rule["years"]) == ("Other", "calendar", "weeks")
    entry = AuditEntry.objects.filter(action="ranking.change").last()
    assert (entry.before, entry.after) == ({"years": "weeks"}, {"years": "calendar"})


def test_two_people_who_change_the_same_part_meet_a_conflict():
    ranking = new_ranking()
    base = ranking_values(ranking)
    change_ranking(actor(), ranking.body, ranking=ranking, base=base, letters=["A"])
    with pytest.raises(Conflict):
        change_ranking(actor(), ranking.body, ranking=ranking, base=base, letters=["B"])


def test_a_ranking_of_another_body_is_not_changed():
    with pytest.raises(Refused):
        change_ranking(actor(), new_body(), ranking=new_ranking(), base={}, name_en="Stolen")


def test_a_removed_ranking_leaves_nothing_but_the_record():
    ranking = new_ranking()
    career(new_person(), 1, 2)
    snapshot_of(ranking)
    with pytest.raises(Refused):
        remove_ranking(actor(), ranking.body, ranking=ranking)
    remove_ranking(actor(), ranking.body, ranking=ranking, reason="ended")
    assert [model.objects.count() for model in (Ranking, RankingSnapshot, RankingLine)] == [0, 0, 0]
    with pytest.raises(Refused):
        remove_ranking(actor(), ranking.body, ranking=ranking, reason="again")
