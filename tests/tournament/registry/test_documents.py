"""The file of a registry, and addresses of servers."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.files.json_files.errors import FileErrors
from tests.support.registries import ANNE
from tournament.registry.rules.addresses import AddressError, source_address
from tournament.registry.rules.members import Member, Number
from tournament.registry.selectors.documents import member_document
from tournament.registry.selectors.reading import MemberDocument, registry_in

HEADER = {
    "format": "pinju-registry/1", "id": "3f0d6a0e-9f5f-4d62-8a7c-0d4c0c7a6d11", "name": "EMA", "dated": "2026-11-01",
    "version": 3,
}  # fmt: skip
TEXT = st.text(max_size=20)
MEMBERS = st.builds(
    Member,
    name=st.text(min_size=1, max_size=20),
    family_name=TEXT,
    given_name=TEXT,
    latin_name=TEXT,
    country=st.sampled_from(["", "NL"]),
    club=TEXT,
    numbers=st.just((Number("ema", "08010001"), Number("jmsa", "J1"))),
)


@given(MEMBERS)
def test_a_member_survives_the_way_through_the_file(member: Member) -> None:
    document = json.loads(json.dumps(member_document(member)))
    assert MemberDocument.model_validate(document).member() == member


def test_a_file_holds_what_a_registry_holds() -> None:
    registry = registry_in(HEADER | {"members": [member_document(ANNE)]})
    assert (registry.name, str(registry.dated), registry.version) == ("EMA", "2026-11-01", 3)
    assert [document.member() for document in registry.members] == [ANNE]


@pytest.mark.parametrize(
    ("change", "where", "why"),
    [
        ({"format": "mcr-event/1"}, "format", "pinju-registry/1"),
        ({"dated": "yesterday"}, "dated", "date"),
        ({"members": [{"name": "", "numbers": [{"kind": "ema", "number": "1"}]}]}, "members.0.name", "at least 1"),
        ({"members": [{"name": "X", "numbers": []}]}, "members.0.numbers", "at least 1"),
        ({"members": [{"name": "X", "numbers": [{"kind": "x", "number": "1"}]}]}, "members.0.numbers.0.kind", "'ema'"),
        (
            {"members": [{"name": "X", "birth_date": "1970-01-01", "numbers": [{"kind": "ema", "number": "1"}]}]},
            "members.0.birth_date",
            "not permitted",
        ),
        ({"members": [member_document(ANNE)] * 2}, "document", "there twice"),
        (
            {"members": [{"name": "X", "numbers": [{"kind": "ema", "number": text} for text in "12"]}]},
            "members.0",
            "one number of each kind",
        ),
    ],
)
def test_the_first_wrong_value_of_a_file_is_named(change, where: str, why: str) -> None:
    with pytest.raises(FileErrors) as refused:
        registry_in(HEADER | {"members": []} | change)
    [error] = refused.value.errors
    assert error.path == where
    assert why in error.message


def test_what_is_no_document_is_refused() -> None:
    with pytest.raises(FileErrors) as refused:
        registry_in([1])
    assert [error.path for error in refused.value.errors] == ["document"]


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("federation.example", "https://federation.example"),
        (" https://federation.example/ ", "https://federation.example"),
        ("https://Federation.Example:8443", "https://federation.example:8443"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("http://localhost", "http://localhost"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("https://192.168.1.20", "https://192.168.1.20"),
    ],
)
def test_an_address_is_the_beginning_of_addresses(typed: str, address: str) -> None:
    assert source_address(typed) == address


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "wrong"),
        ("ftp://federation.example", "wrong"),
        ("https://federation.example/registry", "wrong"),
        ("https://user:secret@federation.example", "wrong"),
        ("https://federation.example?token=x", "wrong"),
        ("https://bad host", "wrong"),
        ("https://federation.example:99999", "wrong"),
        ("https://[::1", "wrong"),
        ("http://federation.example", "not-encrypted"),
        ("http://192.168.1.20", "not-encrypted"),
    ],
)
def test_other_addresses_are_refused(typed: str, code: str) -> None:
    with pytest.raises(AddressError) as refused:
        source_address(typed)
    assert refused.value.code == code
