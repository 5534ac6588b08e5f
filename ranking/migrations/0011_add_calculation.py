"""Add which calculation froze a result; results that the first one froze correctly count as those of the second."""

from django.db import migrations, models
from django.db.models import F, OuterRef, Q


def accept_unaffected(apps, schema_editor) -> None:
    """Mark the results without a player who has a group of their own and is in a team of no group or another one."""
    database = schema_editor.connection.alias
    recorded = apps.get_model("ranking", "RecordedEvent").objects.using(database)
    entries = apps.get_model("tournament", "Entry")._base_manager.using(database)
    no_or_other = Q(team__group=None) | ~Q(team__group=F("group"))
    affected = entries.filter(no_or_other, event=OuterRef("event"), group__isnull=False, team__isnull=False)
    recorded.exclude(models.Exists(affected)).update(calculation=2)


class Migration(migrations.Migration):
    dependencies = [("ranking", "0010_enter_applications_on_paper"), ("tournament", "0020_name_venues")]

    operations = [
        migrations.AddField("recordedevent", "calculation", models.PositiveSmallIntegerField(default=1)),
        migrations.RunPython(accept_unaffected, migrations.RunPython.noop, elidable=True),
    ]
