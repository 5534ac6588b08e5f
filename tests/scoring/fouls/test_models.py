"""The texts of an event's own kinds of fouls, also in a database that had a column for each language."""

from typing import Any

import pytest

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from scoring.fouls.models import FoulKind
from scoring.fouls.services.kinds import set_kind
from tests.support.events import small_event

pytestmark = pytest.mark.database

ANNA = system_actor("Anna")


def stored() -> dict[str, tuple[list[tuple[str, str]], list[tuple[str, str]]]]:
    """Name and description of each kind, with the order of their languages."""
    return {kind.code: (list(kind.name.items()), list(kind.about.items())) for kind in FoulKind.objects.all()}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "texts",
    [{"name": {}}, {"name": {"en": " "}}, {"name": {"fr": "Téléphone"}}, {"name": {"en": "x"}, "about": {"fr": "x"}}],
)
def test_a_kind_needs_a_name_in_a_known_language(texts: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        set_kind(ANNA, small_event(), code="phone", **texts)
    assert stored() == {}


@pytest.mark.django_db
def test_long_texts_are_cut_and_the_audit_log_keeps_its_keys() -> None:
    set_kind(ANNA, small_event(), code="phone", name={"ja": "電" * 101, "zh": "手\n机"}, about={"en": "x" * 301})
    assert stored() == {"phone": ([("zh", "手 机"), ("ja", "電" * 100)], [("en", "x" * 300)])}
    after = AuditEntry.objects.get(action="foul_kind.set").after
    names = {key: text for key, text in after.items() if key.startswith("name")}
    assert names == {"name_zh": "手 机", "name_en": "", "name_ja": "電" * 100}
    assert not [key for key in after if key.startswith("about")]
