"""Call the field head ledger; its column keeps its name."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ranking", "0005_name_applications_taken_back"), ("common", "0006_name_ledgers")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("body", "head", "ledger"),
                migrations.AlterField(
                    "body",
                    "ledger",
                    models.OneToOneField(
                        db_column="head_id",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="body",
                        to="common.ledger",
                    ),
                ),
            ]
        )
    ]
