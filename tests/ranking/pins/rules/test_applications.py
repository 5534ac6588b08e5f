"""The steps of an application for a pin, who may take them, and the signed text of a certificate."""

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ranking.pins.rules.applications import (
    OPEN,
    POSSIBLE,
    STATES,
    against_deciding,
    deciders,
    is_published,
    of_world,
    serial,
)
from ranking.pins.rules.signing import NAMES, NotSigned, qr_text, read, text_of, unpadded


@pytest.mark.parametrize("level", range(1, 10))
def test_the_world_body_issues_pins_3_to_1_and_two_persons_decide(level: int) -> None:
    assert of_world("pin", level) is (level <= 3)
    assert deciders("pin", level) == (2 if level <= 3 else 1)
    assert (of_world("web", level), deciders("web", level)) == (False, 1)
    assert is_published("pin", level, agreed=False) is (level <= 3)
    assert is_published("web", level, agreed=True)


def test_a_decided_application_can_only_be_revoked() -> None:
    assert set(POSSIBLE["withdraw"]) == set(POSSIBLE["refuse"]) == set(OPEN)
    decided = set(STATES) - set(OPEN)
    assert {act for act, states in POSSIBLE.items() if set(states) & decided} == {"revoke"}
    assert POSSIBLE["revoke"] == ("granted",)


@pytest.mark.parametrize(
    ("level", "person", "first", "reason"),
    [
        (4, None, None, ""),
        (4, 7, None, "own"),
        (3, None, None, "unknown"),
        (3, 8, None, ""),
        (3, 8, 8, "same"),
        (3, 9, 8, ""),
        (3, 7, 8, "own"),
    ],
)
def test_each_person_decides_once_and_never_on_their_own_pin(
    level: int, person: int | None, first: int | None, reason: str
) -> None:
    assert against_deciding("pin", level, person=person, applicant=7, first=first) == reason


def test_a_serial_is_the_body_and_a_running_number() -> None:
    assert serial("wmcc", 7) == "WMCC-00007"


FACTS = st.fixed_dictionaries({name: st.text(max_size=30) for name in NAMES})


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(FACTS)
def test_the_signed_text_is_read_back_from_the_qr_code(facts: dict[str, str]) -> None:
    text = text_of(facts)
    given_back, plain, signature = read(qr_text("http://10.0.0.5:8000/c/abc/", text, unpadded(b"signed")))
    assert (given_back, plain, signature) == (facts, text, b"signed")


@pytest.mark.parametrize("content", ["", "http://x/c/abc/", "#e30.AAAA", "#é.x", "#bm8.AAAA"])
def test_other_texts_are_refused_as_certificates(content: str) -> None:
    with pytest.raises(NotSigned):
        read(content)


WHOLE = dict.fromkeys(NAMES, "x")


@pytest.mark.parametrize(
    ("facts", "wrong"), [({"body": "x"}, sorted(set(NAMES) - {"body"})), (WHOLE | {"photo": "x"}, ["photo"])]
)
def test_only_the_facts_of_a_certificate_are_signed(facts: dict[str, str], wrong: list[str]) -> None:
    with pytest.raises(ValueError, match=f"^not the facts of a certificate: {re.escape(str(wrong))}$"):
        text_of(facts)


def test_a_certificate_whose_level_is_a_number_instead_of_text_is_refused() -> None:
    text = json.dumps(WHOLE | {"level": 3}).encode()
    with pytest.raises(NotSigned, match="^is not the text of a certificate$"):
        read(qr_text("", text, unpadded(b"signed")))
    assert read(qr_text("", json.dumps(WHOLE | {"level": "3"}).encode(), unpadded(b"signed")))[0]["level"] == "3"
