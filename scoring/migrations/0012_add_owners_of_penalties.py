"""Give adjustments, forfeits and session penalties a column for the foul that they follow from."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0011_count_wrong_codes_by_use")]

    operations = [
        migrations.AddField(
            model_name="adjustment",
            name="foul",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="adjustments",
                to="scoring.foul",
            ),
        ),
        migrations.AddField(
            model_name="forfeit",
            name="foul",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="forfeits",
                to="scoring.foul",
            ),
        ),
        migrations.AddField(
            model_name="sessionpenalty",
            name="foul",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="session_penalty",
                to="scoring.foul",
            ),
        ),
    ]
