"""Call the model Head Ledger. The database keeps its names, so that backups of every version compare.

It comes after all migrations of other apps that name the model Head.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("common", "0005_add_era"),
        ("tournament", "0016_a_draw_has_a_start"),
        ("scoring", "0015_protect_entries"),
        ("ranking", "0005_name_applications_taken_back"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("Head", "Ledger"),
                migrations.AlterModelTable("ledger", "common_head"),
                migrations.RemoveConstraint("auditentry", "audit_one_entry_per_seq"),
                migrations.RenameField("auditentry", "head", "ledger"),
                migrations.AlterField(
                    "auditentry",
                    "ledger",
                    models.ForeignKey(
                        db_column="head_id",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit_entries",
                        to="common.ledger",
                    ),
                ),
                migrations.AddConstraint(
                    "auditentry", models.UniqueConstraint(fields=("ledger", "seq"), name="audit_one_entry_per_seq")
                ),
                migrations.AlterModelOptions("auditentry", {"ordering": ["ledger", "seq"]}),
                migrations.RenameField("job", "head", "ledger"),
                migrations.AlterField(
                    "job",
                    "ledger",
                    models.ForeignKey(
                        db_column="head_id",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="jobs",
                        to="common.ledger",
                    ),
                ),
            ]
        )
    ]
