"""Name the seats of a round that did not follow A4; their column keeps its name."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0017_name_versions_of_facts")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("roundseating", "places", "seats"),
                migrations.AlterField("roundseating", "seats", models.CharField(db_column="places", max_length=4)),
            ]
        )
    ]
