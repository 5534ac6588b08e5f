"""Write into each penalty the foul that it follows from, as equal order numbers said it until now.

A migration of its own: PostgreSQL cannot change a table in the transaction that changed its rows. Ended adjustments
keep no owner, since their numbers no longer say it.
"""

from typing import Any

from django.db import migrations


def fill(apps: Any, schema_editor: Any) -> None:
    fouls = apps.get_model("scoring", "Foul").objects.filter(admissible=True, cancelled_at=None).order_by("number")
    for foul in fouls.filter(order__isnull=False).iterator():
        _points(apps, foul).update(foul=foul)
    for foul in fouls.exclude(session=None).iterator():
        if "forfeit" in foul.effects:
            _forfeits(apps, foul).update(foul=foul)


def number_again(apps: Any, schema_editor: Any) -> None:
    fouls = apps.get_model("scoring", "Foul").objects
    penalties = apps.get_model("scoring", "SessionPenalty").objects.exclude(foul=None)
    for row in apps.get_model("scoring", "Adjustment").objects.filter(until=None).exclude(foul=None).iterator():
        fouls.filter(pk=row.foul_id).update(order=row.order)
    for row in penalties.iterator():
        fouls.filter(pk=row.foul_id).update(order=row.order)


def _points(apps: Any, foul: Any) -> Any:
    if foul.scope == "hand":
        rows = apps.get_model("scoring", "Adjustment").objects.filter(sheet=foul.sheet_id, hand_no=foul.hand_no)
        return rows.filter(order=foul.order, until=None, foul=None)
    rows = apps.get_model("scoring", "SessionPenalty").objects.filter(session=foul.session_id)
    return rows.filter(order=foul.order, foul=None)


def _forfeits(apps: Any, foul: Any) -> Any:
    """The forfeit of the foul's seat: at its table, else where the chart puts the player."""
    rows = apps.get_model("scoring", "Forfeit").objects.filter(until=None, foul=None)
    if foul.sheet_id:
        return rows.filter(sheet=foul.sheet_id, seat=foul.seat)
    sittings = apps.get_model("tournament", "Sitting").objects
    place = sittings.filter(table__session=foul.session_id, entry=foul.entry_id, from_hand=0).first()
    if place is None:
        return rows.none()
    return rows.filter(sheet__table=place.table_id, seat=place.seat)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0012_add_owners_of_penalties"),
        ("tournament", "0015_add_suspensions_and_lost_ranks"),
    ]

    operations = [migrations.RunPython(fill, number_again)]
