"""Copies of registries on an organizer's machine: loading, refusals, servers and their tokens."""

from dataclasses import replace
from datetime import date

import pytest
from django.db import connection

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from tests.support.ranking import actor
from tests.support.registries import ANNE, DAY, header, load, new_registry, new_source
from tournament.registry.models import Registry, RegistryMember, RegistrySource
from tournament.registry.rules.members import Member, Number
from tournament.registry.selectors.documents import registry_document
from tournament.registry.selectors.members import found_in_registries, list_of
from tournament.registry.services.copies import load_copy, remove_copy, remove_source, set_source

pytestmark = pytest.mark.django_db
BO = Member("王 波", "王", "波", "Wang Bo", "CN", "北京", (Number("ema", "08010002"), Number("national", "CN 5")))


def test_a_newer_list_replaces_the_copy_in_one_step() -> None:
    registry = load([ANNE, BO])
    assert sorted(list_of(registry), key=str) == sorted([ANNE, BO], key=str)
    later = header(uid=str(registry.uid), dated=date(2026, 12, 1), version=2, name="EMA members")
    married = replace(ANNE, name="VIS Anne", family_name="VIS")
    answer = load_copy(actor(), header=later, members=[married])
    assert answer == {"registry": registry.pk, "members": 1, "added": 0, "changed": 1, "gone": 1, "same": 0}
    registry.refresh_from_db()
    assert (list_of(registry), registry.name, registry.version) == ([married], "EMA members", 2)
    assert RegistryMember.objects.count() == 1
    entry = AuditEntry.objects.last()
    assert entry.after == {
        "registry": "EMA members", "dated": "2026-12-01", "members": 1, "added": 0, "changed": 1, "gone": 1, "same": 0,
    }  # fmt: skip
    assert "Anne" not in str(AuditEntry.objects.values_list()), "the audit log names no member"


def test_an_older_file_and_the_registry_of_a_body_are_refused() -> None:
    registry = load([ANNE], version=2)
    for older in ({"dated": date(2026, 10, 1), "version": 3}, {"dated": DAY, "version": 1}):
        with pytest.raises(Refused, match="newer"):
            load_copy(actor(), header=header(uid=str(registry.uid), **older), members=[BO])
    load_copy(actor(), header=header(uid=str(registry.uid), version=1), members=[BO], source=new_source().pk)
    own = new_registry()
    with pytest.raises(Refused, match="body of this program"):
        load_copy(actor(), header=header(uid=str(own.uid), version=9), members=[])
    with pytest.raises(Refused, match="removed already"):
        remove_copy(actor(), registry=own.pk)


def test_a_list_with_one_number_twice_changes_nothing() -> None:
    registry = load([ANNE])
    with pytest.raises(Refused, match="08010001 twice"):
        load_copy(
            actor(), header=header(uid=str(registry.uid), version=2), members=[ANNE, replace(BO, numbers=ANNE.numbers)]
        )
    assert list_of(registry) == [ANNE]


def test_members_are_found_by_any_number_and_any_part_of_a_name() -> None:
    load([ANNE, BO])
    for query in ("8010002", "08010002", "cn-5", "王波", "wang", "bo wang"):
        assert [found.member for found in found_in_registries(query, 5)] == [BO], query
    assert found_in_registries("a", 5) == found_in_registries("", 5) == []
    assert len(found_in_registries("0801", 5)) == 0, "a part of a number finds nobody"


def test_removing_a_copy_deletes_its_members() -> None:
    remove_copy(actor(), registry=load([ANNE, BO]).pk)
    assert not Registry.objects.exists()
    assert not RegistryMember.objects.exists()


def test_the_token_of_a_server_is_encrypted_and_in_no_log() -> None:
    source = new_source("federation.example/", token=" very-secret ")
    assert (source.address, source.token) == ("https://federation.example", "very-secret")
    with connection.cursor() as cursor:
        cursor.execute("SELECT token FROM tournament_registrysource")
        assert "very-secret" not in cursor.fetchone()[0]
    new_source("https://federation.example", token="other")
    assert RegistrySource.objects.get().token == "other"
    remove_source(actor(), source=source.pk)
    assert not RegistrySource.objects.exists()
    logged = str(AuditEntry.objects.values_list())
    assert "federation.example" in logged
    assert "very-secret" not in logged


@pytest.mark.parametrize(
    ("address", "token", "where"),
    [("http://federation.example", "x", "address"), ("a b", "x", "address"), ("federation.example", " ", "token")],
)
def test_a_server_needs_an_encrypted_address_and_a_token(address: str, token: str, where: str) -> None:
    with pytest.raises(Refused) as refused:
        set_source(actor(), address=address, token=token)
    assert refused.value.where == where


def test_removing_what_is_gone_is_refused() -> None:
    with pytest.raises(Refused, match="removed already"):
        remove_source(actor(), source=1)


def test_the_file_of_a_registry_holds_no_more_than_the_registry() -> None:
    registry = load([BO])
    assert registry_document(registry) == {
        "format": "pinju-registry/1",
        "id": str(registry.uid),
        "name": "EMA",
        "dated": "2026-11-01",
        "version": 1,
        "members": [
            {
                "name": "王 波", "family_name": "王", "given_name": "波", "latin_name": "Wang Bo", "country": "CN",
                "club": "北京",
                "numbers": [{"kind": "ema", "number": "08010002"}, {"kind": "national", "number": "CN 5"}],
            }
        ],
    }  # fmt: skip
