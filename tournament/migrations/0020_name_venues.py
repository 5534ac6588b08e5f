"""Name the venue of an event and the tables of a hall; table and column keep their names."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0019_name_ends")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("event", "place", "venue"),
                migrations.AlterField(
                    "event", "venue", models.CharField(blank=True, db_column="place", max_length=200)
                ),
                migrations.RenameModel("HallPlace", "HallTable"),
                migrations.AlterModelTable("halltable", "tournament_hallplace"),
                migrations.AlterField(
                    "halltable",
                    "hall",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="tournament.hallplan",
                    ),
                ),
            ]
        )
    ]
