"""Penalties refer to their foul in a database that linked them by equal numbers before."""

from typing import Any

from django.db.migrations.state import StateApps

from scoring.fouls.models import Foul
from scoring.fouls.services.recording import cancel_foul
from scoring.sheets.models.facts import Adjustment
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.penalties import TablePenalty, give_penalty
from tests.earlier_databases.walking import Stop
from tests.scoring.fouls.services.test_owners import DRESS, owners, seen
from tests.support.events import small_event
from tests.support.foul_judging import ANNA, judge
from tests.support.sheets import empty_sheet
from tournament.events.models.events import Event

SLUG = "owners"


def fill() -> None:
    sheet = empty_sheet(small_event(SLUG))
    cancel_foul(ANNA, judge(sheet, "false-win", hand_no=3), reason="mistaken")
    judge(sheet, "false-win", seat="S", hand_no=3)
    _penalty(sheet, hand_no=3)
    judge(sheet, "dress", seat="E", hand_no=0, **DRESS)
    _penalty(sheet, hand_no=0)
    judge(sheet, "late", seat="N", hand_no=0, outcome="more")
    Adjustment.objects.exclude(valid_until_version=None).update(foul=None)  # ended rows keep no owner


def _penalty(sheet: Sheet, *, hand_no: int) -> None:
    give_penalty(ANNA, sheet, penalty=TablePenalty(seat="E", points=10, hand_no=hand_no), **seen(sheet))


def read_orders(apps: StateApps) -> list[int | None]:
    """Return the orders of the fouls, and take the owners from all penalties."""
    old: Any = apps.get_model
    orders = old("scoring", "Foul").objects.filter(event__slug=SLUG).order_by("number").values_list("order", flat=True)
    found = list(orders)
    for name in ("Adjustment", "SessionPenalty", "Forfeit"):
        old("scoring", name).objects.update(foul=None)
    return found


def read_now() -> tuple[dict[str, Any], int]:
    return owners(Event.objects.get(slug=SLUG)), Foul.objects.filter(event__slug=SLUG).count()


STOP = Stop(
    migrations=[("scoring", "0012_add_owners_of_penalties")], fill=fill, read_earlier=read_orders, read_now=read_now
)
