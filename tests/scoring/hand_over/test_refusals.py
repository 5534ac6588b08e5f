"""Files that were altered, are older, or are of something else change nothing."""

import gzip
import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from common.actions.errors import Refused
from common.privacy.sealed_files import SealedFile, write_sealed
from scoring.hand_over.models import HandOver
from scoring.hand_over.selectors.document import DOCUMENT
from scoring.hand_over.services.giving import give_back, hand_over
from scoring.hand_over.services.taking import take_back, take_event
from scoring.setup.services.setting_up import change_event
from scoring.sheets.models.facts import Hand
from tests.scoring.event_file.test_whole_events import imported
from tests.support.event_generator import make_event
from tests.support.hand_overs import HALL, HOME, file_back, file_of, given, package_in, without_action
from tests.support.installations import Installation
from tests.support.snapshots import rows
from tournament.events.models.events import Event

pytestmark = [pytest.mark.django_db, pytest.mark.database]
Change = Callable[[dict[str, Any]], Any]


@pytest.fixture
def row() -> HandOver:
    return given(imported(make_event(7, 8, 2)))


def rewritten(raw: bytes, key: str, change: Change = lambda _document: None, **header: Any) -> bytes:
    """Return the file as the holder of its key could write it, with another document or header."""
    sealed, file = SealedFile(BytesIO(raw)), BytesIO()
    sealed.unlock(key)
    document = json.loads(gzip.decompress(sealed.read(DOCUMENT)))
    change(document)
    known = {name: value for name, value in sealed.header.items() if name not in ("salt", "check")}
    write_sealed(file, key, known | header, [(DOCUMENT, gzip.compress(json.dumps(document).encode()))])
    return file.getvalue()


def refusal(call: Callable[[], Any]) -> str:
    """Expect the call to be refused and to change nothing; return the sentence."""
    before = rows()
    with pytest.raises(Refused) as refused:
        call()
    assert rows() == before
    return str(refused.value.message)


def one_more_entry(document: dict[str, Any]) -> None:
    document["chain"].append(document["chain"][-1] | {"seq": document["chain"][-1]["seq"] + 1})


def another_reason(document: dict[str, Any]) -> None:
    one_more_entry(document)
    document["chain"][-1]["previous"] = document["chain"][-2]["hash"]
    document["chain"][-1]["reason"] = "another"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (one_more_entry, "does not follow the one before it"),
        (another_reason, "was changed after it was written"),
        (lambda document: document["chain"].pop(), "does not continue the audit here"),
        (lambda document: document["chain"][-1].update(hash="0" * 64), "does not continue the audit here"),
        (lambda document: document["chain"].append({"seq": 1}), "was altered or damaged"),
        (lambda document: document["tables"].pop(), "was altered or damaged"),
        (lambda document: document["tables"][3]["columns"].pop(), "was altered or damaged"),
        (lambda document: document["tables"][-1]["rows"].append(["nothing"]), "was altered or damaged"),
        (lambda document: document["persons"][0].pop("person"), "was altered or damaged"),
        (lambda document: document.pop("versions"), "was altered or damaged"),
        (lambda document: document["versions"].update(live=10**30), "was altered or damaged"),
    ],
)
def test_an_altered_document_is_refused_and_nothing_is_taken(row: HandOver, change: Change, sentence: str) -> None:
    raw = rewritten(file_back(row), row.key, change)
    assert sentence in refusal(lambda: take_back(HOME, row, package=package_in(raw)))


def test_the_file_of_another_event_is_not_taken_under_this_ones_name(row: HandOver) -> None:
    def renamed(document: dict[str, Any]) -> None:
        [events] = [table for table in document["tables"] if table["model"] == "tournament.event"]
        events["rows"][0][1 + events["columns"].index("slug")] = "another"

    raw = rewritten(file_back(row), row.key, renamed)
    assert "was altered or damaged" in refusal(lambda: take_back(HOME, row, package=package_in(raw)))


def test_a_file_with_one_changed_bit_is_refused(row: HandOver) -> None:
    raw = bytearray(file_back(row))
    raw[len(raw) // 2] ^= 1
    assert "was altered or damaged" in refusal(lambda: take_back(HOME, row, package=package_in(bytes(raw))))


@pytest.mark.parametrize("header", [{"format": "pinju-hand-over/2"}, {"shape": "0" * 16, "program": "9.9"}])
def test_a_file_of_another_version_is_refused(row: HandOver, header: dict[str, str]) -> None:
    raw = rewritten(file_back(row), row.key, **header)
    assert "Update the older one, then make a new file." in refusal(lambda: package_in(raw))


@pytest.mark.parametrize("header", [{"format": "something/1"}, {"hand_over": "x"}, {"hand_over": 2}])
def test_a_file_of_something_else_is_refused(row: HandOver, header: dict[str, str]) -> None:
    raw = rewritten(file_back(row), row.key, **header)
    assert refusal(lambda: package_in(raw)) != ""


def test_a_wrong_key_and_the_file_of_another_hand_over_are_refused(row: HandOver, tmp_path: Path) -> None:
    out = file_of(row)
    other = without_action(imported(make_event(8, 8, 2)), HandOver.Side.GIVEN)
    assert "another hand-over" in refusal(lambda: take_back(HOME, row, package=package_in(file_back(other))))
    assert "another hand-over" in refusal(lambda: take_back(HOME, row, package=package_in(out)))
    assert "here already" in refusal(lambda: take_event(HALL, package=package_in(out), file_key=row.key))
    back = file_back(row)
    with Installation(tmp_path, "hall"):
        assert "does not open this file" in refusal(
            lambda: take_event(HALL, package=package_in(out), file_key=other.key)
        )
        assert "gives an event back" in refusal(lambda: take_event(HALL, package=package_in(back), file_key=row.key))


def test_an_event_that_is_here_is_not_taken_from_elsewhere(row: HandOver, tmp_path: Path) -> None:
    out = file_of(row)
    with Installation(tmp_path, "hall"):
        imported(make_event(7, 8, 2))
        assert "here already" in refusal(lambda: take_event(HALL, package=package_in(out), file_key=row.key))


def test_an_older_file_is_not_taken_after_the_event_was_given_back(row: HandOver, tmp_path: Path) -> None:
    out = file_of(row)
    with Installation(tmp_path, "hall"):
        take_event(HALL, package=package_in(out), file_key=row.key)
        change_event(HALL, Event.objects.get(), name="Later", reason="test")
        give_back(HALL, HandOver.objects.get())
        assert "here already" in refusal(lambda: take_event(HALL, package=package_in(out), file_key=row.key))
        again = rewritten(out, row.key, hand_over="1" * 32)
        sentence = refusal(lambda: take_event(HALL, package=package_in(again), file_key=row.key))
        assert "does not continue the audit here" in sentence


def test_rows_of_other_events_are_never_touched(row: HandOver) -> None:
    imported(make_event(8, 8, 2))
    foreign = Hand.objects.exclude(sheet__table__session__event=row.event)
    before, count = list(foreign.order_by("pk").values()), Hand.objects.count()

    def of_another(document: dict[str, Any]) -> None:
        [hands] = [table for table in document["tables"] if table["model"] == "scoring.hand"]
        hands["rows"][0][0] = f"{hands['rows'][0][0].partition(':')[0]}:{before[0]['id']}"

    raw = rewritten(file_back(row), row.key, of_another)
    take_back(HOME, row, package=package_in(raw))
    assert list(foreign.order_by("pk").values()) == before
    assert Hand.objects.count() == count


def test_nothing_is_handed_over_without_a_name_or_twice(row: HandOver) -> None:
    assert "held elsewhere already" in refusal(lambda: hand_over(HOME, row.event, other="x", here="y"))
    event = imported(make_event(8, 8, 2))
    assert "Enter who takes the event" in refusal(lambda: hand_over(HOME, event, other=" ", here="y"))
    own = without_action(event, HandOver.Side.TAKEN, HandOver.State.BACK)
    assert "not held here for another" in refusal(lambda: give_back(HALL, own))
