"""Name the venue of an event in the record; its column keeps its name."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ranking", "0007_name_reached_at")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("recordedevent", "place", "venue"),
                migrations.AlterField(
                    "recordedevent", "venue", models.CharField(blank=True, db_column="place", max_length=200)
                ),
            ]
        )
    ]
