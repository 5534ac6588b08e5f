"""Labels of audit entries: each room's own first, then the common ones, then those of other rooms."""

import pytest

from common.actions import labels
from common.actions.labels import AuditLabels, action_label, declare_labels, key_label, subject_label, value_text
from common.actions.models.audit import AuditEntry
from scoring.fouls.services.following import ELSEWHERE
from tests.support.audit_entries import missing_labels
from web.shared.audit.labels import AuditWords


def test_a_key_has_the_label_of_the_room_of_its_action() -> None:
    assert [str(key_label(action, "scope")) for action in ("foul_kind.set", "event.change")] == ["belongs to", "scope"]
    assert str(key_label("body.create", "kind")) == "kind"
    assert str(key_label("registration.add", "kind")) == "Takes part as"
    assert value_text("foul_kind.set", "scope") != value_text("event.change", "scope")


def test_a_code_has_the_label_of_the_room_of_its_action() -> None:
    words = AuditWords([])
    codes = [words.values(action, "withdrawn")[0][1] for action in ("appeal.withdraw", "application.withdraw")]
    assert codes == ["withdrawn", "Withdrawn by the player"]


def test_an_entry_of_an_unknown_action_uses_the_labels_of_all_rooms() -> None:
    assert str(key_label("foul.long_gone", "offence")) == "Kind of foul"
    assert str(subject_label("foul.long_gone", "foul")) == "Foul %(name)s"
    assert action_label("foul.long_gone") == "foul.long_gone"
    assert key_label("foul.long_gone", "no such key") is None


def test_a_change_without_an_action_has_a_label() -> None:
    assert str(action_label(ELSEWHERE)).startswith("Repeated fouls")


def test_a_subject_is_named_by_its_room() -> None:
    entry = AuditEntry(action="body.create", about="body:emf")
    assert AuditWords([]).subject(entry) == "Body emf"


def test_a_key_of_another_room_is_missing_in_an_entry() -> None:
    entry = AuditEntry(action="sheet.arrive", about="foul:1", before={"fans": [{"offence": ""}]}, after={"lane": 1})
    missing = [f"sheet.arrive: {name}" for name in ("about foul", "lane", "offence")]
    assert missing_labels([entry]) == missing


def test_a_room_declares_a_label_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labels, "_DECLARED", {})
    declare_labels("hall.doors.services.opening", AuditLabels(keys={"key": "Key"}))
    declare_labels("hall.doors.services.closing", AuditLabels(keys={"key": "Key"}))
    declare_labels("hall.windows.services", AuditLabels(keys={"key": "Handle"}))
    with pytest.raises(ValueError, match="hall.doors declares two labels for key"):
        declare_labels("hall.doors.services.locking", AuditLabels(keys={"key": "Bolt"}))
