"""Importing a list of members as a body's registry."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from common.actions.errors import Refused, Unusual
from common.actions.models.audit import AuditEntry
from common.jobs.sweeps import sweep
from ranking.bodies.models import Body
from ranking.member_lists.models import MemberList
from ranking.member_lists.selectors import plan_of, registries_for, registry_of
from ranking.member_lists.services import ListChanged, map_list, remove_registry, replace_registry
from tests.support.pin_applications import member
from tests.support.ranking import actor, new_account, new_body
from tests.support.registries import DAY, ROWS, import_rows, kept_list, new_registry, sheets
from tests.support.threads import together
from tournament.registry.models import Registry, RegistryMember
from tournament.registry.selectors.members import list_of


@pytest.fixture
def body(db) -> Body:
    return new_body("member", name="Bond")


def replace(kept: MemberList, **values):
    facts = {"kept": kept.pk, "seen": plan_of(kept).version, "dated": DAY} | values
    return replace_registry(actor(), kept.body, **facts)


def test_the_first_list_makes_the_registry_and_deletes_the_file(body: Body) -> None:
    kept = kept_list(body, ROWS)
    counts = replace(kept)
    assert counts == {"added": 4, "changed": 0, "gone": 0, "same": 0, "left_out": 0}
    registry = registry_of(body)
    assert (registry.name, registry.dated, registry.version, registry.members.count()) == ("Bond", DAY, 1, 4)
    assert not MemberList.objects.exists()
    assert "JONG" not in str(AuditEntry.objects.values_list())


def test_a_newer_list_shows_and_makes_its_changes(body: Body) -> None:
    new_registry(body)
    rows = [*ROWS[:3], ["佐藤", "翔太", "JP", "", "JM-0123", "東京"], ["NEU", "Nina", "DE", "05010009", "", ""]]
    kept = kept_list(body, rows)
    changes = plan_of(kept).changes
    assert [one.name for one in changes.added] == ["NEU Nina"]
    assert [(one.before.club, one.after.club, one.fields) for one in changes.changed] == [("千葉", "東京", ("club",))]
    assert [one.name for one in changes.gone] == ["ROSSI Lucia"]
    with pytest.raises(Unusual) as asked:
        replace(kept)
    assert set(asked.value.questions) == {"many-gone"}
    counts = replace(kept, acknowledged=["many-gone"])
    assert counts == {"added": 1, "changed": 1, "gone": 1, "same": 2, "left_out": 0}
    assert registry_of(body).version == 2


def test_an_older_list_is_asked_about_and_one_of_tomorrow_is_refused(body: Body) -> None:
    new_registry(body)
    kept = kept_list(body, ROWS)
    with pytest.raises(Unusual) as asked:
        replace(kept, dated=DAY - timedelta(days=1))
    assert set(asked.value.questions) == {"older"}
    with pytest.raises(Refused) as refused:
        replace(kept, dated=timezone.localdate() + timedelta(days=1))
    assert refused.value.where == "dated"


def test_a_member_whose_row_is_wrong_stays(body: Body) -> None:
    new_registry(body)
    rows = [ROWS[0], ["DE JONG", "Mattheu", "Atlantis", "08010039", "", ""], *ROWS[2:]]
    plan = plan_of(kept_list(body, rows))
    assert [row.row for row in plan.wrong] == [2]
    assert [one.name for one in plan.kept] == ["DE JONG Mattheu"]
    assert plan.changes.counts == {"added": 0, "changed": 0, "gone": 0, "same": 4}


def test_a_guess_must_be_confirmed_and_columns_can_be_chosen(body: Body) -> None:
    kept = kept_list(body, [["BERG Anne", "NL", "08010001"], ["VIS Bo", "NL", "08010002"]])
    with pytest.raises(Refused, match="Choose first"):
        replace(kept)
    facts = {"kept": kept.pk, "sheet": 0, "heading": None}
    map_list(actor(), body, mapping={"name": 0, "ema_number": 2, "nonsense": 1}, **facts)
    kept.refresh_from_db()
    assert (kept.guessed, kept.mapping) == (False, {"name": 0, "ema_number": 2})
    map_list(actor(), body, mapping=None, **facts)
    kept.refresh_from_db()
    assert kept.guessed
    for wrong, where in (({"sheet": 1}, "sheet"), ({"heading": 2}, "heading")):
        with pytest.raises(Refused) as refused:
            map_list(actor(), body, mapping=None, **(facts | wrong))
        assert refused.value.where == where


def test_a_list_without_a_good_row_is_refused(body: Body) -> None:
    for rows in ([["Name", "EMA"], ["BERG Anne", "1"]], [["Name", "Country"], ["BERG Anne", "NL"]]):
        kept = kept_list(body, rows)
        with pytest.raises(Refused, match="No row can be read"):
            replace(kept)


def test_a_second_reading_replaces_the_first(body: Body) -> None:
    first = kept_list(body, ROWS)
    kept_list(body, ROWS)
    with pytest.raises(ListChanged, match="no longer available"):
        replace(first)


@pytest.mark.django_db(transaction=True)
def test_of_two_imports_at_once_the_second_sees_that_the_registry_changed() -> None:
    body = new_body("member")
    new_registry(body)
    first = kept_list(body, [*ROWS, ["NEU", "Nina", "DE", "05010009", "", ""]])
    rows = sheets([*ROWS, ["ALT", "Otto", "DE", "05010008", "", ""]])
    second = MemberList.objects.create(
        body=body, actor_ref="other", file_name="x", file_digest="1" * 64, sheets=json.dumps(rows),
        heading=first.heading, mapping=first.mapping,
    )  # fmt: skip
    seen = {kept.pk: plan_of(kept).version for kept in (first, second)}
    results = together(
        *(lambda kept=kept: replace(kept, seen=seen[kept.pk]) for kept in (first, second)),
        holding=Body.objects.filter(pk=body.pk),
    )
    refused = [result for result in results if isinstance(result, ListChanged)]
    assert len(refused) == 1, results
    registry = Registry.objects.get()
    assert (registry.version, len(list_of(registry))) == (2, 5)


def test_the_registry_is_deleted_with_everything_that_waits(body: Body) -> None:
    new_registry(body)
    kept_list(body, ROWS)
    remove_registry(actor(), body)
    assert [model.objects.count() for model in (Registry, RegistryMember, MemberList)] == [0, 0, 0]
    with pytest.raises(Refused, match="no registry"):
        remove_registry(actor(), body)


def test_lists_that_nobody_imports_are_deleted_after_a_week(body: Body) -> None:
    kept = kept_list(body, ROWS)
    assert "lists of members" not in sweep()[1]
    MemberList.objects.update(made_at=timezone.now() - timedelta(days=8))
    assert sweep()[1]["lists of members"] == 1
    assert not MemberList.objects.filter(pk=kept.pk).exists()


def test_an_account_reads_the_registries_of_its_bodies(body: Body) -> None:
    registry = new_registry(body)
    import_rows(new_body("member"), ROWS)
    assert list(registries_for(member(body))) == [registry]
    assert registries_for(new_account(is_superuser=True)).count() == 2
    assert not registries_for(new_account()).exists()
