"""Call the field head ledger; its column keeps its name."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0017_announcement_texts"), ("common", "0006_name_ledgers")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("event", "head", "ledger"),
                migrations.AlterField(
                    "event",
                    "ledger",
                    models.OneToOneField(
                        db_column="head_id",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="event",
                        to="common.ledger",
                    ),
                ),
            ]
        )
    ]
