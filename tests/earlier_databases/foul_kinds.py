"""An event's kinds of fouls in a database that had a column for each language."""

from typing import Any

from django.db.migrations.state import StateApps

from scoring.fouls.models import FoulKind
from tests.earlier_databases.walking import Stop
from tests.support.events import small_event

SLUG = "foul-kinds"
#: code -> name and description.
KINDS: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "a": ({"zh": "手机", "en": "Phone", "ja": "電話"}, {"zh": "响铃", "en": "Rings", "ja": "鳴る"}),
    "b": ({"ja": "電話"}, {}),
    "c": ({}, {"en": "x" * 400}),  # an event file may bring no name, and a long description
    "d": ({"zh": "手机", "en": "Phone"}, {"ja": "電話\n鳴る"}),
}


def fill() -> None:
    event = small_event(SLUG)
    for code, (name, about) in KINDS.items():
        FoulKind.objects.create(event=event, code=code, name=name, about=about, points=20, effects=["points"])


def read_columns(apps: StateApps) -> list[tuple[Any, ...]]:
    old: Any = apps.get_model("scoring", "FoulKind")
    columns = ("name_zh", "name_en", "name_ja", "about_zh", "about_en", "about_ja", "points")
    return list(old.objects.filter(event__slug=SLUG).order_by("code").values_list(*columns))


def stored() -> dict[str, tuple[list[tuple[str, str]], list[tuple[str, str]]]]:
    """Return name and description of each kind, with the order of their languages."""
    kinds = FoulKind.objects.filter(event__slug=SLUG)
    return {kind.code: (list(kind.name.items()), list(kind.about.items())) for kind in kinds}


STOP = Stop(
    migrations=[("tournament", "0016_a_draw_has_a_start"), ("scoring", "0015_protect_entries")],
    fill=fill,
    read_earlier=read_columns,
    read_now=stored,
)
